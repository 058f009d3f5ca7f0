// The queue: one question and one chunk, and what a judge does about them.

import { compareDialog } from "./compare.js";
import { button, el, plural } from "./dom.js";
import { choose, choosing, highlight, leave, quotation, selected } from "./marking.js";
import { ask, Refused, tell } from "./net.js";
import { badDialog, candidatesOf, editDialog, noteDialog } from "./question.js";
import { searchDialog } from "./search.js";
import { fill, unfold } from "./text.js";

let settings = null;
let state = null;
let remarks = { note: "", marked: null };
let evidenceFor = null;
let adjudicate = false;
let busy = false;
let binary = localStorage.getItem("goldkit-binary") === "yes";
const main = document.getElementById("main");
const said = document.getElementById("said");

export const item = () => state?.item ?? null;
const chunkBox = () => main.querySelector(".chunk");
const grades = () => binary ? settings.grades.filter(one => settings.binary.includes(one.grade)) : settings.grades;

/** Show the pair that comes next. */
export async function openQueue() {
  settings ??= await ask("settings");
  await guarded(async () => show(await ask("next")));
}

/** Show how far the judge is, where another view is opened first. */
export async function openProgress() {
  if (state) return;
  settings ??= await ask("settings");
  state = await ask("next");
  showProgress();
}

/** Show a pair that was chosen. settle: the verdict settles a dispute. */
export async function openPair(query, chunk, settle = false) {
  settings ??= await ask("settings");
  await guarded(async () => show(await ask("pair", { query, chunk }), settle));
}

export async function giveGrade(grade) {
  if (!grades().some(one => one.grade === grade)) return tellUser(`${grade} is no grade here`);
  await give({ grade });
}

export const cannotJudge = () => give({ reason: "cannot-judge" });
export const later = () => give({ reason: "later" });

async function give(verdict) {
  if (!item()) return;
  const { query, chunk } = item();
  const { note, marked } = remarks;
  const told = { query: query.id, chunk: chunk.id, sha256: chunk.sha256, adjudicate, note, ...verdict };
  if (marked) told.marked = { text: marked.text, near: marked.near };
  await write(() => tell("judge", told), answer => answer.recorded ? `recorded: ${answer.recorded}` : "was recorded before");
}

export async function undo() {
  await write(() => tell("undo", {}), answer => answer.undone ? `taken back: ${answer.undone}` : "there is nothing to take back");
}

/** Compare the chunk with its near-duplicates, and say whether goldkit is right about them. */
export async function compare() {
  if (!item()) return;
  const { query, chunk, pairs } = item();
  if (!pairs.length) return tellUser("no other chunk of this question is nearly the same");
  await guarded(async () => {
    const found = await ask("compare", { query: query.id, chunk: chunk.id });
    const said = (other, verdict) => write(() => tell("overrule", { query: query.id, chunk: chunk.id, other, verdict }), answer => `recorded: ${answer.recorded}; u takes it back`);
    if (found.pairs.length) compareDialog(chunk.id, found.pairs, said);
  });
}

/** Change the question that is shown, or another one. */
export async function change(query, values, words) {
  await write(() => tell("change", { query, values }), () => `${words}; u takes it back`);
}

async function write(request, words) {
  if (busy) return;
  await guarded(async () => {
    const answer = await request();
    show(answer);
    tellUser(words(answer));
  });
}

async function guarded(work) {
  busy = true;
  main.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    tellUser(error.message, true);
  } finally {
    busy = false;
    main.removeAttribute("aria-busy");
  }
}

/** Words about what was done. */
export function tellUser(words, wrong = false) {
  said.textContent = words;
  said.classList.toggle("wrong", wrong);
}

export const isBusy = () => busy;

// What is shown

function show(found, settle = false) {
  state = found;
  adjudicate = settle;
  remarks = { note: "", marked: null };
  leave(null);
  highlight(null);
  showProgress();
  if (location.hash !== "#queue" && location.hash !== "") history.replaceState(null, "", "#queue");
  document.dispatchEvent(new Event("viewed"));
  if (!state.item) return main.replaceChildren(finished());
  if (evidenceFor !== state.item.query.id) evidenceFor = null;
  main.replaceChildren(deskOf(state.item));
  scrollTo(0, 0);
  main.focus({ preventScroll: true });
}

