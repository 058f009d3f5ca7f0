// Finding a chunk that the queue does not hold.

import { dialog, el, tree } from "./dom.js";
import { ask, Refused } from "./net.js";

/** A search over all chunks. query: for which question. chosen: told the id of the chunk that was chosen. */
export function searchDialog(query, chosen) {
  const words = el("input", { type: "search", "aria-label": "Words, or the id of a chunk", dir: "auto", autocomplete: "off", spellcheck: "false" });
  const hits = el("ol", { class: "hits", "aria-label": "Chunks found" });
  const told = el("p", { class: "muted", role: "status" }, "Words of the passage, or the id of a chunk. ↓ and Enter choose.");
  let asked = 0;
  const look = async event => {
    event?.preventDefault();
    if (!words.value.trim()) return;
    const mine = ++asked;
    told.textContent = "Searching …";
    try {
      const found = await ask("search", { text: words.value, query: query.id });
      if (mine !== asked) return;
      hits.replaceChildren(...found.hits.map(hitOf));
      told.textContent = found.hits.length ? `The best ${found.hits.length} of ${found.of.toLocaleString("en")} chunks` : `None of ${found.of.toLocaleString("en")} chunks has one of these words.`;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      told.textContent = error.message;
    }
  };
  const hitOf = hit => el("li", {}, el("button", { type: "button", onclick: () => { shown.close(); chosen(hit.id); } },
    el("span", { class: "source" }, el("span", { class: "id", dir: "auto" }, hit.id), hit.title && el("span", { dir: "auto" }, hit.title),
      hit.grade !== null && el("b", { class: `grade g${hit.grade}` }, hit.grade)),
    el("span", { class: "snippet", dir: "auto" }, tree(hit.snippet))));
  const shown = dialog("Search the corpus", el("p", { class: "asked", dir: "auto" }, query.text),
    el("form", { class: "row", role: "search", onsubmit: look }, words, el("button", { class: "main" }, "Search")), told, hits);
  shown.classList.add("wide-dialog");
  shown.addEventListener("keydown", event => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    const all = [words, ...hits.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
    all[Math.min(Math.max(at, 0), all.length - 1)].focus();
  });
  words.value = query.text;
  words.select();
  words.focus();
  look();
}
