"""White space that is meaning, and white space that is not: code, configuration, tables, entries, wrapped prose."""

from __future__ import annotations

import re
import textwrap

import pytest

from goldkit.duplicates.guard import guard
from goldkit.duplicates.lines import WIDEST

PROSE = (
    "The archive service copies every finished run to tape within 45 minutes. Operators may pause the copy from the "
    "console, but a paused copy must be resumed before midnight. If the buffer exceeds 80% the oldest runs are moved "
    "first. Never remove a run by hand. The panel shows the state of each mover and the time of the last good copy."
)
PYTHON = (
    "def settle(orders, limit):\n    total = 0\n    for order in orders:\n        if order.open:\n"
    "            total += order.amount\n        log(order)\n    if total > limit:\n        raise ValueError('too  much')\n"
    "    return total"
)
YAML = (
    "service:\n  name: gateway\n  limits:\n    memory: 512Mi\n    cpu: 2\n  hosts:\n    - web1\n    - web2\nlogging:\n"
    "  note: Written once a day.\n  target: stdout\n  rotate: daily"
)
TABLE = (
    "Feature            Basic     Team      Office\nBackup                       yes       yes\n"
    "Single sign on                         yes\nPhone support      no        no        yes"
)
TABS = "name\trole\troom\nanna lee\tlead\tnorth hall\nben cole\t\tsouth hall\ncarla may\tguest\t"
ENTRIES = (
    "users of the north hall may enter by day and night\nvisitors of the south hall may not enter at all here\n"
    "guests with a badge of the office may enter by day\nstaff of the west wing may enter on every weekday\n"
    "cleaning crews may not enter the server rooms alone"
)
OUTLINE = "fruits\n  apples\n  pears\nvegetables\n  carrots\n    early ones\n  beans\nnuts\n  walnuts"
GROUPS = "anna lee\nben cole\n\ncarl may\ndora king\n\nemil fox\nfinn ray"
LOG = "10:11:12 gateway started on the port 8080 of the host\n10:11:13 the disk of the host is full by 91 percent now"
ALL = [PYTHON, YAML, TABLE, TABS, ENTRIES, OUTLINE, GROUPS, LOG]


def same(a: str, b: str) -> bool:
    return guard(a, b, lambda text: False).verdict == "same"


def lines_joined(text: str) -> list[str]:
    return [text[: at.start()] + " " + text[at.end() :] for at in re.finditer(r"\n\s*", text)]


def breaks_moved(text: str) -> list[str]:
    later = [text[: at.start()] + f" {at[2]}{at[1]}" + text[at.end() :] for at in re.finditer(r"(\n\s*)(\S+) ", text)]
    return later + [
        text[: at.start()] + f"{at[2]}{at[1]} " + text[at.end() :] for at in re.finditer(r" (\S+)(\n\s*)", text)
    ]


@pytest.mark.parametrize("text", ALL)
def test_lines_of_code_tables_and_entries_stay_apart(text: str) -> None:
    changed = lines_joined(text) + breaks_moved(text)
    assert len(changed) > 2
    assert [other for other in changed if same(text, other)] == []


@pytest.mark.parametrize(("text", "step"), [(PYTHON, "    "), (YAML, "  "), (OUTLINE, "  ")])
def test_a_line_in_another_block_is_another_text(text: str, step: str) -> None:
    lines = text.split("\n")
    for at, line in enumerate(lines[1:], 1):
        if line.startswith(step):
            assert not same(text, "\n".join([*lines[:at], line.removeprefix(step), *lines[at + 1 :]]))
            assert not same(text, "\n".join(lines[:at] + [rest.removeprefix(step) for rest in lines[at:]]))
    sister = next(at for at in range(2, len(lines)) if lines[at].startswith(step) and lines[at - 1].startswith(step))
    assert not same(text, "\n".join([*lines[:sister], step + lines[sister], *lines[sister + 1 :]]))


def test_half_a_step_out_is_another_text() -> None:
    text = f"{PYTHON}\n\nclass Ledger:\n    def add(self, order):\n        self.orders.append(order)"
    assert not same(text, text.replace("\n\nclass", "\n  class"))


def test_an_item_in_another_list_is_another_text() -> None:
    text = f"{PROSE}\n\n- first item\n  - second item\n- third item"
    assert not same(text, text.replace("  - second", "- second"))
    assert same(text, text.replace("\n-", "\n  -").replace("\n  - second", "\n    - second"))


@pytest.mark.parametrize("text", [TABLE, TABS])
def test_a_cell_in_another_column_is_another_text(text: str) -> None:
    gaps = list(re.finditer(r"(?<=\S)(\t+| {2,})(\S+)(\t+| {1,})(?=\S)", text))
    assert len(gaps) == 3
    for at in gaps:
        assert at[1] == at[3] or not same(text, text[: at.start()] + at[3] + at[2] + at[1] + text[at.end() :])
        assert not same(text, text[: at.start()] + " " + at[2] + at[3] + text[at.end() :])


def test_a_row_of_a_right_aligned_table_is_not_justified_prose() -> None:
    rows = ["Item                 Jan     Feb", "Paper for all         12      11", "Pens of steel                 40"]
    table = "\n".join([*rows, "Tea and milk           3       5"])
    moved = table.replace(rows[2], "Pens of steel         40        ")
    assert not same(table, moved)


