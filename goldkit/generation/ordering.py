"""Where a text speaks to a model instead of its readers: told by its turns of speech, in a dozen languages, and by fake frames."""

from __future__ import annotations

import re

_TOLD = "(?:instructions?|prompts?|rules|orders|directions|directives|guidelines)"
_PATTERNS = (
    # To drop what was said before.
    rf"\b(?:ignore|disregard|forget|override|bypass|discard)\b[^.\n]{{0,40}}\b{_TOLD}\b",
    r"\b(?:ignore|disregard|forget)\s+(?:all|everything|anything)\b[^.\n]{0,40}\b(?:above|before|said|told)\b",
    rf"\bnew\s+{_TOLD}\s*:",
    # Who it takes itself to be talking to.
    r"\byou\s+are\s+(?:now\s+)?(?:an?\s+)?(?:ai|assistant|chatbot|language model|llm|question generator)\b",
    r"\byou\s+are\s+now\s+(?:free|unrestricted|dan)\b",
    r"\b(?:attention|dear|hey|note to)\s*,?\s+(?:the\s+)?(?:ai|assistant|chatbot|language model|llms?|model)\b",
    r"\bas\s+an?\s+(?:ai|language model)\b",
    # What it is to say.
    r"\b(?:write|ask|generate|output|return|produce|make)\s+(?:only\s+|instead\s+|exactly\s+)*(?:this|the\s+following|one)\s+question\b",
    r"\byour\s+(?:only\s+|next\s+)?(?:question|reply|answer|output|response)\s+(?:must|should|has to|is to|shall|will)\b",
    r"\b(?:reply|respond|answer)\s+(?:only\s+|always\s+|just\s+)*with\b",
    r"\binstead\s*,?\s+(?:ask|write|say|reply|output)\s*(?:only|this|that|exactly|the following|[:\"“])",
    # Frames that only a prompt has.
    r"</?\s*(?:passage|system|instructions?|assistant|user|document|context)\s*>",
    r"<\|[a-z_]+\|>|\[/?INST\]|<<\s*/?\s*SYS\s*>>|<!--\s*(?:system|user|assistant)\s*-->",
    r"(?:\A|(?<=[.!?:]\n)|(?<=\n\n))[#\s]*(?:system|assistant)\s*(?:prompt|message)?\s*:",
    r"\"role\"\s*:\s*\"(?:system|user|assistant)\"",
    # The same in other languages.
    r"\b(?:ignoriere?n?|vergiss|vergessen sie|missachte)\b[^.\n]{0,40}\b(?:anweisung\w*|vorgaben?|regeln|prompts?)\b",
    r"\b(?:ignore[zr]?|oublie[zr]?)\b[^.\n]{0,40}\b(?:instructions?|consignes?|règles)\b",
    r"\b(?:ignor[ae]|olvid[ae])\b[^.\n]{0,40}\b(?:instrucciones|instruções|reglas|regras|órdenes|istruzioni|regole)\b",
    r"\b(?:dimentica|desconsidere)\b[^.\n]{0,40}\b(?:istruzioni|regole|instruções|regras)\b",
    r"\b(?:zignoruj|ignoruj|zapomnij o)\b[^.\n]{0,40}\b(?:instrukcj\w+|polece\w+|zasad\w*)",
    r"\b(?:negeer|vergeet)\b[^.\n]{0,40}\b(?:instructies|regels)\b",
    r"\b(?:игнорируй\w*|проигнорируй\w*|забудь\w*)\b[^.\n]{0,40}\b(?:инструкци\w+|указани\w+|правила?)",
    r"(?:指示|命令|ルール|プロンプト)[^。\n]{0,12}(?:無視|忘れ)",
    r"(?:忽略|无视|忘记|忽視|無視)[^。\n]{0,16}(?:指示|指令|规则|提示|說明|说明)",
    r"(?:تجاهل|انس)[^.\n]{0,40}(?:التعليمات|تعليماتك|الأوامر|القواعد)",
)
_ANY = re.compile("|".join(f"(?:{pattern})" for pattern in _PATTERNS), re.IGNORECASE | re.MULTILINE)
_START = re.compile(r"[.!?。！？]\s+|\n")


def orders_from(text: str) -> int | None:
    """Where the first sentence begins that gives a model an order, or None; from there on nothing is taken for granted."""
    found = _ANY.search(text)
    if found is None:
        return None
    return max((end.end() for end in _START.finditer(text, 0, found.start())), default=0)
