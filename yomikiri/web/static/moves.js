// The move list: the main line, variations as branches of it, and notes.

import { button, h } from "./dom.js";
import { t } from "./words.js";

/** @import { GameView, TreeNode } from "./types.js" */

/**
 * Words beside a move, and a way to remove it.
 * @param {TreeNode} node
 * @param {(text: string) => void} write
 * @param {() => void} remove
 */
export function noteBox(node, write, remove) {
  const text = h("textarea", { rows: 2, "aria-label": t("note"), placeholder: t("note") });
  text.value = node.note;
  text.addEventListener("change", () => write(text.value));
  return [text, button(t("remove"), remove, { class: "quiet small" })];
}

/**
 * The tree as buttons.
 * @param {GameView} view
 * @param {(id: number) => void} go stands at a node
 */
export function moveList(view, go) {
  if (view.tree.length < 2) return h("p", { class: "faint small" }, t("no_moves"));
  const list = h("div", { class: "moves", role: "group", "aria-label": t("moves") });
  const writer = new Writer(view, go);
  list.append(writer.button({ id: 0, move: t("start"), note: "" }));
  writer.writeLine(list, 0, 1);
  return list;
}

class Writer {
  /**
   * @param {GameView} view
   * @param {(id: number) => void} go
   */
  constructor(view, go) {
    this.now = view.node;
    this.go = go;
    this.children = Map.groupBy(view.tree, (node) => node.parent);
  }

  /**
   * The moves after a node, each variation before the main line goes on.
   * @param {Element} box
   * @param {number} id
   * @param {number} ply of the first of them
   */
  writeLine(box, id, ply) {
    let needsNumber = true;
    for (let next = this.children.get(id); next; ply += 1) {
      const [main, ...others] = next;
      const isNumbered = needsNumber || ply % 2 === 1;
      box.append(isNumbered ? this.numbered("numbered", ply, main) : this.button(main));
      for (const other of others) {
        const branch = this.numbered("variation", ply, other);
        this.writeLine(branch, other.id, ply + 1);
        box.append(branch);
      }
      needsNumber = others.length > 0;
      next = this.children.get(main.id);
    }
  }

  /**
   * @param {string} kind
   * @param {number} ply
   * @param {TreeNode} node
   */
  numbered(kind, ply, node) {
    const number = h("span", { class: "number" }, `${ply}`);
    return h("span", { class: kind }, number, this.button(node));
  }

  /** @param {Pick<TreeNode, "id" | "move" | "note">} node */
  button({ id, move, note }) {
    return button(move, () => this.go(id), {
      "data-node": id,
      class: note ? "noted" : null,
      title: note || null,
      "aria-current": id === this.now ? "true" : null,
    });
  }
}
