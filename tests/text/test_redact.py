from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldkit.errors import DataError
from goldkit.text.private_forms import FORMS, may_hold_any
from goldkit.text.redact import Redactor, Rules
from goldkit.text.redact_rules import read_rules

REDACTOR = Redactor()
PRIVATE = {
    "mail ana.b+x@example.org please": "mail <EMAIL> please",
    "Übung: jörg@bücher.example!": "Übung: <EMAIL>!",
    "call +49 761 203 5555 or (555) 123-4567": "call <PHONE> or <PHONE>",
    "555-123-4567, 0761/2035555, 01 23 45 67 89": "<PHONE>, <PHONE>, <PHONE>",
    "tel: 123456": "tel: <PHONE>",
    "from 10.1.2.3 and 2001:db8::8a2e:370:7334": "from <IP> and <IP>",
    "https://bob:s3cr3t@site.example/x?page=2&token=abcDEF12": "https://<CREDENTIALS>@site.example/x?page=2&token=<TOKEN>",
    "Authorization: Bearer abcdef1234567890xyz": "Authorization: Bearer <TOKEN>",
    "eyJhbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2 ok": "<JWT> ok",
    "key sk-proj-abc123abc123abc123": "key <API_KEY>",
    "ghp_0123456789abcdef0123456789abcdef0123": "<API_KEY>",
    "card 4111 1111 1111 1111, 378282246310005": "card <CARD>, <CARD>",
    "IBAN DE89 3704 0044 0532 0130 00 is mine": "IBAN <IBAN> is mine",
    "gb82west12345698765432": "<IBAN>",
    "/home/ana/x.py": "/home/<USER>/x.py",
    r"C:\Users\Ana\f": r"C:\Users\<USER>\f",
    "file:///home/ana/x": "file:///home/<USER>/x",
    "/afs/site.example/user/a/ana/y": "/afs/site.example/user/a/<USER>/y",
    "password: hunter22": "password: <SECRET>",
    "API_KEY='abc123def'": "API_KEY='<SECRET>'",
    "ssh ana@node7.site.example": "ssh <LOGIN>@node7.site.example",
    "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc=\n-----END RSA PRIVATE KEY----- x": "<PRIVATE_KEY> x",
}
"""What users type, and what is kept of it."""
EXACT = (
    "why do transfers to T2_XX_North stall with XFR-1042?",
    "node ferry-mv04.site.example, version 10.0.1.2 and v1.2.3.4",
    "bind 127.0.0.1, 0.0.0.0, mask 255.255.255.0",
    "std::vector a::b 12:30:45 dead::beef",
    "2026-12-02T10:00:00+02:00, 2026-12-02 10:00",
    "ticket INC0012345678, run 368822:12:345678901234",
    "timestamp 1793610843000000000 and 1 234 567 8901",
    "4111 1111 1111 1112 fails the check digit",
    "DE89 3704 0044 0532 0130 01 too",
    "commit 2bfe0f0a1b2c3d4e5f60718293a4b5c6d7e8f901",
    "clone git@host.example:org/repo.git",
    "https://site.example/home/index.html",
    "password: how do I reset it? token = what",
    "lodash@4.17.21, @decorator, user@host",
    "sk-learn-contrib-something-else",
    "article 4033874254060",
    "password=hasher.encode_md5_hash(md5_hash)",
    "日本語の質問 100% 😀",
)
"""What makes a question exact stays."""


@pytest.mark.parametrize(("text", "expected"), PRIVATE.items())
def test_what_is_private_becomes_a_marker(text: str, expected: str) -> None:
    became, replaced = REDACTOR.redact(text)
    assert became == expected
    assert all(one.found in text for one in replaced)


@pytest.mark.parametrize(
    "text",
    [
        *PRIVATE,
        "ghp_" + "abcdefgh" * 4,
        "eyJabcdefgh.eyJabcdefgh.abcdefgh",
        "-----BEGIN PRIVATE KEY----- abc",
        "ssh bob@host",
        "in C:\\Users\\bob",
    ],
)
def test_what_is_private_is_never_passed_over_at_first_sight(text: str) -> None:
    assert may_hold_any(text)


def test_every_form_has_an_example() -> None:
    assert {one.rule for text in PRIVATE for one in REDACTOR.redact(text)[1]} == set(FORMS)


@pytest.mark.parametrize("text", EXACT)
def test_what_makes_a_question_exact_stays(text: str) -> None:
    assert REDACTOR.redact(text) == (text, ())


