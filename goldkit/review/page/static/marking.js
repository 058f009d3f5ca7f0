// Marking the passage that answers: with the mouse, a finger, or the keys alone.

import { el } from "./dom.js";

const BLOCKS = "p, li, tr, pre, h3, h4, h5, blockquote";
let at = -1;

/** What is selected inside an element: its words, and about where in the text they stand; null for nothing. */
export function selected(inside) {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return null;
  const range = selection.getRangeAt(0);
  if (!inside.contains(range.commonAncestorContainer)) return null;
  const text = selection.toString().trim();
  return text ? { text, near: place(range.startContainer), range: range.cloneRange() } : null;
}

/** Whether the keys choose a passage now. */
export const choosing = () => at >= 0;

/** Let the keys choose a passage of an element, or stop it. */
export function choose(inside, step = 0) {
  const blocks = blocksOf(inside);
  if (!blocks.length) return;
  if (at < 0) {
    const marks = blocks.map(block => block.matches("h3, h4, h5") ? -1 : block.querySelectorAll("mark").length);
    at = marks.indexOf(Math.max(...marks));
  } else {
    at = Math.min(Math.max(at + step, 0), blocks.length - 1);
  }
  blocks.forEach((block, place) => block.classList.toggle("chosen", place === at));
  blocks[at].scrollIntoView({ block: "nearest" });
  getSelection().selectAllChildren(blocks[at]);
}

export function leave(inside) {
  at = -1;
  inside?.querySelectorAll(".chosen").forEach(block => block.classList.remove("chosen"));
}

/** Show what is marked. */
export function highlight(range) {
  if (!globalThis.CSS?.highlights) return;
  CSS.highlights.delete("answer");
  if (range) CSS.highlights.set("answer", new Highlight(range));
}

function place(node) {
  const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
  return Number(element?.closest("[data-start]")?.dataset.start ?? 0);
}

function blocksOf(inside) {
  return [...inside.querySelectorAll(BLOCKS)].filter(block => !block.querySelector(BLOCKS) && block.textContent.trim());
}

/** A passage as a quotation. */
export const quotation = text => el("blockquote", { class: "quote", dir: "auto" }, text.length > 400 ? `${text.slice(0, 400)}…` : text);
