// The move list: the main line, and variations as branches of it.

import { h } from "./dom.js";
import { t } from "./words.js";

/** The tree as buttons; `go(id)` stands at a node. */
export function moveList(view, go) {
  if (view.tree.length < 2) return h("p", { class: "faint small" }, t("no_moves"));
  const children = new Map();
  for (const node of view.tree) {
    if (node.parent === null) continue;
    if (!children.has(node.parent)) children.set(node.parent, []);
    children.get(node.parent).push(node);
  }
  const list = h("div", { class: "moves", role: "group", "aria-label": t("moves") });
  list.append(button({ id: 0, move: t("start"), note: "" }, view, go));
  writeLine(list, 0, 1, children, view, go);
  return list;
}

function writeLine(box, id, ply, children, view, go) {
  let number = true; // whether the next move needs its number
  for (let next = children.get(id) ?? []; next.length; ply += 1) {
    const [main, ...others] = next;
    if (number || ply % 2 === 1) box.append(h("span", { class: "number" }, `${ply}`));
    number = false;
    box.append(button(main, view, go));
    for (const other of others) {
      const branch = h("span", { class: "variation" }, h("span", { class: "number" }, `${ply}`), button(other, view, go));
      writeLine(branch, other.id, ply + 1, children, view, go);
      box.append(branch);
      number = true;
    }
    next = children.get(main.id) ?? [];
  }
}

function button(node, view, go) {
  return h("button", {
    type: "button", "data-node": node.id, class: node.note ? "noted" : null, title: node.note || null,
    "aria-current": node.id === view.node ? "true" : null, onclick: () => go(node.id),
  }, node.move);
}
