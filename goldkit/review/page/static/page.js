// The page: which view is shown, and what each key does.

import * as desk from "./desk.js";
import { button, dialog, el } from "./dom.js";
import * as views from "./views.js";
import { onLine, Refused, resume, tell, waiting } from "./net.js";

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
      button("Link for another browser", async () => {
        const { token } = await tell("link", {});
        link.textContent = `${location.origin}/?token=${token}`;
      }),
      button("Finish", () => { shown.close(); finish(); })),
    link, el("p", { class: "muted" }, `You judge as ${document.querySelector(".judge").textContent}.`));
}

async function finish() {
  const { progress } = await tell("finish", {});
  main.replaceChildren(el("div", { class: "empty" }, el("h1", {}, "The review is ended"),
    el("p", {}, `${progress.left.toLocaleString("en")} left. All that you said is on disk; goldkit review goes on here.`)));
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
document.addEventListener("keydown", keyed);
document.addEventListener("viewed", viewed);
document.getElementById("help").addEventListener("click", help);
addEventListener("hashchange", route);
addEventListener("beforeunload", event => { if (waiting()) event.preventDefault(); });
if (await resume().catch(() => false)) desk.tellUser("what was not acknowledged before is recorded now");
await route();
