"""Texts that break other tools: empty, tiny, huge, no text at all, in every script and every form; each with its right verdict."""

from __future__ import annotations

import json
import textwrap
import unicodedata
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldkit.cli.exits import run
from goldkit.duplicates.compare import compare
from goldkit.duplicates.widen import all_pairs, widen
from goldkit.records import Chunk

AT = "2026-12-01T10:00:00Z"
ENGLISH = (
    "The weir opens its lower gate after 30 minutes of rain unless the lamp on the bridge is red. Its keeper notes each opening "
    "in the book of the Hamburg office. The lever must be oiled in spring, and a guest finds it behind the second door."
)
CHINESE = (
    "堰坝的下闸门在降雨三十分钟后打开除非桥上的灯是红色的管理员把每次打开记录在汉堡办事处的登记簿中"
    "操纵杆必须在春季上油客人可以在第二道门后面找到它钥匙挂在左边的墙上"
)
JAPANESE = (
    "堰の下の水門は、橋の灯が赤でない限り、雨が降り始めてから三十分後に開きます。番人は開けるたびにハンブルクの事務所の帳面に書きます。"
    "レバーは春に油をさす必要があり、二つ目の扉の後ろにあります。"
)
THAI = (
    "ประตูระบายน้ำด้านล่างของฝายจะเปิดหลังจากฝนตกสามสิบนาทีเว้นแต่ไฟบนสะพานเป็นสีแดงผู้ดูแลจดการเปิดทุกครั้งลงในสมุดของสำนักงานฮัมบูร์ก"
    "คันโยกต้องหยอดน้ำมันในฤดูใบไม้ผลิและแขกจะพบมันอยู่หลังประตูบานที่สอง"
)
ARABIC = (
    "تفتح البوابة السفلى للسد بعد ثلاثين دقيقة من المطر ما لم يكن المصباح على الجسر أحمر. يسجل الحارس كل فتح في دفتر مكتب هامبورغ. "
    "يجب تزييت الذراع في الربيع ويجدها الضيف خلف الباب الثاني."
)
HEBREW = (
    "השער התחתון של הסכר נפתח אחרי שלושים דקות של גשם אלא אם הנורה על הגשר אדומה. השומר רושם כל פתיחה בספר של משרד המבורג. "
    "את הידית צריך לשמן באביב והאורח מוצא אותה מאחורי הדלת השנייה."
)
HINDI = (
    "बाँध का निचला फाटक तीस मिनट की बारिश के बाद खुलता है जब तक कि पुल का दीपक लाल न हो। रखवाला हर बार खोलने को हैम्बर्ग कार्यालय "
    "की बही में लिखता है। लीवर में वसंत में तेल डालना पड़ता है और अतिथि उसे दूसरे दरवाज़े के पीछे पाता है।"
)
KOREAN = (
    "둑의 아래 수문은 다리 위의 등이 빨간색이 아닌 한 비가 내린 지 삼십 분 뒤에 열립니다. 관리인은 열 때마다 함부르크 "
    "사무소의 장부에 적습니다. 봄에는 손잡이에 기름을 쳐야 하며 손님은 두 번째 문 뒤에서 그것을 찾습니다. "
    "열쇠는 왼쪽 벽에 걸려 있고 밤에는 관리인이 그것을 가지고 갑니다."
)
VIETNAMESE = (
    "Cửa dưới của đập mở sau ba mươi phút mưa trừ khi đèn trên cầu màu đỏ. Người gác ghi mỗi lần mở vào sổ của văn phòng Hamburg. "
    "Cần gạt phải được tra dầu vào mùa xuân và khách tìm thấy nó sau cánh cửa thứ hai."
)
RUSSIAN = (
    "Нижний затвор плотины открывается после тридцати минут дождя, если фонарь на мосту не красный. Сторож записывает каждое "
    "открытие в книгу гамбургской конторы. Рычаг надо смазать весной, и гость найдёт его за второй дверью."
)
SCRIPTS = {
    "English": ENGLISH, "Chinese": CHINESE, "Japanese": JAPANESE, "Thai": THAI, "Arabic": ARABIC, "Hebrew": HEBREW,
    "Hindi": HINDI, "Korean": KOREAN, "Vietnamese": VIETNAMESE, "Russian": RUSSIAN,
}  # fmt: skip
MIXED = (
    "Сторож gründlich notes each opening in the book of the office；详见手册第三章 and the page behind it. "
    "يجب تزييت الذراع في الربيع and the lever must be oiled in spring. "
    "The key hangs on the wall of the 2nd floor, beside the lamp that is red at night."
)
MARKDOWN = f"## The lower gate\n\n{ENGLISH}\n\n- the key hangs left\n- the lamp hangs right\n"
HTML = f"<p>{ENGLISH.replace('lower gate', '<b>lower</b>&nbsp;gate')}</p>"
TABLE = "| gate | opens after | keeper |\n|---|---|---|\n" + "".join(
    f"| {name} gate of the weir | {minutes} minutes of rain | {keeper} of the Hamburg office |\n"
    for name, minutes, keeper in (("lower", 30, "Ana"), ("upper", 45, "Ben"), ("side", 60, "Cleo"), ("old", 75, "Dora"))
)
CODE = (
    f"# {ENGLISH}\n"
    "def open_gate(minutes, lamp):\n    if minutes >= 30 and lamp != 'red':\n        gate.open()\n        book.note(minutes)\n"
    "    return gate.state\n"
)


