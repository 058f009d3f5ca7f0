"""Small marks that are meaning: invisible ones in identifiers, joiners, capitals of names, stops, bullets, slips of spelling."""

from __future__ import annotations

import pytest

from goldkit.duplicates.guard import guard

PROSE = (
    "The archive service copies every finished run to tape within 45 minutes. Operators may pause the copy from the "
    "console, but a paused copy must be resumed before midnight. Never remove a run by hand."
)
CHANGES = {
    "invisible marks in identifiers": [
        ("Set max_\u200bidle to it.", "Set max_idle to it."),
        ("Run `get\u200bItem` first.", "Run `getItem` first."),
        ("Open /srv/da\u00adta/x first.", "Open /srv/data/x first."),
        ("Use --no\u00ad-verify here.", "Use --no-verify here."),
        ("Key ab\u200d12 is it.", "Key ab12 is it."),
    ],
    "joiners": [
        ("The family 👨\u200d👩\u200d👧 signs.", "The family 👨👩👧 signs."),
        ("می\u200cخورم آن را", "میخورم آن را"),
        ("क्\u200dष is written", "क्ष is written"),
    ],
    "capitals": [
        ("A is larger than b in it.", "a is larger than b in it."),
        ("- A holds all of it", "- a holds all of it"),
        ("Ask for Dr. Brown there.", "Ask for Dr. brown there."),
        ("Take him, i.e. J. Black now.", "Take him, i.e. J. black now."),
        ("Compare it vs. Apple then.", "Compare it vs. apple then."),
        ("He said yes. May is hot.", "He said yes. may is hot."),
        ("Call Open first. Open returns it.", "Call Open first. open returns it."),
        ("Set these:\n\nPATH HOME SHELL\n\nThen go.", "Set these:\n\npath home shell\n\nThen go."),
        ("Fields:\n\nName: the owner\n\nThen go.", "Fields:\n\nname: the owner\n\nThen go."),
        ("Code:\n\nResult = compute it\n\nThen go.", "Code:\n\nresult = compute it\n\nThen go."),
        ("SELECT NAME AS TITLE FROM USERS", "select name as title from users"),
    ],
    "marks between clauses": [
        ("net = gross - tax here", "net = gross. Tax here"),
        ("profit means revenue – costs of sale", "profit means revenue. Costs of sale"),
        ("yield is gross - the tax of it", "yield is gross. The tax of it"),
        ("Restart it. When it is full, stop all.", "Restart it; when it is full, stop all."),
        ("Call them. After ten minutes restart all.", "Call them - after ten minutes restart all."),
        ("If hot, stop. It restarts.", "If hot, stop; it restarts."),
        ("a sick—leave followed", "a sick-leave followed"),
        ("It costs 1‚5 points", "It costs 1'5 points"),
    ],
    "bullets": [
        ("\n● gateway is in it\n○ archive is in it", "\n● gateway is in it\n● archive is in it"),
        ("\n● gateway is in it", "\n○ gateway is in it"),
        ("Price* holds.\n\n* without tax here", "Price* holds.\n\n- without tax here"),
        ("\n- old line\n+ new line", "\n• old line\n+ new line"),
    ],
    "words that look like slips": [
        ("The colocation is near.", "The collocation is near."),
        ("Our corespondent left it.", "Our correspondent left it."),
        ("tämä menee palvelimeen nyt", "tämä menee palvelimen nyt"),
        ("ils consistent en cela", "ils consistant en cela"),
    ],
}


def verdict(a: str, b: str) -> str:
    return guard(a, b, lambda text: False).verdict


@pytest.mark.parametrize(("a", "b"), [pair for pairs in CHANGES.values() for pair in pairs])
@pytest.mark.parametrize("frame", ["{0} {1}", "{1}\n\n{0}", "{0}\n{1}\n{0}", "- {1}\n- {0}"])
def test_a_small_mark_can_be_meaning(a: str, b: str, frame: str) -> None:
    assert verdict(frame.format(PROSE, a), frame.format(PROSE, b)) == "differs"


def test_the_stop_after_a_host_name_at_the_end_is_a_part_of_it() -> None:
    text = f"{PROSE} Send mail to relay.example.org"
    assert verdict(text, f"{text}.") == "differs"
    assert verdict(PROSE, PROSE.rstrip(".")) == "same"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("It is a hy\u00adphenated word\u200b here.", "It is a hyphenated word here."),
        ("\ufeffIt is so.", "It is so."),
        ("It is so.\u200f Right so.", "It is so. Right so."),
        ("The old one - a relic - is kept.", "The old one – a relic — is kept."),
        ("A well-known state-of-the-art tool.", "A well–known state‑of‐the-art tool."),
        ("It runs. They wait.", "It runs; they wait."),
        ("It runs. The rest waits.", "It runs; the rest waits."),
        ("It is made by Example Corp. The rest is not.", "It is made by Example Corp. the rest is not."),
        ("We recieved the seperate files.", "We recieved the separate files."),
        ("Do not open the gate.", "DO NOT OPEN THE GATE."),
        ("\n- first thing\n- Second thing", "\n* First thing\n* second thing"),
    ],
)
def test_a_small_mark_can_be_form(a: str, b: str) -> None:
    assert verdict(f"{a} {PROSE}", f"{b} {PROSE}") == "same"
    assert verdict(f"{PROSE}\n\n{a}\n\n{PROSE}", f"{PROSE}\n\n{b}\n\n{PROSE}") == "same"


@pytest.mark.parametrize(
    ("code", "is_code"),
    [
        ("Run `echo “x”` first.", True),
        ("```\nprint(‘a’)\n```", True),
        ("```yaml\nMODE: “on”\n```", True),
        ("name = “north”", True),
        ("SELECT name FROM runs WHERE state = ‘open’;", True),
        ("He calls it “safe” there.", False),
        ("## The “safe” mode", False),
        ("| mode | what “on” means |\n|---|---|\n| on | it’s open |", False),
    ],
)
def test_typographic_quotes_are_form_in_prose_and_not_in_code(code: str, is_code: bool) -> None:
    """A shell or an interpreter takes no typographic quotation mark for one."""
    plain = code.translate(str.maketrans("“”‘’", "\"\"''"))
    for frame in ("{}", f"{PROSE}\n\n{{}}", f"{{}}\n\n{PROSE}"):
        found = guard(frame.format(code), frame.format(plain), lambda text: False)
        assert (found.verdict == "differs") == is_code
