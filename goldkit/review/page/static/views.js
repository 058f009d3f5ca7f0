// Views beside the queue: all questions, one question, agreement, what changed.

import { openPair, tellUser } from "./desk.js";
import { button, dialog, el, plural, tree } from "./dom.js";
import { quotation } from "./marking.js";
import { ask, Refused, tell } from "./net.js";

const main = document.getElementById("main");
const view = (...children) => {
  main.replaceChildren(el("div", { class: "view" }, children));
  scrollTo(0, 0);
};
const questionLink = (id, text) => el("a", { href: `#question=${encodeURIComponent(id)}`, dir: "auto" }, text);
const gradeMark = grade => el("b", { class: `grade g${grade}` }, grade);
const when = at => el("time", { datetime: at, title: at }, new Date(at).toLocaleString("sv", { dateStyle: "short", timeStyle: "short" }));
const figure = value => value === null ? "–" : value.toFixed(2);

let wanted = { filter: "all", text: "" };

export async function questions() {
  const list = el("ol", { class: "questions" });
  const told = el("p", { class: "muted", role: "status" });
  const filters = el("div", { class: "filters", role: "group", "aria-label": "Filter" });
  const words = el("input", { type: "search", "aria-label": "Words of a question", placeholder: "words of a question, its id or a tag", dir: "auto" });
  const further = button("More", () => load(list.children.length), { class: "more after", hidden: true });
  let asked = 0;
  words.value = wanted.text;
  async function load(place = 0) {
    const mine = ++asked;
    const found = await ask("questions", { ...wanted, place });
    if (mine !== asked) return;
    if (!place) list.replaceChildren();
    list.append(...found.rows.map(rowOf));
    further.hidden = list.children.length >= found.found;
    told.textContent = `${plural(found.found, "question")}${found.frozen ? `; ${found.frozen.toLocaleString("en")} frozen ones are not shown` : ""}`;
    filters.replaceChildren(...Object.entries(found.counts).map(([name, count]) => el("button", {
      type: "button", "aria-pressed": String(name === wanted.filter), onclick: () => { wanted.filter = name; load(); },
    }, name, el("span", { class: "muted" }, count.toLocaleString("en")))));
  }
  words.addEventListener("input", () => { wanted.text = words.value; load(); });
  view(el("div", { class: "head" }, el("h1", {}, "Questions"), button("New question", newQuestion)), words, filters, told, list, further);
  await load();
}

function rowOf(row) {
  const state = row.aside ? `set aside: ${row.aside}` : row.answerable === "no" ? "unanswerable" : "";
  return el("li", {},
    el("div", {}, questionLink(row.id, row.text), state && el("span", { class: "flag" }, ` ${state}`), row.disputed > 0 && el("span", { class: "flag" }, ` ${plural(row.disputed, "dispute")}`)),
    el("div", { class: "over" }, row.origin, row.weight ? ` · asked ${plural(row.weight, "time")}` : "", row.waiting ? ` · ${row.waiting} to judge` : "",
      row.tags.map(tag => [" ", el("span", { class: "tag" }, tag)])),
    el("div", { class: "marks", role: "group", "aria-label": "Grades" }, row.grades.map(({ grade, chunk }) => el("b", { class: `grade g${grade}`, title: chunk }, grade))));
}

function newQuestion() {
  const text = el("textarea", { rows: "3", dir: "auto", required: true, "aria-label": "The question" });
  const add = async event => {
    event.preventDefault();
    shown.close();
    try {
      const { query } = await tell("question", { text: text.value });
      location.hash = `#question=${encodeURIComponent(query)}`;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      tellUser(error.message, true);
    }
  };
  const shown = dialog("A new question", el("form", { onsubmit: add }, text, el("p", { class: "muted" }, "As people ask it. What answers it is then found by searching."),
    el("div", { class: "row" }, el("button", { class: "main" }, "Add"))));
  text.addEventListener("keydown", event => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) add(event); });
  text.focus();
}

export async function question(id) {
  const { query, changes, chunks } = await ask("question", { query: id });
  const { searchDialog } = await import("./search.js");
  const put = async (values, words) => {
    await tell("change", { query: id, values });
    tellUser(`${words}; u in the queue takes it back`);
    await question(id);
  };
  view(el("p", { class: "over" }, `${query.origin} · ${query.id}`, query.tags.map(tag => [" ", el("span", { class: "tag" }, tag)])),
    el("h1", { dir: "auto" }, query.text),
    query.context && el("p", { class: "context", dir: "auto" }, `after: ${query.context}`),
    query.variants.length > 0 && el("p", { class: "muted", dir: "auto" }, `also asked as: ${query.variants.join(" · ")}`),
    query.aside && el("p", { class: "flag" }, `set aside: ${query.aside}`), query.answerable === "no" && el("p", { class: "flag" }, "said to be unanswerable"),
    el("div", { class: "row" }, button("Search the corpus", () => searchDialog(query, chunk => openPair(id, chunk))),
      query.aside && button("Bring back", () => put({ aside: null }, "the question is back")),
      query.answerable === "no" && button("It can be answered", () => put({ answerable: null }, "the question is open again"))),
    changes.length > 0 && el("section", {}, el("h2", {}, "What was changed"), el("ul", {}, changes.map(changeOf))),
    el("h2", {}, plural(chunks.length, "chunk")), chunks.map(one => chunkOf(id, one)));
}

