// The page: which view is shown, and what each key does.

import * as desk from "./desk.js";
import { button, dialog, el } from "./dom.js";
import * as views from "./views.js";
import { judge, onLine, Refused, resume, say, tell, waiting } from "./net.js";
import { askWho, whoForm } from "./who.js";

const VIEWS = { questions: views.questions, question: views.question, agreement: views.agreement, today: views.today };
const main = document.getElementById("main");
const KEYS = {
  c: [desk.cannotJudge, "cannot judge: not understood, or not for you to say"],
  s: [desk.later, "later: put to the end of the queue"],
  u: [desk.undo, "undo: take back the last thing you did, again and again, from earlier days too"],
  n: [desk.writeNote, "note: a line that is kept with the verdict"],
  q: [desk.markPassage, "passage: mark the words that answer, selected ones or by ↑ ↓ Enter"],
  "/": [desk.search, "search the corpus, and judge any chunk: the queue is not the limit"],
  e: [desk.toggleEvidence, "evidence: what the logs say; first judge without"],
  p: [desk.compare, "pair: compare with a near-duplicate and say whether both say the same"],
  m: [desk.more, "more of a long text"],
  t: [desk.editQuestion, "text: change the question or its tags"],
  b: [desk.badQuestion, "bad question: set it aside"],
  x: [desk.noAnswer, "nothing in the corpus answers this question"],
  "?": [help, "this help"],
};

function help() {
  const grades = desk.gradeMeanings().map(({ grade, long }) => [el("dt", {}, el("kbd", {}, grade)), el("dd", {}, long)]);
  const keys = Object.entries(KEYS).map(([key, [, words]]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, words)]);
  const link = el("p", { class: "link-out" });
  const shown = dialog("Keys and grades", el("dl", { class: "keys" }, grades, keys),
    el("div", { class: "row" },
      button(desk.isBinary() ? "All grades" : "Two grades only", () => { shown.close(); desk.toggleBinary(); }),
      button("Link for another judge", async () => {
        const { token } = await say("link", {});
        link.replaceChildren(el("code", {}, `${location.origin}/?token=${token}`), el("span", { class: "muted" }, "Opens one browser, once, and asks who judges there."));
      }),
      button("Finish", () => { shown.close(); finish(); })),
    link, el("p", { class: "muted" }, "You judge as ", el("bdi", {}, judge), ". ", button("Judge as somebody else", () => { shown.close(); changeWho(); }, { class: "quiet" })));
}

async function changeWho() {
  const { form, focus } = await whoForm("Go on");
  dialog("Who judges in this browser?", form, el("p", { class: "muted" }, "What was said so far keeps the name under which it was said."));
  focus();
}

async function finish() {
  const { progress, host } = await say("finish", { judge });
  const left = `${progress.left.toLocaleString("en")} left. All that you said is on disk`;
  main.replaceChildren(el("div", { class: "empty" }, host === judge
    ? [el("h1", {}, "The review is ended"), el("p", {}, `${left}; goldkit review goes on here.`)]
    : [el("h1", {}, "You are done"), el("p", {}, `${left}. The review that `, el("bdi", {}, host), " started goes on.")]));
  done = true;
}

let done = false;

function keyed(event) {
  if (done || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (document.querySelector("dialog[open]") || event.target.closest("input, textarea, select")) return;
  const key = event.key.length === 1 ? event.key.normalize("NFKC").toLowerCase() : event.key;
  if (desk.choosingKey(key)) return event.preventDefault();
  if (event.repeat || desk.isBusy()) return;
  if (key === "?") return help();
  if (!desk.item() && key !== "u") return;
  if (current() !== "queue") return;
  if (/^[0-9]$/.test(key)) desk.giveGrade(Number(key));
  else if (KEYS[key]) {
    event.preventDefault();
    KEYS[key][0]();
  }
}

const current = () => location.hash.slice(1).split("=")[0] || "queue";

async function route() {
  const name = current();
  viewed();
  if (name === "queue" || !VIEWS[name]) return desk.openQueue();
  try {
    await desk.openProgress();
    await VIEWS[name](decodeURIComponent(location.hash.split("=").slice(1).join("=")));
    document.title = `${name} · goldkit review`;
    main.removeAttribute("aria-busy");
    main.focus({ preventScroll: true });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    desk.tellUser(error.message, true);
  }
}

function viewed() {
  document.querySelectorAll("nav[aria-label=Views] a").forEach(link => {
    if (link.hash.slice(1) === current().replace(/^question$/, "questions")) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
}

onLine(why => {
  const banner = document.getElementById("offline");
  banner.hidden = !why || done;
  banner.textContent = why && `${why} ${waiting() ? "Your last verdict is kept here and is sent as soon as it can be." : "Trying again …"}`;
});
document.querySelector(".skip").addEventListener("click", event => {
  event.preventDefault(); // its address is no view
  main.focus();
});
if (judge) await begin();
else await askWho(main);

async function begin() {
  document.addEventListener("keydown", keyed);
  document.addEventListener("viewed", viewed);
  document.getElementById("help").addEventListener("click", help);
  document.getElementById("who").addEventListener("click", changeWho);
  addEventListener("hashchange", route);
  addEventListener("beforeunload", event => { if (waiting()) event.preventDefault(); });
  await sendKept();
  await route();
}

async function sendKept() {
  try {
    if (await resume()) desk.tellUser("what was not acknowledged before is recorded now");
  } catch (error) {
    desk.tellUser(error.message, true);
  }
}
