"""The forms of what must not be written: addresses, numbers and secrets of people, and where each begins and ends.

A form is a regular expression that takes linear time: what repeats is bounded or possessive, and a match cannot begin inside a run
that another start has walked already. What only looks like one (a version, a date, a ticket number) is told apart by a check.
Error codes, host names, versions and dates stay: they are what makes a question exact.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from goldkit.text.checksums import is_card, is_iban

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Form:
    """One kind of private text.

    pattern: what it looks like; where it has a group `value`, only that is private. trigger: what no text without it can hold;
    it begins with one sign or one set of signs, by which a text is searched many times faster. span: the part of a match that is
    one after all, None for none of it.
    """

    pattern: re.Pattern[str]
    trigger: str
    span: Callable[[re.Match[str]], Span | None]


def private_span(match: re.Match[str]) -> Span:
    """The private part of a match: its group `value`, or all of it."""
    return match.span("value" if "value" in match.re.groupindex else 0)


def _form(
    pattern: str, trigger: str, span: Callable[[re.Match[str]], Span | None] = private_span, flags: int = 0
) -> Form:
    return Form(re.compile(pattern, re.VERBOSE | flags), trigger, span)


def _card(match: re.Match[str]) -> Span | None:
    return match.span() if is_card(re.sub(r"[ -]", "", match[0])) else None


def _iban(match: re.Match[str]) -> Span | None:
    """The longest beginning that checks: the words after an account number can look like more of it."""
    text = match[0]
    ends = [len(text), *(at for at in range(len(text) - 1, 0, -1) if text[at] == " ")]
    end = next((end for end in ends if is_iban(text[:end].replace(" ", ""))), None)
    return None if end is None else (match.start(), match.start() + end)


_VERSION_BEFORE = re.compile(r"(?:version|release|build|ver|v)[\s.:=]{0,3}$", re.IGNORECASE)


def _ip(match: re.Match[str]) -> Span | None:
    """An address of a machine somewhere: no mask, no loopback, and no version of four parts."""
    try:
        address = ip_address(match[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        groups = [group for group in match[0].split(":") if group]
        return match.span() if len(groups) > 2 and not address.is_loopback else None
    plain = address.is_loopback or address.is_unspecified or match[0].startswith("255.")
    before = match.string[max(0, match.start() - 12) : match.start()]
    return None if plain or _VERSION_BEFORE.search(before) else match.span()


def _secret(match: re.Match[str]) -> Span | None:
    """What is assigned, unless it is a call: `password=hasher.encode(md5_hash)` is code."""
    return None if "(" in match["value"] else match.span("value")


def _email(match: re.Match[str]) -> Span | None:
    """An address, unless it is a repository's (git@host:path)."""
    return None if match[0].startswith("git@") and match.string[match.end() : match.end() + 1] == ":" else match.span()


def _home(match: re.Match[str]) -> Span | None:
    return None if match["value"].casefold() in {"shared", "public", "default", "linuxbrew"} else match.span("value")