function changeOf({ by, at, fields, undone }) {
  const words = fields.map(([field, before, after]) => `${field}: ${value(before)} → ${value(after)}`).join("; ");
  return el("li", { dir: "auto", class: undone ? "undone" : null }, `${by}, `, when(at), `: ${words}${undone ? " (taken back)" : ""}`);
}

const value = given => given === null || given === undefined || given.length === 0 ? "none" : Array.isArray(given) ? given.join(", ") : `“${given}”`;

function chunkOf(query, one) {
  const { label } = one;
  const state = label ? [label.grade !== null && gradeMark(label.grade), " ", label.disputed ? el("span", { class: "flag" }, "disputed") : label.status,
    label.derived_from && ` from ${label.derived_from}`] : "no label";
  return el("details", { class: "one" },
    el("summary", {}, el("span", { class: "id", dir: "auto" }, one.id), one.title && el("span", { class: "muted", dir: "auto" }, one.title), el("span", { class: "state" }, state)),
    one.text ? el("div", { class: "chunk" }, one.text.parts.map(part => el("div", { dir: "auto" }, tree(part.nodes))), (one.text.before || one.text.after) ? el("p", { class: "muted" }, "… the rest is shown when it is judged") : null)
      : el("p", { class: "muted" }, "Its text is not stored."),
    el("div", { class: "row" }, button("Judge it", () => openPair(query, one.id)), label?.disputed && button("Settle it", () => openPair(query, one.id, true))),
    el("ol", { class: "history", "aria-label": "Judgments" }, one.history.map(saidOf)));
}

function saidOf(line) {
  const words = line.grade !== null ? [gradeMark(line.grade), " "] : [line.reason ?? "", line.reason ? " " : ""];
  return el("li", {}, words, line.status === "proposed" ? "proposed by " : "by ", `${line.by}, `, when(line.at), line.role !== "judge" ? ` · ${line.role}` : "",
    line.note && el("p", { dir: "auto" }, line.note), line.quote && quotation(line.quote));
}

export async function agreement() {
  const found = await ask("agreement");
  const judges = Object.entries(found.graded);
  view(el("h1", {}, "Agreement"),
    judges.length < 2 && el("p", {}, `${judges.length ? "One person has judged so far" : "Nobody has judged yet"}. A second opinion: goldkit review --again --judge NAME.`),
    judges.length > 0 && el("p", {}, judges.map(([judge, count]) => `${judge} ${plural(count, "pair")}`).join(" · "), `; ${plural(found.shared, "pair")} by two or more`),
    found.shared > 0 && el("dl", { class: "figures" },
      el("dt", {}, "Krippendorff's alpha, grades as ranks"), el("dd", {}, figure(found.alpha)),
      el("dt", {}, `Fleiss' kappa, pairs with ${found.raters} judges`), el("dd", {}, figure(found.fleiss))),
    found.shared > 0 && el("p", { class: "muted" }, "1 is full agreement, 0 what chance would give. From 0.8 on labels are usually taken as reliable, below 0.67 hardly."),
    found.two.map(twoOf), found.again.map(twoOf),
    el("h2", {}, "Disputed"), found.disputed.length ? el("ul", { class: "plainly" }, found.disputed.map(one => el("li", {}, questionLink(one.query, one.text), " ",
      el("span", { class: "id", dir: "auto" }, one.chunk), ` ${one.judges.join(", ")} `, button("Settle it", () => openPair(one.query, one.chunk, true))))) : el("p", { class: "muted" }, "Nothing is."));
}

function twoOf(two) {
  const grades = two.confusion.map((_, grade) => grade);
  return el("section", {}, el("h2", {}, `${two.first} and ${two.second}`),
    el("p", {}, `${plural(two.n, "pair")}, ${Math.round(100 * two.same)} % with the same grade; Cohen's kappa ${figure(two.kappa)} on relevant or not, ${figure(two.weighted)} weighted on the grades`),
    el("div", { class: "wide", tabindex: "0", role: "group", "aria-label": "Confusion" }, el("table", { class: "confusion" },
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, `${two.first} ↓ ${two.second} →`), grades.map(grade => el("th", { scope: "col" }, grade)))),
      el("tbody", {}, two.confusion.map((row, grade) => el("tr", {}, el("th", { scope: "row" }, grade), row.map((count, other) => el("td", { class: grade === other ? "same" : null }, count))))))));
}

export async function today() {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  const found = await ask("today", { since: midnight.toISOString() });
  const judges = Object.entries(found.judges).map(([judge, count]) => `${judge} ${plural(count, "verdict")}`);
  const proposed = Object.entries(found.proposed).map(([tool, count]) => `${tool} proposed ${plural(count, "pair")}`);
  view(el("h1", {}, "What changed today"),
    el("p", {}, [...judges, ...proposed].join(" · ") || "Nothing yet."),
    found.frozen > 0 && el("p", { class: "muted" }, `${plural(found.frozen, "verdict")} on frozen questions are only counted`),
    el("ol", { class: "history" }, found.events.map(event => event.fields
      ? el("li", {}, questionLink(event.query, event.text), el("ul", {}, changeOf(event)))
      : el("li", {}, event.grade !== null ? gradeMark(event.grade) : event.reason, " ", questionLink(event.query, event.text), " ", el("span", { class: "id", dir: "auto" }, event.chunk),
        el("span", { class: "muted" }, ` ${event.by}, `, when(event.at), event.role !== "judge" ? ` · ${event.role}` : "")))));
}