def judged(a: str, b: str) -> tuple[str, str | None] | None:
    """The verdict and rule of two texts, the same by every public way to it."""
    found, turned = compare(a, b), compare(b, a)
    pairs = [*widen([Chunk(id="a", text=a)], [Chunk(id="b", text=b)], AT).pairs]
    pairs += all_pairs([Chunk(id="a", text=a), Chunk(id="b", text=b)], AT).pairs
    said = {found and (found.verdict, found.rule), turned and (turned.verdict, turned.rule)}
    said |= {(pair.verdict, pair.rule) for pair in pairs} or {None}
    assert len(said) == 1
    return said.pop()


def differs(a: str, b: str) -> bool:
    found = judged(a, b)
    return found is not None and found[0] == "differs"


def wide(text: str) -> str:
    return "".join("　" if sign == " " else chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_text_in_any_script_is_no_copy_of_a_text_in_another(name: str) -> None:
    pairs = all_pairs([Chunk(id=one, text=text) for one, text in SCRIPTS.items()], AT).pairs
    assert pairs == ()
    halves = SCRIPTS[name][: len(SCRIPTS[name]) // 2], SCRIPTS[name][len(SCRIPTS[name]) // 2 :]
    assert judged(*halves) is None, "another text of the script"


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("English", "30", "60"), ("English", "must", "must not"), ("English", "Hamburg", "Lisbon"),
        ("Chinese", "三十", "六十"), ("Chinese", "必须", "不必"), ("Chinese", "汉堡", "汉口"),
        ("Japanese", "三十", "六十"), ("Japanese", "開きます", "開きません"),
        ("Thai", "สามสิบ", "หกสิบ"), ("Thai", "ต้อง", "ไม่ต้อง"),
        ("Arabic", "ثلاثين", "ستين"), ("Arabic", "يجب", "لا يجب"),
        ("Hebrew", "שלושים", "שישים"), ("Hebrew", "צריך", "לא צריך"),
        ("Hindi", "तीस", "साठ"), ("Korean", "삼십", "육십"), ("Vietnamese", "ba mươi", "sáu mươi"),
        ("Russian", "тридцати", "шестидесяти"), ("Russian", "надо", "не надо"),
    ],
)  # fmt: skip
def test_a_number_a_name_or_a_negation_in_any_script_differs(name: str, old: str, new: str) -> None:
    assert SCRIPTS[name].count(old) == 1
    assert differs(SCRIPTS[name], SCRIPTS[name].replace(old, new))


@pytest.mark.parametrize("name", SCRIPTS)
def test_the_unicode_form_of_any_script_is_form(name: str) -> None:
    text = SCRIPTS[name]
    forms = {unicodedata.normalize(form, text) for form in ("NFC", "NFD")}
    assert all(judged(one, other) == ("same", None) for one, other in combinations(forms, 2))
    assert judged(text, f"\ufeff{text}") == ("same", None), "a byte order mark"
    assert judged(text, text + " \r\n") == ("same", None)


