from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.duplicates.guard import guard

BASE = (
    "The gateway closes an idle connection after 30 seconds unless keepalive is set. It forwards each request to the "
    "Hamburg site, logs version 2.1 since 2023 and must be reloaded with -V when x > 5. Never set `max_idle` below 10 MB/s."
)


def judged(a: str, b: str):
    found = guard(a, b, lambda text: False)
    turned = guard(b, a, lambda text: False)
    assert (turned.verdict, turned.rule) == (found.verdict, found.rule)
    return found


@pytest.mark.parametrize(
    ("old", "new", "rule", "readings"),
    [
        ("30 s", "60 s", "number", ("30 seconds", "60 seconds")),
        ("30 s", "thirty s", "number", ("30 seconds", "thirty seconds")),
        ("2.1", "2.2", "version", ("2.1", "2.2")),
        ("2023", "2025", "date", ("2023", "2025")),
        ("must be", "must not be", "negation", ("", "not")),
        ("Never set", "Set", "negation", None),
        ("unless", "if", "condition", ("unless", "if")),
        ("must be", "may be", "condition", None),
        ("Hamburg", "Lisbon", "name", ("Hamburg", "Lisbon")),
        ("Hamburg", "hamburg", "case", ("Hamburg", "hamburg")),
        ("seconds", "milliseconds", "unit", ("seconds", "milliseconds")),
        ("MB/s", "mb/s", "identifier", ("MB/s", "mb/s")),
        ("MB/s", "Mb/s", "identifier", None),
        ("-V", "-v", "identifier", ("-V", "-v")),
        ("max_idle", "max_Idle", "identifier", None),
        ("x > 5", "x < 5", "symbol", (">", "<")),
        ("x > 5", "x > -5", "sign", ("5", "-5")),
        ("forwards", "drops", "word", ("forwards", "drops")),
        ("closes", "close", "word", None),
        ("site, logs", "site. Logs", "punctuation", None),
        ("seconds unless", "seconds, unless", "punctuation", None),
        ("keepalive", "keep alive", "spacing", None),
    ],
)
def test_what_changes_meaning_differs_by_its_rule(old: str, new: str, rule: str, readings) -> None:
    found = judged(BASE, BASE.replace(old, new, 1))
    assert (found.verdict, found.rule) == ("differs", rule)
    if readings:
        assert readings in found.differs


@pytest.mark.parametrize(
    ("a", "b", "rule"),
    [
        ("We write the parser in C++ for speed", "We write the parser in C# for speed", "symbol"),
        ("Cable of 10² metres lies there", "Cable of 102 metres lies there", "number"),
        ("No. Passwords are stored in the file", "No passwords are stored in the file", "punctuation"),
        ("The range is 10–20 here", "The range is 10-20 here", "punctuation"),
        ("a stable release", "an unstable release", "negation"),
        ("it is typical of the system", "it is atypical of the system", "negation"),
        ("the default is 5 % of all", "the default is 5 of all", "unit"),
        ("1,000 rows", "1.000 rows", "number"),
        ("- 5 degrees", "* 5 degrees", "symbol"),
        ("- [ ] first step", "- [x] first step", "word"),
        ("return True always", "return true always", "case"),
        ("连接超时时间默认为三十秒可以在配置文件中修改", "连接超时时间默认为六十秒可以在配置文件中修改", "number"),
        ("默认不启用该功能", "默认启用该功能", "negation"),
        ("it's the users' data", "its the users' data", "word"),
        ("don't restart it", "do restart it", "negation"),
        ("see /etc/a.conf first", "see /etc/b.conf first", "identifier"),
        ("open https://a.example/x now", "open https://b.example/x now", "identifier"),
        ("planning the road", "planing the road", "word"),
        ("scarred by it", "scared by it", "word"),
        ("supports SHA256 sums", "supports SHA512 sums", "identifier"),
        ("at 12:30 sharp", "at 12:45 sharp", "date"),
        ("on 2023-05-01 it", "on 2023-06-01 it", "date"),
        ("released in March again", "released in May again", "date"),
        ("foo. bar", "foo.bar", "identifier"),
        ("the servers are colocated", "the servers are collocated", "word"),
        ("he goes to kirjastoon now", "he goes to kirjaston now", "word"),
        ("it prints - 5 then", "it prints -5 then", "spacing"),
        ("wait 10 ms for it", "wait 10ms for it", "unit"),
        ("git checkout -- file", "git checkout --file", "identifier"),
        ("SPEED IN MB PER HOUR", "speed in mb per hour", "case"),
    ],
)
def test_more_that_differs(a: str, b: str, rule: str) -> None:
    found = judged(a, b)
    assert found.verdict == "differs" and found.differs
    assert found.rule == rule


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (BASE, BASE.replace(" ", "\u00a0").replace("site", "si\u00adte")),
        (BASE, BASE.replace(". It", ".\n\n  It") + "\n"),
        (BASE, BASE.replace(". It", " - it")),
        (BASE, BASE.replace(". It", "; it")),
        (BASE, "the" + BASE[3:]),
        ("DO NOT SWITCH THE GATEWAY OFF. It forwards all.", "Do not switch the gateway off. It forwards all"),
        ("ｆｕｌｌ　width １２ “x”", 'full width 12 "x"'),
        ("the ﬁle is ﬂat", "the file is flat"),
        ("cafe\u0301 menu", "caf\u00e9 menu"),
        ("- first item\n- second item", "• first item\n• second item"),
        ("a long–winded word", "a long-winded word"),
        ("It’s the user‘s", "It's the user's"),
        ("a zero\u200bwidth mark", "a zerowidth mark"),
        ("quel nom ? Celui-ci !", "quel nom? Celui-ci!"),
        ("使用 Python 3 连接", "使用Python 3连接"),
    ],
)
def test_form_is_harmless(a: str, b: str) -> None:
    found = judged(a, b)
    assert (found.verdict, found.rule, found.differs) == ("same", None, ())


