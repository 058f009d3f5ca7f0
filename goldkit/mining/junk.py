"""Texts that are no question: set aside with a reason, so that nobody has to review them."""

from __future__ import annotations

import re

WORD = re.compile(r"\w+")
_GREETINGS = """
hi hello hey hallo hola ciao bonjour bonsoir salut hei hej moin servus buongiorno olá cześć привет здравствуйте спасибо merhaba
こんにちは おはようございます ありがとう ありがとうございます 你好 您好 谢谢 안녕하세요 감사합니다 สวัสดี مرحبا شكرا שלום תודה
good morning afternoon evening there all thanks thank thx you u ty merci danke gracias grazie obrigado obrigada dzięki
bye goodbye ok okay cool nice great very much so test testing ping
"""
GREETINGS = frozenset(_GREETINGS.split())
"""A text of nothing but these words asks nothing."""
_PHRASES = """
guten tag; guten morgen; guten abend; vielen dank; danke schön; buenos dias; buenos días; buenas tardes; muchas gracias; bom dia;
dzień dobry; добрый день; большое спасибо; السلام عليكم; buona sera; dank je; dank u
"""
PHRASES = frozenset(phrase.strip() for phrase in _PHRASES.split(";"))
"""Greetings of words that mean something by themselves."""
TRIALS = frozenset(
    [
        "test",
        "tests",
        "testing",
        "tester",
        "foo",
        "bar",
        "baz",
        "asdf",
        "asdfasdf",
        "qwerty",
        "qwertz",
        "lorem",
        "ipsum",
        "dolor",
    ]
)
"""A text of nothing but these words and numbers tries the system out."""
_NUMBERED_TEST = re.compile(r"\W*(?:load|perf|smoke|stress)[ _-]?test(?:[ _-]?\w*)? ?[#_-]? ?\d+\W*", re.IGNORECASE)
_TOOL = re.compile(
    r"\s*(?:#{1,6} ?task:|you are an? (?:autocompletion|title|tag)|generate (?:an?|1-3|3-5) (?:concise|broad|short|brief)"
    r"|create a concise,? 3-5 word|suggest 3-5 (?:relevant )?follow[ -]?up|analyze the chat history"
    r"|based on the chat history, generate"
    r"|(?:write|summari[sz]e|provide) (?:a|the) (?:concise |short |brief )?(?:title|summary) (?:for|of) (?:this|the) "
    r"(?:chat|conversation)|given the following conversation and a follow[ -]?up)",
    re.IGNORECASE,
)
"""How the prompts begin that chat systems send by themselves: for titles, tags, follow-ups, search queries, completion."""
_CHAT = re.compile(r"</?chat_history>|### chat history:|\{\{messages:", re.IGNORECASE)


LONGEST = 10_000
"""Characters of a question, with the lines that somebody pastes below it; beyond that a whole document was pasted."""


def junk(text: str) -> str | None:
    """Why a text is no question, None for one that may be."""
    words = WORD.findall(text.casefold())
    if not words:
        return "no words"
    if all(word in GREETINGS for word in words) or " ".join(words) in PHRASES:
        return "a greeting, thanks or a test"
    if _TOOL.match(text) or _CHAT.search(text):
        return "a prompt of the chat system itself"
    if len(text) > LONGEST:
        return "a pasted document"
    tries = [word for word in words if not word.isdigit()]
    tested = _NUMBERED_TEST.fullmatch(text) or _is_one_key(text) or (tries and all(word in TRIALS for word in tries))
    return "somebody trying the system out" if tested else None


def _is_one_key(text: str) -> bool:
    """Whether one letter is all there is, many times."""
    letters = "".join(text.split()).casefold()
    return len(letters) > 4 and len(set(letters)) == 1
