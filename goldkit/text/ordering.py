"""Where a text speaks to a model instead of its readers: told by its turns of speech, in a dozen languages, and by fake frames."""

from __future__ import annotations

import re

_TOLD = "(?:instructions?|prompts?|rules|orders|directions|directives|guidelines)"
_NAMED = ("instruction", "prompt", "rule", "order", "directi", "guideline")
_FOREIGN: tuple[str, ...] = ()
_PATTERNS = (
    # To drop what was said before.
    (_NAMED, rf"\b(?:ignore|disregard|forget|override|bypass|discard)\b[^.\n]{{0,40}}\b{_TOLD}\b"),
    (
        ("ignore", "disregard", "forget"),
        r"\b(?:ignore|disregard|forget)\s+(?:all|everything|anything)\b[^.\n]{0,40}\b(?:above|before|said|told)\b",
    ),
    (_NAMED, rf"\bnew\s+{_TOLD}\s*:"),
    # Who it takes itself to be talking to.
    (("you",), r"\byou\s+are\s+(?:now\s+)?(?:an?\s+)?(?:ai|assistant|chatbot|language model|llm|question generator)\b"),
    (("you",), r"\byou\s+are\s+now\s+(?:free|unrestricted|dan)\b"),
    (
        ("attention", "dear", "hey", "note to"),
        r"\b(?:attention|dear|hey|note to)\s*,?\s+(?:the\s+)?(?:ai|assistant|chatbot|language model|llms?|model)\b",
    ),
    (("ai", "language model"), r"\bas\s+an?\s+(?:ai|language model)\b"),
    # What it is to say.
    (
        ("question",),
        r"\b(?:write|ask|generate|output|return|produce|make)\s+(?:only\s+|instead\s+|exactly\s+)*(?:this|the\s+following|one)\s+question\b",
    ),
    (
        ("your",),
        r"\byour\s+(?:only\s+|next\s+)?(?:question|reply|answer|output|response)\s+(?:must|should|has to|is to|shall|will)\b",
    ),
    (("with",), r"\b(?:reply|respond|answer)\s+(?:only\s+|always\s+|just\s+)*with\b"),
    (
        ("instead",),
        r"\binstead\s*,?\s+(?:ask|write|say|reply|output)\s*(?:only|this|that|exactly|the following|[:\"“])",
    ),
    # Frames that only a prompt has.
    (
        ("passage", "system", "instruction", "assistant", "user", "document", "context"),
        r"</?\s*(?:passage|system|instructions?|assistant|user|document|context)\s*>",
    ),
    (
        ("<|", "inst]", "<<", "<!--"),
        r"<\|[a-z_]+\|>|\[/?INST\]|<<\s*/?\s*SYS\s*>>|<!--\s*(?:system|user|assistant)\s*-->",
    ),
    (("system", "assistant"), r"(?:\A|(?<=[.!?:]\n)|(?<=\n\n))[#\s]*(?:system|assistant)\s*(?:prompt|message)?\s*:"),
    (("role",), r"\"role\"\s*:\s*\"(?:system|user|assistant)\""),
    # The same in other languages.
    (
        ("ignor", "vergiss", "vergessen", "missacht"),
        r"\b(?:ignoriere?n?|vergiss|vergessen sie|missachte)\b[^.\n]{0,40}\b(?:anweisung\w*|vorgaben?|regeln|prompts?)\b",
    ),
    (("ignor", "oublie"), r"\b(?:ignore[zr]?|oublie[zr]?)\b[^.\n]{0,40}\b(?:instructions?|consignes?|règles)\b"),
    (
        ("ignor", "olvid"),
        r"\b(?:ignor[ae]|olvid[ae])\b[^.\n]{0,40}\b(?:instrucciones|instruções|reglas|regras|órdenes|istruzioni|regole)\b",
    ),
    (
        ("dimentica", "desconsidere"),
        r"\b(?:dimentica|desconsidere)\b[^.\n]{0,40}\b(?:istruzioni|regole|instruções|regras)\b",
    ),
    (("ignoruj", "zapomnij"), r"\b(?:zignoruj|ignoruj|zapomnij o)\b[^.\n]{0,40}\b(?:instrukcj\w+|polece\w+|zasad\w*)"),
    (("negeer", "vergeet"), r"\b(?:negeer|vergeet)\b[^.\n]{0,40}\b(?:instructies|regels)\b"),
    (_FOREIGN, r"\b(?:игнорируй\w*|проигнорируй\w*|забудь\w*)\b[^.\n]{0,40}\b(?:инструкци\w+|указани\w+|правила?)"),
    (_FOREIGN, r"(?:指示|命令|ルール|プロンプト)[^。\n]{0,12}(?:無視|忘れ)"),
    (_FOREIGN, r"(?:忽略|无视|忘记|忽視|無視)[^。\n]{0,16}(?:指示|指令|规则|提示|說明|说明)"),
    (_FOREIGN, r"(?:تجاهل|انس)[^.\n]{0,40}(?:التعليمات|تعليماتك|الأوامر|القواعد)"),
)
"""What every match has one of, in lower case, which is looked for first, and the pattern. Without any it matches no ASCII text."""
_COMPILED = [(signs, re.compile(pattern, re.IGNORECASE | re.MULTILINE)) for signs, pattern in _PATTERNS]
_SAME = str.maketrans("\u0130\u0131\u017f\u212a", "iisk")
"""The letters that a pattern takes for one of ASCII when it ignores case."""
_START = re.compile(r"[.!?。！？]\s+|\n")


def orders_from(text: str) -> int | None:
    """Where the first sentence begins that gives a model an order, or None; from there on nothing is taken for granted."""
    plain = text.translate(_SAME).lower()
    foreign = not text.isascii()
    wanted = (pattern for signs, pattern in _COMPILED if (any(sign in plain for sign in signs) if signs else foreign))
    found = min((match.start() for pattern in wanted if (match := pattern.search(text))), default=None)
    if found is None:
        return None
    return max((end.end() for end in _START.finditer(text, 0, found)), default=0)