def test_a_doubled_letter_lost_in_a_long_plain_word_is_a_typo() -> None:
    assert judged(BASE, BASE.replace("connection", "conection")).rule == "typo"
    assert judged(BASE, BASE.replace("connection", "conection").replace("30", "31")).verdict == "differs"
    assert judged("set `connection` to it", "set `conection` to it").verdict == "differs"
    assert judged("set connection= to it", "set conection= to it").verdict == "differs"


def test_the_rule_that_no_quote_settles_names_the_pair() -> None:
    found = judged(BASE, BASE.replace("30", "60").replace("Hamburg", "Lisbon"))
    assert found.rule == "name"
    assert found.differs == (("Hamburg", "Lisbon"), ("30 seconds", "60 seconds"))
    assert [span["rule"] for span in found.spans] == ["number", "name"]


def test_spans_are_offsets_of_the_differing_tokens() -> None:
    other = BASE.replace("30", "600").replace("must be", "must not be")
    for span in judged(BASE, other).spans:
        (a_from, a_to), (b_from, b_to) = span["a"], span["b"]
        assert (BASE[a_from:a_to], other[b_from:b_to]) in {("30", "600"), ("", "not")}
    assert judged("cafe\u0301 30", "cafe\u0301 60").spans == ()


def test_what_stands_around_a_window_is_containment_and_an_exception_inside_is_not() -> None:
    tail = " In every other case the operator on duty has to be asked before anything at all is changed by hand."
    assert judged(BASE, BASE + tail).rule == "containment"
    head = "Before all of this the operators of the site who were on duty had agreed on what not to do then. "
    assert judged(BASE + tail, head + BASE).rule == "containment"
    assert judged(BASE, BASE.replace("set. It", "set, but only during maintenance. It")).rule == "condition"


def test_surplus_boilerplate_is_harmless_and_nothing_else_is() -> None:
    header = "Copyright 2024 Example Corp. "
    assert guard(BASE, header + BASE, lambda text: text.strip() == header.strip()).rule == "surplus"
    assert guard(BASE, header + BASE, lambda text: False).verdict == "differs"
    assert guard(BASE, header + BASE.replace("30", "60"), lambda text: "Corp" in text).verdict == "differs"


WORDS = [
    "gateway",
    "closes",
    "30",
    "2.1",
    "not",
    "-5",
    "2023-05-01",
    "Hamburg",
    "the",
    "C++",
    "v2",
    "`x`",
    "10²",
    "三",
    "5%",
    "a/b",
]
TEXTS = st.lists(st.sampled_from(WORDS), min_size=1, max_size=30)


@given(TEXTS, st.integers(0, 29), st.sampled_from([" ", "\n", "  "]), st.data())
def test_a_changed_figure_sign_or_negation_is_never_the_same(words: list[str], at: int, space: str, data) -> None:
    changes = [place for place, word in enumerate(words) if re.search(r"\d|not|C\+\+|三|Hamburg", word)]
    if not changes:
        return
    place = data.draw(st.sampled_from(changes))
    others = [word for word in WORDS if word != words[place]] + [
        "31",
        "2.2",
        "5",
        "2023-05-02",
        "C#",
        "102",
        "五",
        "hamburG",
        "v3",
        "5",
    ]
    changed = [
        *words[:place],
        data.draw(st.sampled_from([o for o in others if o != words[place]])),
        *words[place + 1 :],
    ]
    dropped = words[:place] + words[place + 1 :]
    assert judged(" ".join(words), space.join(changed)).verdict == "differs"
    assert judged(" ".join(words), space.join(dropped)).verdict == "differs"


@given(
    st.text(alphabet="abN0123456789.,-+−%²½ \n", min_size=1, max_size=30),
    st.integers(0, 29),
    st.sampled_from("0123456789²-"),
)
def test_texts_with_other_digits_are_never_the_same(text: str, at: int, sign: str) -> None:
    """Whatever form is folded: the sequence of digits is a part of what a text says."""
    at %= len(text)
    changed = text[:at] + sign + text[at + 1 :]
    if judged(text, changed).verdict == "same":
        assert re.findall(r"[\d²½%]|(?<!\w)[-+−](?=\d)", text) == re.findall(r"[\d²½%]|(?<!\w)[-+−](?=\d)", changed)


@given(st.text(alphabet=st.characters(), max_size=40), st.text(alphabet=st.characters(), max_size=40))
def test_any_two_texts_have_a_verdict(a: str, b: str) -> None:
    judged(a, b)
    assert judged(a, a).verdict == "same"


def test_large_texts_are_read_in_reasonable_time() -> None:
    big = "word number 5 and " * 60_000
    assert judged(big, big + "more").verdict == "differs"
    assert judged(" ".join(map(str, range(120_000))), " ".join(map(str, range(1, 120_001)))).verdict == "differs"


def test_the_stop_that_ends_the_shorter_text_is_no_part_of_what_the_longer_adds() -> None:
    tail = " In every other case the operator on duty has to be asked before anything at all is changed by hand."
    (span,) = judged(BASE, BASE + tail).spans
    assert span["a"] == [len(BASE)] * 2 and (BASE + tail)[slice(*span["b"])] == tail.strip(" .")