@pytest.mark.parametrize("name", ["English", "Arabic", "Hebrew", "Hindi", "Korean", "Vietnamese", "Russian"])
def test_a_line_break_between_words_of_any_script_is_form(name: str) -> None:
    assert judged(SCRIPTS[name], textwrap.fill(SCRIPTS[name], 50)) == ("same", None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (MIXED, unicodedata.normalize("NFD", MIXED)),
        (ENGLISH, ENGLISH.replace("finds", "ﬁnds").replace("office", "oﬃce")),
        (ENGLISH, wide(ENGLISH)),
        (ENGLISH, ENGLISH.replace("bridge", "bri\u00addge")),
        (ENGLISH, ENGLISH.replace(" its ", "\u00a0its\u202f")),
        (ENGLISH, ENGLISH.replace("lamp", "\u200blamp\u200e")),
        (THAI, THAI.replace("ผู้ดูแล", "\u200bผู้ดูแล")),
        (MARKDOWN.replace("\n", "\r\n"), MARKDOWN),
    ],
    ids=["mixed", "ligatures", "full width", "soft hyphen", "narrow spaces", "zero width", "Thai breaks", "line ends"],
)  # fmt: skip
def test_what_only_looks_otherwise_is_the_same(a: str, b: str) -> None:
    assert a != b
    assert judged(a, b) == ("same", None)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (MIXED, MIXED.replace("三", "四")),
        (MIXED, MIXED.replace("2nd", "3rd")),
        (ENGLISH, wide(ENGLISH).replace("３０", "６０")),
        (ENGLISH.replace("30", "10²"), ENGLISH.replace("30", "102")),
        (f"{ENGLISH} It draws 5 ㎽ a day.", f"{ENGLISH} It draws 5 MW a day."),
        (f"{ENGLISH} See step ① there.", f"{ENGLISH} See step ② there."),
        (ENGLISH, ENGLISH.replace("Hamburg", "H\u0430mburg")),
        (ENGLISH, ENGLISH.replace("30", "\u202e30\u202c")),
        (ARABIC, ARABIC.replace("ثلاثين", "٣٠")),
        (ARABIC.replace("ثلاثين", "٣٠"), ARABIC.replace("ثلاثين", "٦٠")),
        (VIETNAMESE, VIETNAMESE.replace("mươi", "mười")),
        (TABLE, TABLE.replace("| 45 ", "| 54 ")),
        (TABLE, TABLE.replace("Ana", "Ben ").replace("| Ben of", "| Ana of", 1)),
        (CODE, CODE.replace(">=", "<=")),
        (CODE, CODE.replace("        book", "    book")),
        (CODE, CODE.replace("!= 'red'", "!= 'Red'")),
        (MARKDOWN, MARKDOWN.replace("left", "x").replace("right", "left").replace("x\n", "right\n")),
        (MARKDOWN, MARKDOWN.replace("30", "60")),
        (HTML, HTML.replace("30", "60")),
        (HTML.replace("<p>", '<p lang="en">'), HTML.replace("<p>", '<p lang="de">')),
    ],
)
def test_what_folding_would_hide_differs(a: str, b: str) -> None:
    assert a != b
    assert differs(a, b)


@pytest.mark.parametrize("remains", [HTML, f"&lt;p&gt;{ENGLISH}&lt;/p&gt;", ENGLISH.replace("lower", "&amp; lower")])
def test_remains_of_html_make_no_copy_by_themselves(remains: str) -> None:
    """Nobody knows whether a tag is markup left over or what the passage is about, so a person is asked."""
    assert differs(remains, ENGLISH)
    assert judged(remains, textwrap.fill(remains, 60)) in {("same", None), ("differs", "spacing")}


NUL, HIGH, LOW = "\x00", "\ud800", "\udfff"


@pytest.mark.parametrize("odd", [NUL, HIGH, LOW, LOW + HIGH, "\x1b[31m", "\ufffe", "\U0010ffff"])
def test_what_is_no_text_is_no_reason_to_fail_nor_to_call_two_texts_the_same(odd: str) -> None:
    inside = ENGLISH.replace("bridge", f"bri{odd}dge")
    assert differs(ENGLISH, inside) and differs(ENGLISH, f"{ENGLISH} {odd}")
    exact = widen([Chunk(id="a", text=inside)], [Chunk(id="b", text=inside)], AT).pairs
    assert [(pair.verdict, pair.rule) for pair in exact] == [("same", "exact")]
    assert judged(odd, odd * 2) is None