_KEYS = r"""
  sk-(?=[\w-]{0,64}\d)[\w-]{16,}+ | gh[pousr]_[A-Za-z0-9]{20,}+ | github_pat_\w{20,}+ | glpat-[\w-]{16,}+
  | xox[abeoprs]-[A-Za-z0-9-]{10,}+ | (?:AKIA|ASIA)[0-9A-Z]{16} | AIza[\w-]{30,}+ | ya29\.[\w-]{20,}+ | hf_[A-Za-z0-9]{20,}+
  | (?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}+ | npm_[A-Za-z0-9]{30,}+ | pypi-[\w-]{30,}+ | SG\.[\w-]{16,}+\.[\w-]{16,}+
  | dckr_pat_[\w-]{20,}+ | lsv2_(?:pt|sk)_\w{20,}+ | pcsk_\w{20,}+ | nvapi-[\w-]{20,}+ | gsk_[A-Za-z0-9]{20,}+
"""
_PARAMETERS = (
    r"(?:[a-z]{1,12}[_-])?(?:token|key|api-?key|secret|password|passwd|pwd|sig|signature|auth|sid|jwt|credential)"
)
_ENDS = "ord|swd|pwd|ase|ret|ken|key"
"""How the words end that a secret is assigned to."""
_ASSIGNED = (
    r"[=:](?<=[\s\"'dDeEtTnNyY].)(?i:"
    + "|".join(
        f"(?<=(?:{_ENDS}){quote}{space}[=:])" for quote in ("", "[\"']") for space in ("", r"\s", r"\s\s", r"\s\s\s")
    )
    + ")"
)
"""Looked for from its sign backwards: a sign is much rarer than a letter."""
_PEM = r"(?:[A-Z]{1,12}\ ){0,3}PRIVATE\ KEY"
FORMS: Mapping[str, Form] = {
    "CREDENTIALS": _form(r"(?<=://)[^\s/@:]{1,128}:[^\s/@]{1,256}(?=@)", "://"),
    "JWT": _form(r"(?<![\w-])eyJ[\w-]{8,}+\.eyJ[\w-]{8,}+\.[\w-]{8,}+", "eyJ"),
    "API_KEY": _form(rf"(?<![A-Za-z0-9_-])(?:{_KEYS})", r"(?<![\w.-])[\w.-]{15}"),
    "PRIVATE_KEY": _form(
        rf"-----BEGIN\ {_PEM}-----[A-Za-z0-9+/=\s\\]*+(?:-----END\ {_PEM}-----)?",
        "-----BEGIN",
    ),
    "TOKEN": _form(
        rf"""(?: [?&\#;]{_PARAMETERS}=
               | \bbearer\s{{1,3}}(?=[\w.~+/-]{{0,300}}\d)(?=[\w.~+/-]{{16}}) | \bauthorization:\s{{0,3}}basic\s{{1,3}})
            (?P<value>[^\s&\#;"'<>]++)""",
        r"[?&#;bB](?:(?<![bB])[A-Za-z_-]+=|(?<=[bB])(?:[eE][aA][rR][eE][rR]|[aA][sS][iI][cC]))",
        flags=re.IGNORECASE,
    ),
    "SECRET": _form(
        r"""(?<![A-Za-z0-9])(?:[A-Za-z]{1,12}[_-])?(?:password|passwd|pwd|passphrase|secret|token|api[_-]?key)["']?\s{0,3}[=:]\s{0,3}
            ["']?(?P<value>(?=[^\s"',;]{0,200}\d)[^\s"',;<>]{6,}+)""",
        _ASSIGNED,
        _secret,
        flags=re.IGNORECASE,
    ),
    "LOGIN": _form(r"\b(?:ssh|scp|sftp|rsync)\s(?:-\w{1,3}\s){0,3}(?P<value>[\w.-]{1,64}+)(?=@)", "@"),
    "EMAIL": _form(r"(?<![\w.+%-])[\w.+%-]{1,320}+@(?:[\w-]{1,63}+\.){1,8}[^\W\d_]{2,24}(?![\w-])", "@", _email),
    "IBAN": _form(
        r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:\ ?[A-Za-z0-9]{4}){2,7}(?:\ ?[A-Za-z0-9]{1,3})?(?![A-Za-z0-9])",
        r"\d\d(?<=[A-Za-z]{2}\d\d)[A-Za-z0-9 ]{11}",
        _iban,
    ),
    "CARD": _form(r"(?<![\w.-])\d(?:[ -]?\d){11,18}(?![\w-]|\.\d)", r"\d[\d -]{11}", _card),
    "PHONE": _form(
        r"""(?<![\w+.,/:=\#-])(?<!\d\ )(?:
              \+\d{1,3}(?:[\ .\-/()]{0,2}\d){7,14}
            | 00[1-9]\d{0,2}[\ .\-/()](?:[\ .\-/()]{0,2}\d){7,12}
            | \(\d{2,5}\)[\ .\-/]?\d{3,4}[\ .\-/]?\d{3,5}
            | \d{3}[\-.\ ]\d{3}[\-.\ ]\d{4}
            | 0[1-9](?:[\ .\-]\d\d){4}
            | 0[1-9]\d{1,4}[\ /\-]\d{3,4}[\ \-]?\d{3,5}
            | (?:phone|tel|telephone|mobile|fax|whatsapp)(?:\ (?:no|number|nr))?[.:]{0,2}\s{0,3}(?:is\ )?
              (?P<value>\+?\d(?:[\ .\-/()]{0,2}\d){5,14})
            )(?![\w-]|[.,:/]\d)""",
        r"\d[\d .()/-]{5}",
        lambda match: match.span("value") if match["value"] else match.span(),
        re.IGNORECASE,
    ),
    "IP": _form(
        r"(?<![\w.:-])(?:(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\d)|(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(?![\w:.-]))",
        r"[.:](?:(?<=\d\.)\d{1,3}\.\d{1,3}\.\d|(?<=[0-9A-Fa-f]:)(?:[0-9A-Fa-f]{1,4}:|:[0-9A-Fa-f]{1,4}:[0-9A-Fa-f]))",
        _ip,
    ),
    "USER": _form(
        r"""(?:(?:file:/{2,3}|(?<![\w.~/:-]))(?:/[\w.-]{1,32}){0,3}?/(?:home|Users)/
               | \b[A-Za-z]:\\{1,2}Users\\{1,2} | /user/[a-z]/)
            (?P<value>[\w.-]{1,64}+)""",
        r"[/\\](?:(?<=home/)|(?<=Users.)|(?<=/)user/)",
        _home,
    ),
}
"""Name, which is the marker too (`<EMAIL>`) → form, in the order in which they are looked for."""

_SIGNS = re.compile(r"[\d@:=/\\]")
_RUN = 15
"""Signs without a space between them that a key, a web token or a bearer token has at least."""


def may_hold_any(text: str) -> bool:
    """Whether a text can hold one of FORMS at all: most questions cannot, and this is told much sooner than form by form."""
    return _SIGNS.search(text) is not None or max(map(len, text.split()), default=0) >= _RUN or "-----BEGIN" in text