def test_entries_in_another_group_are_another_text() -> None:
    assert not same(GROUPS, GROUPS.replace("cole\n\ncarl may\n", "cole\ncarl may\n\n"))
    assert not same(GROUPS, GROUPS.replace("cole\n\n", "cole\n"))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Run `a  b` now.", "Run `a b` now."),
        ("Run `a\u00a0b` now.", "Run `a b` now."),
        ("Run `rm x? y` now.", "Run `rm x ? y` now."),
        ('Type "a  b" now.', 'Type "a b" now.'),
        ("Type 'a  b' now.", "Type 'a b' now."),
        ("Open /srv/my  file now.", "Open /srv/my file now."),
        ("Open C:\\My  Files now.", "Open C:\\My Files now."),
        ("grep 'a  b' f | sort | uniq", "grep 'a b' f | sort | uniq"),
        ("| `x  y` | d |\n| e | f |", "| `x y` | d |\n| e | f |"),
        ("```\nif a then\n  b\nc\n```", "```\nif a then\n  b\n  c\n```"),
        ("```\necho one # two\nthree\n```", "```\necho one # two three\n```"),
        ("## Title\nText follows here", "## Title Text follows here"),
        ("Is it safe? No\n\nBackups are kept", "Is it safe? No backups are kept"),
        ("Safe: no\nbackups are kept here", "Safe: no backups are kept here"),
        ("颜色有 红 蓝绿 三种", "颜色有 红蓝 绿 三种"),
        ("สี แดง เขียวฟ้า", "สี แดงเขียว ฟ้า"),
        ("温度是三 -5 度。", "温度是三-5度。"),
    ],
)
@pytest.mark.parametrize("frame", ["{} {}", "{1} {0}", "{}\n\n{}", "{0}\n\n{1}\n\n{0}"])
def test_white_space_inside_code_strings_paths_and_lists_is_meaning(a: str, b: str, frame: str) -> None:
    assert not same(frame.format(PROSE, a), frame.format(PROSE, b))


@pytest.mark.parametrize("width", [50, 60, 72, 80, 100, 120])
def test_prose_may_be_wrapped_anew(width: int) -> None:
    wrapped = textwrap.fill(PROSE, width)
    assert same(PROSE, wrapped)
    assert same(wrapped, textwrap.fill(PROSE, width + 7, initial_indent="    ", subsequent_indent="    "))
    assert same(wrapped, wrapped.replace("\n", "\r\n"))
    items = [f"- {sentence}" for sentence in PROSE.split(". ")]
    assert same("\n".join(items), "\n".join(textwrap.fill(item, width, subsequent_indent="  ") for item in items))


@pytest.mark.parametrize("text", ALL)
def test_layout_that_means_nothing_is_form(text: str) -> None:
    assert same(text, text.replace("\n", "\r\n"))
    assert same(text, text.replace("\n", "  \n") + "\n")
    assert same(text, textwrap.indent(text, "    "))
    assert same(PYTHON, PYTHON.replace("    ", "\t")) and same(YAML, YAML.replace("  ", "    "))
    assert same("| a | b |\n| long cell | d |", "| a         | b |\n| long cell | d |")


def test_chinese_and_justified_prose_may_be_wrapped_anew() -> None:
    chinese = "服务每周一重新启动压力高于三巴时操作员不得关闭水泵发生故障时应首先致电北京的控制室每六个月由专业公司进行一次维护"
    assert same(chinese, "\n".join(chinese[at : at + 20] for at in range(0, len(chinese), 20)))
    lines = textwrap.wrap(PROSE, 60)
    justified = [line.replace(" ", "  ", 60 - len(line)).ljust(60) for line in lines[:-1]] + lines[-1:]
    assert same(PROSE, "\n".join(justified))


def test_a_window_that_starts_inside_of_a_block_is_containment() -> None:
    head = "The settings of the service are read once, from the first of these files that is there when it starts:"
    code = '    read("/etc/gateway.conf")\n    if found:\n        start(now)'
    body = f"{code}\n\nUnder load it helps to give it more memory\nthan the default of the package is.\n\n{PROSE}"
    found = guard(f"{head}\n\n{body}", body, lambda text: False)
    assert (found.verdict, found.rule, len(found.differs)) == ("differs", "containment", 1)


@pytest.mark.parametrize(
    "mention", ["written down at 2023-05-01", "at m=6.85", "where f(x) = 2 holds", "with `a -> b` set", "of {x} there"]
)
def test_prose_that_mentions_code_on_one_line_may_be_wrapped(mention: str) -> None:
    text = PROSE.replace("of the last good copy", f"of the last good copy {mention} and after it")
    assert same(text, textwrap.fill(text, 60, break_on_hyphens=False))


@pytest.mark.parametrize(
    "line",
    [
        "a = 1; b = 22; c = 'x  y'; d = [1, 2, 3]; e = {'k': 4}; f = g(h, i); j = k + l - m * n; " + "o = p ** q; " * 6,
        "run --input '/data/a  b' --output out.json --limit=3 --retry=5 --host web1 " + "--port=80 --user=ops " * 4,
    ],
)
def test_a_long_line_of_code_is_no_paragraph(line: str) -> None:
    assert len(line) > WIDEST
    assert not same(line, line.replace("  ", " "))