@pytest.mark.parametrize(
    "tiny", ["", " ", "\n\n", "-", "…", NUL, HIGH, "\u200b", "\u0301", "x", "Yes.", "是", "ก", "42", "C++"]
)
def test_a_tiny_text_is_a_copy_of_nothing_but_itself(tiny: str) -> None:
    others = ["", "---", "no", "y", "不", "ข", "43", "C#", ENGLISH, CHINESE]
    corpus = [Chunk(id=f"o{n}", text=text) for n, text in enumerate(others) if text != tiny]
    assert [pair for pair in widen([Chunk(id="a", text=tiny)], corpus, AT).pairs if pair.verdict == "same"] == []


def test_a_megabyte_is_compared_like_any_text() -> None:
    """Plain words, each once: what is found is found among 160,000 of them."""
    letters = "abcdefghijklmnopqrst"
    words = [f"{a}{b}{c}{d}" for a in letters for b in letters for c in letters for d in letters]
    long = f"{' '.join(words)} {ENGLISH} {' '.join(word + 'u' for word in words[:60_000])}"
    assert len(long) > 1_000_000
    changed = compare(long, long.replace("after 30 minutes", "after 60 minutes"))
    assert changed is not None and (changed.rule, changed.differs) == ("number", (("30 minutes", "60 minutes"),))
    wrapped = compare(long, "\n".join(textwrap.wrap(long, 100)))
    assert wrapped is not None and wrapped.verdict == "same"
    inside = widen([Chunk(id="a", text=ENGLISH)], [Chunk(id="b", text=long)], AT).pairs
    assert [(pair.verdict, pair.containment[0]) for pair in inside] == [("differs", 1.0)]


def test_a_megabyte_without_a_space_is_compared_like_any_text() -> None:
    signs = "".join(chr(0x4E00 + number * 7 % 20_000) for number in range(170_000))
    assert len((signs * 2).encode()) > 1_000_000
    changed = compare(f"{signs}三十分钟{signs}", f"{signs}六十分钟{signs}")
    assert changed is not None and (changed.verdict, changed.rule) == ("differs", "number")


@settings(deadline=None, max_examples=60)
@given(
    st.lists(
        st.one_of(st.text(max_size=30), st.text(alphabet="ab \x00\ud800\u0301ก三٣-", max_size=30)),
        min_size=2,
        max_size=5,
    )
)
def test_any_texts_at_all_have_verdicts_in_any_order(texts: list[str]) -> None:
    corpus = [Chunk(id=f"c{n}", text=text) for n, text in enumerate(texts)]
    found = all_pairs(corpus, AT)
    assert found == all_pairs(corpus[::-1], AT)
    for pair in found.pairs:
        assert pair.verdict == "differs" or pair.rule == "exact", "so short a text is the same as an identical one only"


def test_the_commands_take_them_all(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GOLDKIT_NOW", AT)
    texts = {**SCRIPTS, "mixed": MIXED, "md": MARKDOWN, "html": HTML, "table": TABLE, "code": CODE}
    odd = {
        "nul": ENGLISH.replace(" its", f"{NUL} its"),
        "empty": "",
        "space": " \n",
        "sign": "---",
        "big": "word " * 200_000,
    }
    copies = {f"{name} again": unicodedata.normalize("NFD", text) for name, text in texts.items()}
    rows = {**texts, **odd, **copies}
    lines = [json.dumps({"id": name, "text": text}) + "\n" for name, text in rows.items()]
    (tmp_path / "corpus.jsonl").write_text("".join(lines))
    assert run(["dedupe", "--corpus", "corpus.jsonl", "--pairs", "pairs.jsonl", "--json"]) == 0
    pairs = [json.loads(line) for line in (tmp_path / "pairs.jsonl").read_text().splitlines()]
    same = {(pair["a"], pair["b"]) for pair in pairs if pair["verdict"] == "same"}
    assert same == {(name, f"{name} again") for name in texts}
    assert ("English", "nul") in {(pair["a"], pair["b"]) for pair in pairs if pair["verdict"] == "differs"}
    capsys.readouterr()
    (tmp_path / "corpus.jsonl").write_text("".join(lines) + '{"id":"half","text":"half a character: \\ud800 here"}\n')
    assert run(["dedupe", "--corpus", "corpus.jsonl"]) == 3
    assert f"corpus.jsonl:{len(lines) + 1}: found half a character" in capsys.readouterr().err
