"""The check digits of cards and bank accounts: what tells one from a number that only looks like it."""

from __future__ import annotations

import re

NETWORKS = re.compile(
    r"4(?:\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|35\d{14}"
    r"|6(?:011|5\d\d)\d{12}|62\d{14,17}|(?:50|5[6-9]|6\d)\d{14,17}"
)
"""Leading digits and lengths of the card networks (ISO/IEC 7812), from Visa and Mastercard to UnionPay and Maestro.

Their numbers of 12 and 13 digits are left out: hardly any card has one, and one article number (EAN-13) of ten passes for it.
"""


def is_card(digits: str) -> bool:
    """Whether digits are a card number: a network's own beginning and length, and the Luhn check digit (ISO/IEC 7812-1)."""
    if not NETWORKS.fullmatch(digits):
        return False
    doubled = (int(digit) * (1 + at % 2) for at, digit in enumerate(reversed(digits)))
    return sum(value - 9 if value > 9 else value for value in doubled) % 10 == 0


def is_iban(text: str) -> bool:
    """Whether letters and digits without spaces are an account number: 15 to 34 of them, 1 modulo 97 (ISO 13616)."""
    if not 15 <= len(text) <= 34:
        return False
    return int("".join(str(int(sign, 36)) for sign in text[4:] + text[:4])) % 97 == 1
