// Elements made one by one: no text ever becomes markup.

const TAGS = new Set(("p h3 h4 h5 ul ol li blockquote pre code em strong s hr br span mark table thead tbody tr th td").split(" "));
const CLASSES = new Set(["link", "picture"]);
const BLOCKS = new Set(["p", "h3", "h4", "h5", "li", "td", "th", "blockquote"]);

/** An element. properties: on… are listeners, the rest attributes; null and false are left out. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return made;
}

/** The elements of a tree that the server made of a text; what it does not know it shows as text. */
export function tree(nodes) {
  return nodes.map(node => {
    if (typeof node === "string") return document.createTextNode(node);
    const [tag, attributes, ...children] = node;
    if (!TAGS.has(tag)) return el("span", {}, tree(children));
    const made = el(tag, BLOCKS.has(tag) ? { dir: "auto" } : {}, tree(children));
    if (CLASSES.has(attributes.class)) made.className = attributes.class;
    if (attributes.title) made.title = attributes.title;
    if (Number.isInteger(attributes.start)) made.setAttribute("start", attributes.start);
    if (tag === "table" || tag === "pre") return el("div", { class: "wide", tabindex: "0", role: "group", "aria-label": tag === "table" ? "Table" : "Code" }, made);
    return made;
  });
}

/** A button. key: the key that does the same. */
export function button(label, act, { key = null, ...rest } = {}) {
  return el("button", { type: "button", onclick: act, "aria-keyshortcuts": key, ...rest }, label, key && el("kbd", { "aria-hidden": "true" }, key));
}

/** Show a dialog until it is closed; it is gone then. Returns it. */
export function dialog(title, ...children) {
  const heading = el("h2", { id: "dialog-title" }, title);
  const shown = el("dialog", { "aria-labelledby": "dialog-title", onclose: () => shown.remove() },
    el("div", { class: "title" }, heading, button("×", () => shown.close(), { "aria-label": "Close", class: "quiet" })), children);
  document.body.append(shown);
  shown.showModal();
  return shown;
}

export const plural = (count, noun) => `${count.toLocaleString("en")} ${count === 1 ? noun : noun.endsWith("y") ? noun.slice(0, -1) + "ies" : noun + "s"}`;
