// A chunk's text: what is shown of it at first, and the rest on demand.

import { button, el, plural, tree } from "./dom.js";
import { ask } from "./net.js";

/** Put a text into an element, with buttons for what is folded away. */
export function fill(body, text, query, chunk) {
  const before = moreButton(text.before, "before", text.first);
  const after = moreButton(text.after, "after", text.last);
  body.append(before ?? "", ...partsOf(text), after ?? "");

  function moreButton(hidden, way, place) {
    if (!hidden) return null;
    const words = way === "before" ? "above" : "below";
    const shown = button(`${plural(hidden, "character")} more ${words}`, async () => {
      shown.disabled = true;
      const found = await ask("more", { query, chunk, place, way });
      const next = moreButton(found[way], way, way === "before" ? found.first : found.last);
      const parts = partsOf(found);
      if (way === "before") shown.replaceWith(...(next ? [next] : []), ...parts);
      else shown.replaceWith(...parts, ...(next ? [next] : []));
    }, { class: "more" });
    shown.classList.add(way);
    return shown;
  }
}

const partsOf = text => text.parts.map(part => el("div", { "data-start": part.start, dir: "auto" }, tree(part.nodes)));

/** Press the button for more that is inside an element: below as long as there is any, then above. */
export const unfold = inside => (inside.querySelector(".more.after") ?? inside.querySelector(".more.before"))?.click();
