"""A golden directory to review in a browser, with texts of every kind, and the page that shows it."""

from __future__ import annotations

from goldkit.files.canonical import sha256_text
from goldkit.records import Chunk, Judgment, Query
from goldkit.store.golden import GoldenDirectory

AT = "2026-12-01T10:00:00Z"
HOSTILE = (
    "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">",
    "[a link](javascript:document.title='owned') ![pixel](http://203.0.113.9/pixel.png)",
    '<svg onload="document.title=\'owned\'"><a href="javascript:alert(1)">x</a></svg>',
    '"><iframe src="http://203.0.113.9/"></iframe>',
    "מנוע חיפוש \u202egnihtyna\u202c",
)
TEXTS = {
    "kiln.md#1": "# Lighting\n\nThe **kiln** is lit at 6 h and reaches `900` degrees after 3 h.\n\n"
    "| step | hour |\n|---|---|\n| lit | 6 |\n",
    "kiln.md#2": "The kiln is swept on Mondays.\n\n```\nsweep --all "
    "--since 2026-01-01 --a-very-long-option-that-does-not-fit-on-a-phone=yes\n```",
    "long.md": "".join(f"Paragraph {n} tells of clay and water.\n\n" for n in range(25_000))
    + "Here the ferry sails at noon.",
    "窯/手順": "窯は朝六時に点火します。三時間で九百度になります。" * 6,
    "فرن": "يُشعل الفرن في الساعة السادسة صباحًا ويصل إلى 900 درجة بعد ثلاث ساعات.",
    "hostile": "\n\n".join(HOSTILE),
    "far": "Potters rest their clay for two days.",
}
QUESTIONS = {
    "hot": ("how hot does the kiln get?", ("kiln.md#1", "kiln.md#2", "窯/手順")),
    "ferry": ("when does the ferry sail?", ("long.md",)),
    "rtl": ("متى يُشعل الفرن؟", ("فرن",)),
    "owned": (HOSTILE[0], ("hostile",)),
}


def filled(path):
    """The golden directory, made at a path."""
    directory = GoldenDirectory(path)
    directory.create()
    weights = dict(zip(QUESTIONS, (9.0, 7.0, 5.0, 3.0), strict=True))
    directory.rewrite_queries(
        lambda _: [
            Query(id=name, text=text, origin="log", weight=weights[name], context=HOSTILE[2] if name == "owned" else None,
                  tags=(HOSTILE[3],) if name == "owned" else (), answer=HOSTILE[1] if name == "owned" else None)
            for name, (text, _) in QUESTIONS.items()
        ]
    )  # fmt: skip
    directory.add_chunks(
        Chunk(id=name, text=text, sha256=sha256_text(text), title=HOSTILE[0] if name == "hostile" else f"About {name}")
        for name, text in TEXTS.items()
    )
    directory.append("judgments.jsonl", [
        Judgment(query=query, chunk=chunk, grade=None, status="proposed", source="log", by="goldkit mine", at=AT, batch="b",
                 priority=1.0 - place / 10, evidence={"cited": 2})
        for query, (_, chunks) in QUESTIONS.items() for place, chunk in enumerate(chunks)
    ])  # fmt: skip
    return directory


class Sheet:
    """A page of Playwright's that shows a review; what it asks for elsewhere and its errors are collected in `wrong`."""

    def __init__(self, page, review):
        self.page, self.review, self.wrong = page, review, []
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("request", lambda asked: None if f":{review.port}/" in asked.url else self.wrong.append(asked.url))
        page.goto(review.link)
        page.wait_for_selector(".desk, .empty h1")

    def __getattr__(self, name):
        return getattr(self.page, name)

    def keys(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def says(self, words):
        told = "words => document.getElementById('said').textContent.includes(words)"
        self.page.wait_for_function(told, arg=words)

    def pair(self):
        """(query, chunk) that is shown."""
        desk = self.page.locator(".desk")
        return desk.get_attribute("data-query"), desk.get_attribute("data-chunk")

    def judged(self, key):
        """Press a key and wait for what comes next."""
        query, chunk = self.pair()
        self.page.keyboard.press(key)
        self.page.wait_for_function(
            "pair => { const desk = document.querySelector('.desk'), busy = document.querySelector('main[aria-busy]');"
            " return !busy && (!desk || desk.dataset.query !== pair[0] || desk.dataset.chunk !== pair[1]); }",
            arg=[query, chunk],
        )

    def judged_until(self, chunk):
        while self.pair()[1] != chunk:
            self.judged("0")


def invited(page):
    """A link that a page makes for another judge."""
    page.click("#help")
    page.click("text=Link for another judge")
    page.wait_for_selector(".link-out code")
    link = page.inner_text(".link-out code")
    page.keyboard.press("Escape")
    return link


def named(page, name):
    """Say who judges in the browser of a page."""
    page.fill("#judge", name)
    page.keyboard.press("Enter")
    page.wait_for_selector(".desk, .empty:not(:has(.who)) h1")


def given(golden, by="ana"):
    """(chunk, grade or reason) of each judgment of a judge."""
    lines = (line for line in golden.judgments() if line.by == by)
    return [(line.chunk, line.reason if line.grade is None else line.grade) for line in lines]
