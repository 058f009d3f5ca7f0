"""Words that carry a verdict. The lists name a difference; a difference that no list knows is one all the same."""

from __future__ import annotations


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


NEGATIONS = _words(
    """
    not no never none neither nor without cannot non true false yes on off enable enables enabled disable disables
    disabled allow allows allowed deny denies denied forbid forbids forbidden include includes included exclude
    excludes excluded accept accepts accepted reject rejects rejected deprecated supported unsupported nicht kein
    keine keinen nie ohne ne pas jamais sans sin nunca jamás não sem mai senza не нет ни без никогда 不 没 沒 無 无 非 未
    勿 ない ません لا ليس لم لن
    """
)

CONDITIONS = _words(
    """
    if unless except only when whenever until till before after while must should shall may might can could would
    always sometimes optional optionally required requires default at least most all any each every some more less
    fewer greater smaller above below over under first last wenn außer nur muss soll darf kann si sauf seulement
    doit peut salvo solo debe puede если кроме только должен может
    """
)

UNITS = _words(
    """
    s sec secs second seconds ms msec millisecond milliseconds µs us ns microsecond microseconds nanosecond
    nanoseconds min mins minute minutes h hr hrs hour hours d day days week weeks month months year years b bit
    bits byte bytes kb kib mb mib gb gib tb tib pb pib kilobyte kilobytes megabyte megabytes gigabyte gigabytes
    terabyte terabytes bps kbps mbps gbps hz khz mhz ghz w kw mw gw v kv mv a ma k c f °c °f percent % ‰ mm cm m
    km inch inches foot feet ft mile miles g kg mg t ton tons l ml liter liters litre litres usd eur gbp euro
    euros dollar dollars € $ £ ¥ px pt em rem 秒 分 時 时 日 月 年 sekunde sekunden minuten stunde stunden
    """
)

NUMBER_WORDS = _words(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million
    billion half twice once thrice double triple dozen second third fourth fifth sixth seventh eighth ninth tenth
    single both 〇 一 二 三 四 五 六 七 八 九 十 百 千 万 億 亿 两 eins zwei drei vier fünf sechs sieben acht neun zehn un deux
    trois quatre cinq dos tres cuatro cinco
    """
)

DATES = _words(
    """
    january february march april may june july august september october november december jan feb mar apr jun jul
    aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun
    today yesterday tomorrow am pm utc gmt
    """
)

VERSION_WORDS = _words(
    """
    version versions v ver release releases rev revision build edition python django
    """
)

CODE_WORDS = _words(
    """
    True False None Null Nil NaN Self
    """
)
"""Capitals that are code even at the start of a sentence."""

STATUS_WORDS = _words(
    """
    deprecated obsolete outdated superseded archived draft legacy unsupported unmaintained removed retired preview
    beta expired cancelled canceled withdrawn replaced discontinued old older
    """
)
"""Boilerplate with one of these says that the text beside it no longer holds, so it is never mere surplus."""

CLAUSE_STARTS = _words("it this these those they we you he she there")
"""Words that open a main clause, so that a stop, a semicolon or a dash before them part two statements all the same."""

ABBREVIATIONS = _words(
    """
    approx art arts abs abb aufl bd bsp bzw ca cap cf ch chap chr co col corp dept dipl dr ed eds eg eq esp est etc
    evtl ex fig figs geb gen ggf hon hr id ie inc incl inkl jan feb mar apr jun jul aug sep sept oct nov dec jr lt
    ltd max mio mr mrs ms mt min nov op p para pp prof pt ref refs resp rev sec sect sen sgt sog sr st std
    str tab tel u usw v ver vgl viz vol vs z zb zzgl sra núm pág ul np tzw itp im inż см стр рис им ул др пр гл
    """
)
"""Words whose full stop ends no sentence."""

STATEMENTS = _words("SELECT INSERT UPDATE DELETE CREATE ALTER DROP FROM WHERE GROUP ORDER HAVING")
"""Words that start a line of SQL, whose capitals are no passage in capitals."""

BLOCK_WORDS = _words("if elif else for while with try except finally def class do then case switch")
"""Words that start a line of code that ends with a colon."""

PREPOSITIONS = _words(
    """
    about across against along among around as at between beyond by for from in into near of off on onto out over per
    past than through to toward towards under up upon via with within
    """
)
"""Words that make idioms with or without an article after them."""

EXCEPTIONS = (("except",), ("except", "for"), ("excepting",), ("excluding",), ("barring",), ("apart", "from"))
"""What opens an exception to what was said before it. Longer openings hold the shorter ones."""

HARMLESS_CONDITIONS = _words(
    "all any each every some more most can at above under over first last on include includes included"
)
"""Conditions and negations that are mere words in a header or a footer."""

NOTICE_WORDS = _words(
    "copyright © license licensed licence licenced licences licenses warranty warranties spdx copyrighted"
)
"""Words of a notice of rights, which limits what may be done with a text, not what it says."""
