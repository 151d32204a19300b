// The move list: the main line, variations as branches of it, and notes.

import { button, h, put } from "./dom.js";
import { t } from "./words.js";

/** @import { Game } from "./game.js" */
/** @import { TreeNode } from "./types.js" */

const PAUSE = 800; // milliseconds without a key: then what was typed is kept

/** Words beside a move, and a way to remove it. */
export class NoteBox {
  /**
   * @param {(id: number, text: string) => void} write
   * @param {(id: number) => void} remove
   */
  constructor(write, remove) {
    this.write = write;
    this.remove = remove;
    /** @type {{ id: number, note: string } | null} the move, and what is kept of it */
    this.about = null;
    this.typing = 0;
    const typed = () => {
      clearTimeout(this.typing);
      this.typing = window.setTimeout(() => this.keep(), PAUSE);
    };
    this.text = h("textarea", { rows: 2, oninput: typed, onchange: () => this.keep() });
    this.element = h("div");
  }

  /** @param {TreeNode | undefined} node */
  show(node) {
    const isSame = node?.id === this.about?.id;
    const isTyping = isSame && document.activeElement === this.text;
    if (!isSame) this.keep(); // what was typed when a player moved
    this.about = node && node.parent !== null ? { id: node.id, note: node.note } : null;
    this.element.hidden = !this.about;
    if (!this.about) return;
    const { id, note } = this.about;
    this.text.setAttribute("aria-label", t("note"));
    this.text.placeholder = t("note");
    if (isTyping) return;
    this.text.value = note;
    const ask = () => {
      if (confirm(t("remove_sure"))) this.remove(id);
    };
    const remove = button(t("remove"), ask, { class: "quiet small", "data-tool": "remove" });
    put(this.element, this.text, remove);
  }

  /** Send what was typed. */
  keep() {
    if (!this.about || this.text.value === this.about.note) return;
    this.about.note = this.text.value;
    this.write(this.about.id, this.text.value);
  }
}

/**
 * The tree as buttons.
 * @param {Game} game
 * @param {(id: number) => void} go stands at a node
 * @param {Map<number, string>} [signs] of moves that were judged
 */
export function moveList(game, go, signs = new Map()) {
  const { view } = game;
  if (view.tree.length < 2) return h("p", { class: "faint small" }, t("no_moves"));
  const list = h("div", { class: "moves", role: "group", "aria-label": t("moves") });
  const writer = new Writer(game, go, signs);
  list.append(writer.button({ id: 0, move: t("start"), note: "", written: null }));
  writer.writeLine(list, 0, 1);
  return list;
}

class Writer {
  /**
   * @param {Game} game
   * @param {(id: number) => void} go
   * @param {Map<number, string>} signs
   */
  constructor(game, go, signs) {
    this.game = game;
    this.signs = signs;
    this.now = game.view.node;
    this.go = go;
    this.children = Map.groupBy(game.view.tree, (node) => node.parent);
  }

  /**
   * The moves after a node, each variation before the main line continues.
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

  /** @param {Pick<TreeNode, "id" | "move" | "note" | "written">} node */
  button({ id, move, note, written }) {
    const sign = this.signs.get(id);
    return button(
      [this.game.moveText(move, written), sign && h("b", { class: "sign" }, sign)],
      () => this.go(id),
      {
        "data-node": id,
        "data-played": move,
        class: note ? "noted" : null,
        title: note || null,
        "aria-current": id === this.now ? "true" : null,
      },
    );
  }
}