function showProgress() {
  const { done, total, left } = state.progress;
  const bar = document.getElementById("bar");
  bar.max = Math.max(total, 1);
  bar.value = done;
  const per = state.seconds;
  const pace = per ? ` · ${Math.round(3600 / per).toLocaleString("en")} an hour` : "";
  const rest = per && left ? ` · ${duration(per * left)} left` : "";
  document.getElementById("far").replaceChildren(`${done.toLocaleString("en")} of ${total.toLocaleString("en")}`, el("span", { class: "pace" }, pace, rest));
  document.title = left ? `${left} left · goldkit review` : "goldkit review";
}

function duration(seconds) {
  const minutes = Math.max(1, Math.round(seconds / 60));
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function deskOf(shown) {
  return el("div", { class: "desk", "data-query": shown.query.id, "data-chunk": shown.chunk.id },
    el("article", { class: "pair" }, questionOf(shown), chunkOf(shown)),
    el("aside", { "aria-label": "About this pair" }, toolsOf(shown), el("div", { id: "remarks" }), evidenceOf(shown), candidatesOf(state.candidates, chunk => openPair(item().query.id, chunk))),
    verdictsOf(shown));
}

function questionOf({ query }) {
  const { questions_done, questions_left } = state.progress;
  return el("section", { class: "question", "aria-label": "Question" },
    el("p", { class: "over" }, `question ${Math.min(questions_done + 1, questions_done + questions_left)} of ${questions_done + questions_left}`, query.tags.map(tag => [" ", el("span", { class: "tag" }, tag)])),
    el("h1", { dir: "auto" }, query.text),
    query.context && el("p", { class: "context", dir: "auto" }, el("span", { class: "muted" }, "after: "), query.context),
    query.answerable === "no" && el("p", { class: "flag" }, "said to be unanswerable"));
}

function chunkOf({ chunk, text, differences, query }) {
  const body = el("div", { class: "chunk", lang: "" });
  if (!text) body.append(el("p", { class: "muted" }, "The text of this chunk is not stored: review with --corpus, or say that it cannot be judged."));
  else fill(body, text, query.id, chunk.id);
  return el("section", { "aria-label": "Chunk" },
    el("p", { class: "source" }, el("span", { class: "id", dir: "auto" }, chunk.id), chunk.title && el("span", { dir: "auto" }, chunk.title),
      chunk.document && chunk.document !== chunk.id && el("span", { dir: "auto" }, chunk.document)),
    differences.map(line => el("p", { class: "flag", dir: "auto" }, line)), body);
}

/** More of a long text: below as long as there is any, then above. */
export const more = () => unfold(main);

function toolsOf({ query, pairs }) {
  return el("div", { class: "tools", role: "toolbar", "aria-label": "Tools" },
    button("Passage", markPassage, { key: "q", title: "Mark the words that answer the question" }),
    button("Note", writeNote, { key: "n" }),
    pairs.length > 0 && button("Compare", compare, { key: "p", title: `Nearly the same as ${pairs.join(", ")}: say whether both say the same` }),
    button("Search", search, { key: "/", title: "Find a chunk that answers it better" }),
    button("Edit", editQuestion, { key: "t", title: "Change the question's wording or tags" }),
    button("Bad question", badQuestion, { key: "b" }),
    button("No answer", noAnswer, { key: "x", title: "Nothing in the corpus answers this question" }));
}

function evidenceOf({ query, evidence, others }) {
  const open = evidenceFor === query.id;
  return el("details", { class: "evidence", open, ontoggle: event => { evidenceFor = event.target.open ? query.id : null; } },
    el("summary", {}, "Evidence", el("kbd", { "aria-hidden": "true" }, "e")),
    el("ul", {}, evidence.map(line => el("li", { dir: "auto" }, line)), others.length > 0 && el("li", {}, `judged by ${others.join(", ")}`)));
}

// Where words are selected, the button that keeps them shows: on a phone there is no key for it.
document.addEventListener("selectionchange", () => {
  const box = chunkBox();
  if (box) main.querySelector(".tools button")?.classList.toggle("main", selected(box) !== null);
});

export function toggleEvidence() {
  const details = main.querySelector(".evidence");
  if (details) details.open = !details.open;
}

function verdictsOf({ said: before, postponed }) {
  const own = before && (before.grade ?? before.reason);
  return el("section", { class: "verdicts", "aria-label": "Verdict" },
    el("p", { class: "over" }, adjudicate ? "You settle what the judges dispute. " : settings.audit ? "You judged this before; judge it again as if you had not. " : "Does the chunk answer the question? ",
      own !== null && own !== undefined && el("span", { class: "flag" }, `you said ${before.grade ?? before.reason} before`), postponed && " put off before"),
    el("div", { class: "grades" }, grades().map(({ grade, short, long }) => el("button", {
      type: "button", class: `grade g${grade}`, "aria-keyshortcuts": grade, "aria-label": `${grade}: ${long}`, title: long, onclick: () => giveGrade(grade),
    }, el("b", {}, grade), el("span", {}, short, el("small", {}, long.startsWith(short) ? long.slice(short.length).replace(/^\W+/, "") : long))))),
    el("div", { class: "others" }, button("Cannot judge", cannotJudge, { key: "c" }), button("Later", later, { key: "s" }), button("Undo", undo, { key: "u" })));
}

function finished() {
  const { done, postponed } = state.progress;
  return el("div", { class: "empty" }, el("h1", {}, "Nothing is left to judge"),
    el("p", {}, `${plural(done, "pair")} judged${postponed ? `, ${postponed} put off` : ""}. All of it is on disk.`),
    el("p", { class: "muted" }, "Next, in the terminal: goldkit widen --corpus C, then goldkit freeze."),
    el("p", {}, button("Undo the last", undo, { key: "u" }), " ", button("All questions", () => { location.hash = "#questions"; })));
}

// Remarks

function showRemarks() {
  const box = document.getElementById("remarks");
  const { note, marked } = remarks;
  box.replaceChildren(
    ...(marked ? [el("div", { class: "remark" }, el("h2", {}, "The passage that answers"), quotation(marked.text), button("Remove", () => { setMark(null); }, { class: "quiet" }))] : []),
    ...(note ? [el("div", { class: "remark" }, el("h2", {}, "Note"), el("p", { dir: "auto" }, note), button("Change", writeNote, { class: "quiet" }))] : []));
}

function setMark(marked) {
  remarks.marked = marked;
  highlight(marked?.range ?? null);
  leave(main);
  getSelection().removeAllRanges();
  showRemarks();
}

/** Keep what is selected; without a selection let the keys choose. */
export function markPassage() {
  const box = chunkBox();
  if (!box || !item()?.text) return;
  const found = selected(box);
  if (found) {
    setMark(found);
    tellUser("the passage goes with your verdict");
  } else {
    choose(box);
    tellUser("↑ and ↓ choose the passage, Enter marks it, Esc leaves; or select the words themselves");
  }
}

/** Keys while a passage is chosen. Returns whether the key was one. */
export function choosingKey(key) {
  if (!choosing()) return false;
  const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[key];
  if (step) choose(chunkBox(), step);
  else if (key === "Enter" || key === "q") markPassage();
  else if (key === "Escape") setMark(remarks.marked);
  else return false;
  return true;
}

export function writeNote() {
  if (item()) noteDialog(remarks.note, text => { remarks.note = text; showRemarks(); });
}

// The question

export function search() {
  if (item()) searchDialog(item().query, chunk => openPair(item().query.id, chunk));
}

export function editQuestion() {
  if (item()) editDialog(item().query, change);
}

export function badQuestion() {
  if (item()) badDialog(item().query, settings.reasons, change);
}

export function noAnswer() {
  if (item()) change(item().query.id, { answerable: "no" }, "nothing answers this question");
}

/** Two grades only, or all of them. */
export function toggleBinary() {
  binary = !binary;
  localStorage.setItem("goldkit-binary", binary ? "yes" : "no");
  if (item()) main.querySelector(".verdicts").replaceWith(verdictsOf(item()));
  tellUser(binary ? "binary mode: no or yes" : "all grades");
}

export const isBinary = () => binary;
export const gradeMeanings = () => settings?.grades ?? [];
