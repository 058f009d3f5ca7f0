"""Two near-duplicates compared on the page with the keys."""

from __future__ import annotations

from goldkit.records import Copy
from goldkit.store.pairs import fold_pairs


def test_keys_say_that_two_chunks_are_the_same_and_take_it_back(sheets, sheet, golden):
    figures = {"jaccard": 0.9, "containment": (0.95, 0.95), "by": "goldkit widen", "at": sheets.AT}
    differs = Copy(a="kiln.md#1", b="kiln.md#2", verdict="differs", differs=(("900", "950"),), rule="number", **figures)
    golden.append("copies.jsonl", [differs])
    page = sheet()
    assert page.inner_text(".source .id") == "kiln.md#1"
    page.keys("p")
    page.wait_for_selector("dialog .readings dd")
    assert page.locator("dialog .readings dd").all_inner_texts() == ["“900”", "“950”"]
    assert "goldkit widen says: differs (number)" in page.inner_text("dialog")
    page.keys("s")
    page.says("recorded: kiln.md#1 says the same as kiln.md#2; u takes it back")
    assert [(pair.verdict, pair.by) for pair in fold_pairs(golden.copies()).standing] == [("same", "ana")]
    page.keys("u")
    page.says("taken back: kiln.md#1 says the same as kiln.md#2")
    assert [pair.verdict for pair in fold_pairs(golden.copies()).standing] == ["differs"]
    page.keys("p")
    page.wait_for_selector("dialog .readings")
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('dialog')")
    page.keys("3")
    page.says("recorded: 3 for kiln.md#1")
