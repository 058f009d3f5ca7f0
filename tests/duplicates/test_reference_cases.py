"""The numbered cases of the reference's table "Cases with their right verdict" that are about texts, each with texts of its own.

Two texts by themselves go through `compare` and through the join, which must agree. What follows for labels is in
test_reference_labels.py.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Sequence

import pytest

from goldkit.duplicates.compare import compare
from goldkit.duplicates.widen import all_pairs, widen
from goldkit.records import Chunk

AT = "2026-12-01T10:00:00Z"
TIMEOUT = "The pump controller drops an idle connection after 30 seconds unless the heartbeat is on."
LOGGED = "Each dropped session is written to the operations journal together with the station that opened it."
DESK = "Questions about the journal go to the desk on the second floor of the control building."
PANEL = "It shows on its panel the state of every valve and the pressure in front of and behind it."
BODY = f"{TIMEOUT} {LOGGED} {DESK} {PANEL}"
STATION = (
    "The station in Tromsø measures the level of the fjord every minute and sends the mean of an hour to the service. "
    "Its firmware is version 2.1 and was installed in 2023. The sensor must be cleaned by hand before the spring tide, and "
    "the value that it gave last is shown until the first one after cleaning has come in."
)
ROLES = (
    "Alice pays Bob at the end of each month for the hours that were worked on the shared archive, and both of them keep the "
    "receipts for the yearly audit of the association, which is done by a member who was in none of its projects."
)
RETRY = (
    "The client counts the answers that came too late. When the counter is greater than the limit it waits and tries again:\n\n"
    "```\nif late > limit:\n    wait(pause)\n    retry(request)\n```\n\n"
    "After the third attempt the request is put into the queue of failed ones and an operator has to look at it."
)
LANGUAGES = (
    "The decoder of the telemetry frames is written in C++ and is built by the script in the tools folder. Whoever changes it "
    "has to run the recorded frames of last winter through it and to compare the results with those that are kept there."
)
TABLE = "\n".join(
    [
        "| valve | where it is | opens at bar |",
        "|---|---|---|",
        *(
            f"| V{n} | {place} of the hall | {10 + n * 5} |"
            for n, place in enumerate(("north", "south", "east", "west"))
        ),
        *(
            f"| P{n} | basement beside the {place} | {20 + n * 7} |"
            for n, place in enumerate(("boiler", "tank", "lift"))
        ),
        "| R1 | roof above the stairs | 20 |",
    ]
)
SCRIPT = (
    "def total(orders, rate):\n    sum = 0\n    for order in orders:\n        sum += order.price * rate\n    return sum"
)
RENAMED = (
    "def summed(items, factor):\n    s = 0\n    for item in items:\n        s += item.price * factor\n    return s"
)
CHINESE = (
    "泵站控制器在连接空闲超过三十秒后会自动断开会话除非启用了心跳检测每次断开都会写入运行日志并注明发起会话的站点"
    "关于日志的问题请联系控制楼二层的服务台面板上会显示每个阀门的状态以及阀门前后的压力"
)
OTHER_CHINESE = (
    "请联系管理员获取新的许可证并在控制台上传文件然后重新登录系统如果仍然提示过期请检查服务器时间是否与标准时间一致"
    "许可证按年度发放到期前一个月会收到提醒邮件逾期未续的账户将被暂停使用直到财务部门确认付款为止"
)
LICENCE = (
    "Licensed under the Example Public Licence. You may copy and change this file as long as this notice stays in it and the "
    "names of all authors are kept. The file is given as it is, without any warranty of being fit for some purpose. The full "
    "text of the licence is in the folder of legal notices that came with the package, and on the pages of its publisher, "
    "who answers questions about it and keeps the list of the packages that are published under it. Whoever passes the file "
    "on passes on the same rights, and nobody may add terms that take any of them away from those who receive it later."
)

NOTICE = (
    "Copyright 2024 Example Waterworks, licensed under the Example Public Licence, see the file LICENCE for its terms."
)


def form(name: str, text: str = BODY) -> str:
    return unicodedata.normalize(name, text.replace("controller", "contrôleur").replace("desk", "bureau d’été"))


def wide(text: str) -> str:
    return "".join("　" if sign == " " else chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


def whole(number: int) -> Sequence[Chunk]:
    """Pages that share nothing, for a corpus."""
    source = random.Random(number)
    return [
        Chunk(id=f"page{n:03}", text=" ".join(f"w{source.randrange(9000)}" for _ in range(40))) for n in range(number)
    ]


CASES = {
    "01 number": (BODY, BODY.replace("30", "60"), ("differs", "number")),
    "02 version": (STATION, STATION.replace("2.1", "2.2"), ("differs", "version")),
    "03 date": (STATION, STATION.replace("2023", "2025"), ("differs", "date")),
    "04 negation": (STATION, STATION.replace("must be", "must not be"), ("differs", "negation")),
    "05 site name": (STATION, STATION.replace("Tromsø", "Bodø"), ("differs", "name")),
    "06 unit": (BODY, BODY.replace("seconds", "milliseconds"), ("differs", "unit")),
    "07 code of a road": ("FM 1506 leads to the river", "FM 1507 leads to the river", None),
    "07 code of a road in a passage": (STATION + " FM 1506 ends there.", STATION + " FM 1507 ends there.", ("differs", "number")),
    "10 punctuation": (BODY, BODY.replace(". It", " - it"), ("same", None)),
    "11 typo": (BODY, BODY.replace("connection", "conection"), ("same", "typo")),
    "14 window that shares half": (f"{TIMEOUT} {LOGGED}", f"{LOGGED} {DESK}", None),
    "14 half of a window": (BODY, f"{DESK} {PANEL}", ("differs", "containment")),
    "15 short one inside": (BODY, LOGGED, ("differs", "containment")),
    "17 nothing and signs": ("", "---", None),
    "18 too short": ("Yes.", "yes", ("differs", "short")),
    "19 two words": ("Press start", "Press stop", None),
    "20 Chinese number": (CHINESE, CHINESE.replace("三十", "六十"), ("differs", "number")),
    "21 Chinese other text": (CHINESE, OTHER_CHINESE, None),
    "22 NFC and NFD": (form("NFC"), form("NFD"), ("same", None)),
    "23 full width": (BODY, wide(BODY), ("same", None)),
    "27 table cell": (TABLE, TABLE.replace("stairs | 20", "stairs | 25"), ("differs", "number")),
    "28 renamed variables": (SCRIPT, RENAMED, None),
    "29 operator": (RETRY, RETRY.replace("late > limit", "late < limit"), ("differs", "symbol")),
    "30 C++ and C#": (LANGUAGES, LANGUAGES.replace("C++", "C#"), ("differs", "symbol")),
    "34 roles": ("Alice pays Bob", "Bob pays Alice", None),
    "34 roles in a passage": (ROLES, ROLES.replace("Alice pays Bob", "Bob pays Alice"), ("differs", "order")),
}  # fmt: skip


def judged(a: str, b: str) -> tuple[str, str | None] | None:
    """The verdict and rule by `compare`, in both directions, and by the join: all say the same."""
    found, turned = compare(a, b), compare(b, a)
    pairs = widen([Chunk(id="a", text=a)], [Chunk(id="b", text=b)], AT).pairs
    said = {found and (found.verdict, found.rule), turned and (turned.verdict, turned.rule)}
    said |= {(pair.verdict, pair.rule) for pair in pairs} or {None}
    assert len(said) == 1
    return said.pop()


@pytest.mark.parametrize(("a", "b", "expected"), CASES.values(), ids=CASES)
def test_case(a: str, b: str, expected: tuple[str, str | None] | None) -> None:
    assert a != b
    assert judged(a, b) == expected


def of_pages(a: str, b: str, header: str, pages: int) -> list[tuple[str, str | None]]:
    """What a and b are in a corpus of so many other pages under that header."""
    others = [Chunk(id=page.id, text=f"{header} {page.text}") for page in whole(pages)]
    found = widen([Chunk(id="a", text=a)], [Chunk(id="b", text=b), *others], AT).pairs
    return [(pair.verdict, pair.rule) for pair in found if pair.b == "b"]


def test_case_08_identical_text_under_another_id() -> None:
    for text in (BODY, CHINESE, "Yes."):
        pair = widen([Chunk(id="a", text=text)], [Chunk(id="b", text=text)], AT).pairs[0]
        assert (pair.verdict, pair.rule, pair.jaccard, pair.containment) == ("same", "exact", 1.0, (1.0, 1.0))


def test_case_12_shared_licence_over_other_bodies() -> None:
    texts = [f"{LICENCE} This file reads the header of a frame.", f"{LICENCE} This file sorts lists in their place."]
    assert of_pages(*texts, LICENCE, 120) == []
    assert judged(*texts)[0] == "differs"


def test_case_13_same_body_under_a_licence() -> None:
    assert of_pages(BODY, f"{NOTICE} {BODY}", NOTICE, 120) == [("same", "surplus")]
    assert of_pages(BODY, f"{NOTICE} {BODY}", NOTICE, 20) == [("differs", "containment")]


@pytest.mark.parametrize("nothing", ["", " \n\t", "---", "\u200b"])
def test_case_39_fifty_empty_chunks_are_nobodys_neighbours(nothing: str) -> None:
    empty = [Chunk(id=f"e{n}", text=nothing) for n in range(50)]
    assert all_pairs([*empty, Chunk(id="full", text=BODY)], AT).pairs == ()
    assert widen(empty[:3], empty, AT).pairs == ()
