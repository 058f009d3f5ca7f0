// What goes with a question: its chunks, and the dialogs that change it or take a note.

import { button, dialog, el } from "./dom.js";

/** Change the wording and the tags. change: told the id, the new values, and words for what was done. */
export function editDialog(query, change) {
  const text = el("textarea", { rows: "3", dir: "auto", required: true, id: "edit-text" });
  const tags = el("input", { id: "edit-tags", autocomplete: "off" });
  text.value = query.text;
  tags.value = query.tags.join(", ");
  const save = event => {
    event.preventDefault();
    shown.close();
    change(query.id, { text: text.value, tags: [...new Set(tags.value.split(",").map(tag => tag.trim()).filter(Boolean))] }, "the question was changed");
  };
  const shown = dialog("Edit the question", el("form", { onsubmit: save }, el("label", { for: "edit-text" }, "Wording (the one before stays as a variant)"), text,
    el("label", { for: "edit-tags" }, "Tags, with commas between"), tags, el("div", { class: "row" }, el("button", { class: "main" }, "Save"))));
  text.addEventListener("keydown", event => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) save(event); });
  text.focus();
}

/** Set a question aside, for one of the reasons or another. */
export function badDialog(query, reasons, change) {
  const aside = reason => { shown.close(); change(query.id, { aside: reason }, `the question is set aside: ${reason}`); };
  const words = el("input", { "aria-label": "Another reason", placeholder: "another reason", autocomplete: "off", dir: "auto" });
  const shown = dialog("What is wrong with the question?",
    el("div", { class: "choices" }, reasons.map((reason, place) => button(reason, () => aside(reason), { key: String(place + 1) }))),
    el("form", { class: "row", onsubmit: event => { event.preventDefault(); if (words.value.trim()) aside(words.value.trim()); } }, words, el("button", {}, "Set aside")),
    el("p", { class: "muted" }, "It leaves the queue and counts nowhere; its judgments stay. Undo brings it back."));
  shown.addEventListener("keydown", event => {
    const reason = reasons[Number(event.key) - 1];
    if (reason && event.target !== words) { event.preventDefault(); aside(reason); }
  });
}

/** The chunks of a question with what was said of each. open: told the one to show. */
export function candidatesOf(candidates, open) {
  if (candidates.length < 2) return null;
  const words = { "cannot-judge": "cannot judge", later: "later" };
  return el("nav", { class: "candidates", "aria-label": "Chunks of this question" }, el("h2", {}, "This question"),
    el("ol", {}, candidates.map(one => el("li", {}, el("button", {
      type: "button", "aria-current": one.here ? "true" : null, onclick: () => open(one.chunk),
    }, el("span", { class: "id", dir: "auto" }, one.chunk), el("b", { class: one.grade === null ? "muted" : `grade g${one.grade}` }, one.grade ?? words[one.reason] ?? "–"))))));
}

/** Write a note. keep: told its text. */
export function noteDialog(note, keep) {
  const text = el("textarea", { rows: "4", dir: "auto", maxlength: "4000", "aria-label": "Note" });
  text.value = note;
  const save = event => { event.preventDefault(); shown.close(); keep(text.value.trim()); };
  const shown = dialog("Note", el("form", { onsubmit: save }, text, el("p", { class: "muted" }, "Kept with your verdict on this pair. Enter keeps it, Shift and Enter begin a line."),
    el("div", { class: "row" }, el("button", { class: "main" }, "Keep"))));
  text.addEventListener("keydown", event => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) save(event); });
  text.focus();
}
