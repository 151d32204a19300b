// The move list: the main line, variations as branches of it, and notes.

import { h } from "./dom.js";
import { t } from "./words.js";

/** Words beside a move, and a way to remove it; `change(method, path, body)` tells the server. */
export function noteBox(node, change) {
  if (!node || node.parent === null) return [];
  const text = h("textarea", {
    rows: 2,
    "aria-label": t("note"),
    placeholder: t("note"),
    onchange: () => change("PUT", `/nodes/${node.id}/note`, { text: text.value }),
  });
  text.value = node.note;
  return [
    text,
    h(
      "button",
      {
        type: "button",
        class: "quiet small",
        onclick: () => change("DELETE", `/nodes/${node.id}`),
      },
      t("remove"),
    ),
  ];
}

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
    const isNumbered = number || ply % 2 === 1;
    number = false;
    box.append(
      isNumbered
        ? h(
            "span",
            { class: "numbered" },
            h("span", { class: "number" }, `${ply}`),
            button(main, view, go),
          )
        : button(main, view, go),
    );
    for (const other of others) {
      const branch = h(
        "span",
        { class: "variation" },
        h("span", { class: "number" }, `${ply}`),
        button(other, view, go),
      );
      writeLine(branch, other.id, ply + 1, children, view, go);
      box.append(branch);
      number = true;
    }
    next = children.get(main.id) ?? [];
  }
}

function button(node, view, go) {
  return h(
    "button",
    {
      type: "button",
      "data-node": node.id,
      class: node.note ? "noted" : null,
      title: node.note || null,
      "aria-current": node.id === view.node ? "true" : null,
      onclick: () => go(node.id),
    },
    node.move,
  );
}
