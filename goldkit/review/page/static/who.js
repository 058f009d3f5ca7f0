// Who judges in this browser: asked once where the page was opened by a link for another judge, and changed on demand.

import { el } from "./dom.js";
import { ask, Refused, say } from "./net.js";

const LAST = "goldkit-judge";

/** A form that asks for the name, and for the part of the questions where they are shared out. The page is loaded anew then. */
export async function whoForm(label) {
  const { judge, part, host, names, parts } = await ask("who");
  const name = el("input", { id: "judge", dir: "auto", required: true, autocomplete: "off", spellcheck: "false", maxlength: "100", list: "judges" });
  const share = parts.length > 1 ? el("select", { id: "part" }, parts.map((own, place) => el("option", { value: place + 1, selected: place + 1 === part }, `part ${place + 1} of ${parts.length}${own.length ? `, ${own.join(" and ")}` : ""}`))) : null;
  const told = el("p", { class: "flag", role: "alert" });
  name.value = judge ?? localStorage.getItem(LAST) ?? host;
  const save = async event => {
    event.preventDefault();
    try {
      const found = await say("who", { judge: name.value, ...(share ? { part: Number(share.value) } : {}) });
      localStorage.setItem(LAST, found.judge);
      location.reload();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      told.textContent = error.message;
    }
  };
  const form = el("form", { class: "who", onsubmit: save }, el("label", { for: "judge" }, "Your name"), name, el("datalist", { id: "judges" }, names.map(one => el("option", { value: one }))),
    share && [el("label", { for: "part" }, "Your questions"), share], told, el("div", { class: "row" }, el("button", { class: "main" }, label)));
  return { form, host, focus: () => { name.focus(); name.select(); } };
}

/** Ask who judges, in place of the queue. */
export async function askWho(main) {
  const { form, host, focus } = await whoForm("Start");
  main.removeAttribute("aria-busy");
  main.replaceChildren(el("div", { class: "empty" }, el("h1", {}, "Who judges here?"),
    el("p", {}, el("bdi", {}, host), " shares this review with you. Each verdict is kept with the name of whoever gave it; the queue, undo and how far one is go by that name, too."), form));
  document.title = "goldkit review";
  focus();
}
