"""What a page looks like to a browser, asked from outside: the page itself may run no script."""

OVERLAPS = """
() => {
  const boxes = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || node.parentElement.closest("title, desc, style")) continue;
    if (node.parentElement.checkVisibility && !node.parentElement.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width > 1 && box.height > 1) boxes.push({node, text: node.data.trim().slice(0, 40), box});
    }
  }
  const found = [];
  boxes.forEach((one, place) => {
    for (const other of boxes.slice(place + 1)) {
      if (one.node === other.node) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (across > 1.5 && down > 4) found.push(`${one.text} | ${other.text}`);
    }
  });
  return found;
}
"""
"""Pairs of texts that cover each other, by the boxes of their lines."""

OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
"""By how many pixels the page is wider than its window."""

OUTSIDE = """
() => [...document.querySelectorAll("svg.plot text, svg.plot line, svg.plot path, svg.plot rect")].filter(part => {
  const box = part.getBoundingClientRect(), all = part.closest("svg.plot").getBoundingClientRect();
  return all.width && (box.left < all.left - 9 || box.right > all.right + 9);
}).map(part => part.outerHTML)
"""
"""Parts of drawings that stick out of them by more than half a mark."""

CONTRASTS = """
() => {
  const parse = colour => (colour.match(/[\\d.]+/g) || [0, 0, 0, 0]).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(part => part / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  const found = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("title, desc, style")) continue;
    const style = getComputedStyle(element);
    const ink = parse(element.closest("svg") ? style.fill : style.color);
    const [high, low] = [light(ink), light(behind(element))].sort((a, b) => b - a);
    found[`${style.color} ${behind(element)}`] = (high + 0.05) / (low + 0.05);
  }
  return found;
}
"""
"""Ink and paper of every text → the contrast between them, as WCAG 2 defines it."""

MARKS = """
() => {
  const parse = colour => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(part => part / 255)
    .map(part => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const paper = light(parse(getComputedStyle(document.body).backgroundColor));
  return Object.fromEntries([...document.querySelectorAll(".mark, .interval, .visible, .zero")].map(mark => {
    const [high, low] = [light(parse(getComputedStyle(mark).stroke)), paper].sort((a, b) => b - a);
    return [mark.getAttribute("class"), (high + 0.05) / (low + 0.05)];
  }));
}
"""
"""The class of every mark → its contrast with the page."""
