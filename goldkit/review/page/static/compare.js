// Two chunks that are nearly the same: what differs, and whether it matters.

import { button, dialog, el, tree } from "./dom.js";

/** Show one near-duplicate after the other. pairs: as the server compares them. said: told the other chunk and the verdict. */
export function compareDialog(chunk, pairs, said) {
  let at = 0;
  const body = el("div", { class: "compared" });
  const shown = dialog("Do these two say the same?", body);
  shown.classList.add("wide-dialog");
  shown.tabIndex = -1;
  const say = verdict => { shown.close(); said(pairs[at].other.id, verdict); };
  const next = () => { at = (at + 1) % pairs.length; draw(); };
  const keys = { s: () => say("same"), d: () => say("differs"), p: next };
  shown.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || !keys[event.key.toLowerCase()]) return;
    event.preventDefault();
    keys[event.key.toLowerCase()]();
  });
  draw();

  function draw() {
    const { other, text, about, readings, rest } = pairs[at];
    body.replaceChildren(
      el("p", {}, el("span", { class: "id", dir: "auto" }, chunk), " and ", el("span", { class: "id", dir: "auto" }, other.id)),
      el("p", { class: "muted", dir: "auto" }, pairs.length > 1 && `pair ${at + 1} of ${pairs.length} · `, about),
      el("dl", { class: "readings" }, readings.map(([here, there]) => [el("dt", {}, "here"), el("dd", { dir: "auto" }, here), el("dt", {}, "there"), el("dd", { dir: "auto" }, there)])),
      rest && el("p", { class: "muted" }, rest),
      el("div", { class: "row" }, button("Same", keys.s, { key: "s" }), button("Differs", keys.d, { key: "d" }), pairs.length > 1 && button("Next pair", next, { key: "p" })),
      el("p", { class: "muted" }, "Same: what one is worth for a question, the other is worth, too. Your word stands over goldkit's; undo takes it back."),
      el("h3", { class: "id", dir: "auto" }, other.id),
      text ? el("div", { class: "chunk" }, text.parts.map(part => el("div", { dir: "auto" }, tree(part.nodes))), text.after > 0 && el("p", { class: "muted" }, "…")) : el("p", { class: "muted" }, "The text of this chunk is not stored."));
    shown.focus(); // neither verdict is nearer at hand
  }
}