@given(st.lists(st.sampled_from([*PRIVATE, *EXACT]) | st.text(max_size=20), max_size=4))
def test_redacting_again_changes_nothing(parts: list[str]) -> None:
    became, _ = REDACTOR.redact("\n".join(parts))
    assert REDACTOR.redact(became)[0] == became


ASSIGNED = [
    f"{word}{quote}{space}{sign}hunter22"
    for word in ("password", "passwd", "PWD", "x_passphrase", "Secret", "TO\u212aEN", "api-key", "apikey")
    for quote in ("", "'", '"')
    for space in ("", " ", "\t ", "   ")
    for sign in "=:"
]
ADDRESSES = [
    "10.1.2.3",
    "1:2::3",
    "1::2:3",
    "::1:2:3",
    "1:2:3::",
    "2001:db8::8a2e:370:7334",
    "fe80::1:2",
    "1:2:3:4:5:6:7:8",
]


@pytest.mark.parametrize("text", [*PRIVATE, *ASSIGNED, *ADDRESSES])
def test_what_is_private_calls_for_its_form(text: str) -> None:
    """A form is only looked for in a text that has its trigger."""
    held = [
        form for form in FORMS.values() if any(form.span(match) is not None for match in form.pattern.finditer(text))
    ]
    assert held
    assert all(re.search(form.trigger, text) for form in held)


SEEDS = (
    *(
        "a",
        "1",
        "eyJ",
        "a.",
        "1.",
        "a@",
        "@",
        "a@a.",
        "/home/",
        "1 ",
        "+1",
        "-----BEGIN PRIVATE KEY-----",
        "sk-",
        "AA11",
    ),
    *(
        "://a:",
        "?token=",
        "ssh -a ",
        "password:",
        "a:",
        "::",
        "1:",
        "<",
        "\\",
        "/a",
        "0 ",
        "(1",
        "é",
        "tel:1",
        "bearer ",
    ),
    *("eyJaaaaaaaa.", "xoxb-", "ghp_a", "SG.aaaaaaaaaaaaaaaa.", "a@a-", "4111 ", "DE89", "authorization: basic "),
)
END = "://u:p@x ya@b.cc sk-1 +1 eyJ /home/ 1::1:1 1.1.1.1 password=1 AA11 -----BEGIN bearer ?k=_"
"""Holds every trigger, so that no form is left out because nothing calls for it."""


@pytest.mark.parametrize("seed", SEEDS)
def test_time_grows_no_faster_than_the_line(seed: str) -> None:
    """A pattern that walks one run again and again takes sixteen times as long for four times the line."""

    def seconds(length: int) -> float:
        text = (seed * length)[:length] + END
        start = time.process_time()
        REDACTOR.redact(text)
        return time.process_time() - start

    quarter = min(seconds(250_000) for _ in range(2))
    whole = seconds(1_000_000)
    assert whole < 9 * quarter + 0.1, f"{whole / quarter:.1f} times as long for four times the line"


def rules(tmp_path: Path, text: str) -> Rules:
    path = tmp_path / "redact.txt"
    path.write_text(text, encoding="utf-8")
    return read_rules(path)


def test_a_team_adds_keeps_and_turns_off(tmp_path: Path) -> None:
    own = rules(tmp_path, "# ours\n\nEMPLOYEE: \\bE\\d{6}\\b\nkeep: help@site\\.example\noff: IP\n")
    became, replaced = Redactor(own).redact("E123456 wrote help@site.example and ana@site.example from 10.1.2.3")
    assert became == "<EMPLOYEE> wrote help@site.example and <EMAIL> from 10.1.2.3"
    assert [(one.rule, one.found) for one in replaced] == [("EMPLOYEE", "E123456"), ("EMAIL", "ana@site.example")]


def test_every_bad_rule_is_named_with_its_line(tmp_path: Path) -> None:
    text = "A: [\nb: x\nEMAIL: x\noff: NOTHING\nkeep: x*\nC: y\nC: z\njust words\n"
    with pytest.raises(DataError) as error:
        rules(tmp_path, text)
    assert [problem.line for problem in error.value.problems] == [1, 2, 3, 4, 5, 7, 8]


def test_names_come_from_whoever_finds_them() -> None:
    redactor = Redactor(names=lambda text: [(text.index("Ana"), text.index("Ana") + 3, "PERSON")])
    assert redactor.redact("did Ana write to ana@x.org?")[0] == "did <PERSON> write to <EMAIL>?"
