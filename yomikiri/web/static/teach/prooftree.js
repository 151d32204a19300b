// The tree of a proof: rows that open and close; the board follows the one that is chosen.

import { h, put } from "../dom.js";
import { complain } from "../notices.js";
import { valueMark } from "../values.js";
import { name, signed, t } from "../words.js";

/** @import { Game } from "../game.js" */
/** @import { Defence, End, ProofMove, ProofStep } from "../types.js" */

/**
 * A row: a defence, and once it was opened the answer to it.
 * @typedef {object} Row
 * @property {string[]} moves from the table to here, the defence being the last
 * @property {string[]} answered the same with the answer, once that is known
 * @property {Defence | null} defence null for the first move of a winner
 * @property {Row | null} parent
 * @property {Row | null} same where this position stands in the tree already
 * @property {HTMLLIElement} item
 * @property {HTMLElement} head
 * @property {HTMLUListElement} group
 * @property {Row[]} rows
 * @property {"closed" | "opening" | "open"} state
 * @property {boolean} isKnown whether what follows is there
 * @property {ProofMove[]} answer
 * @property {string} note
 */

/**
 * @typedef {object} Asked
 * @property {(moves: string[]) => Promise<ProofStep | null>} open what follows after some moves
 * @property {(moves: string[]) => void} look at the position after them
 */

export class ProofTree {
  /**
   * @param {Game} game
   * @param {ProofStep} step
   * @param {Asked} asked
   */
  constructor(game, step, asked) {
    this.game = game;
    this.asked = asked;
    /** @type {Map<string, Row>} where each position stands */
    this.places = new Map();
    /** @type {Row | null} */
    this.chosen = null;
    const label = t("why_tree");
    const onkeydown = (/** @type {KeyboardEvent} */ event) => this.press(event);
    this.element = h("ul", { class: "proof-tree", role: "tree", "aria-label": label, onkeydown });
    /** @type {Row[]} */
    this.rows = [];
    if (step.answer.length) {
      this.rows = [this.makeRow([], null, null)];
      this.fill(this.rows[0], step);
    } else this.rows = step.defences.map((defence) => this.makeRow([], defence, null));
    this.element.append(...this.rows.map(({ item }) => item));
    this.rows[0]?.item.setAttribute("tabindex", "0");
  }

  /**
   * @param {string[]} before
   * @param {Defence | null} defence
   * @param {Row | null} parent
   * @returns {Row}
   */
  makeRow(before, defence, parent) {
    const moves = defence ? [...before, defence.move] : before;
    const head = h("div", { class: "proof-row", onclick: () => this.touch(row) });
    const group = h("ul", { role: "group", hidden: true });
    const item = h("li", { role: "treeitem", tabindex: -1, "aria-selected": "false" }, head, group);
    const same = defence ? (this.places.get(defence.position) ?? null) : null;
    /** @type {Row} */
    const row = {
      ...{ moves, answered: moves, defence, parent, same, item, head, group, rows: [] },
      ...{ state: "closed", isKnown: false, answer: [], note: "" },
    };
    if (defence) {
      item.dataset.proof = defence.move;
      if (!same) this.places.set(defence.position, row);
    }
    this.draw(row);
    return row;
  }

  /** @param {Row} row */
  isLeaf({ defence, same, isKnown, rows }) {
    return Boolean(defence?.end || same || (isKnown && !rows.length));
  }

  /**
   * The moves to a row as people write them.
   * @param {Row} row
   * @returns {string[]}
   */
  line({ defence, parent, answer }) {
    const own = defence ? [defence, ...answer] : answer;
    return [...(parent ? this.line(parent) : []), ...own.map((one) => this.text(one))];
  }

  /** @param {ProofMove} move */
  text({ move, written }) {
    return this.game.moveText(move, written);
  }

  /** @param {Row} row */
  draw(row) {
    const { defence, same, item, head, state } = row;
    const isLeaf = this.isLeaf(row);
    const arrow = state === "open" ? "▾" : "▸";
    const replied = row.answer.map((one) => this.text(one)).join(" ");
    const words = defence ? [this.text(defence)] : [];
    if (replied) words.push(replied);
    const moves = same ? this.line({ ...same, answer: [] }).join(" ") : "";
    const note = same ? t("why_same", { moves }) : row.note || endText(defence?.end ?? null);
    put(
      head,
      h("span", { class: "twist", "aria-hidden": "true" }, isLeaf ? "·" : arrow),
      defence && h("span", { class: "defence" }, words[0]),
      replied && h("b", null, defence ? `→ ${replied}` : replied),
      defence && this.mark(defence),
      note && h("span", { class: "small faint" }, note),
    );
    item.setAttribute("aria-label", [...words, note].filter(Boolean).join(", "));
    if (isLeaf) item.removeAttribute("aria-expanded");
    else item.setAttribute("aria-expanded", `${state === "open"}`);
  }

  /** @param {Defence} defence */
  mark(defence) {
    const { value, bound, distance } = defence;
    const { has_score: hasScore } = this.game.scene;
    const found = valueMark({ value, exact: true, distance }, hasScore);
    if (bound && hasScore) put(found, t("why_most", { n: signed(value) }));
    return found;
  }

  /**
   * What follows in a row is there.
   * @param {Row} row
   * @param {ProofStep} step
   */
  fill(row, step) {
    row.isKnown = step.value !== null || Boolean(step.end);
    row.state = row.isKnown ? "open" : "closed";
    row.answered = [...row.moves, ...step.answer.map(({ move }) => move)];
    row.rows = step.defences.map((defence) => this.makeRow(row.answered, defence, row));
    row.group.hidden = false;
    put(
      row.group,
      row.rows.map(({ item }) => item),
    );
    row.answer = step.answer;
    row.note = row.isKnown ? endText(step.end) : t("why_none");
    this.draw(row);
  }

  /** @param {Row} row */
  touch(row) {
    if (row.same) this.choose(row.same);
    else if (row !== this.chosen || row.state === "closed") this.open(row);
    else this.close(row);
  }

  /** @param {Row} row */
  close(row) {
    if (this.isLeaf(row) || row.state !== "open") return;
    row.state = "closed";
    row.group.hidden = true;
    this.draw(row);
  }

  /**
   * Show what follows, and choose the row.
   * @param {Row} row
   */
  async open(row) {
    this.choose(row);
    if (this.isLeaf(row) || row.state !== "closed") return;
    if (row.isKnown) {
      row.state = "open";
      row.group.hidden = false;
      this.draw(row);
      return;
    }
    row.state = "opening";
    row.note = t("reading");
    this.draw(row);
    try {
      const step = await this.asked.open(row.moves);
      if (step) this.fill(row, step);
      if (this.chosen === row) this.choose(row);
    } catch (error) {
      row.state = "closed";
      row.note = "";
      this.draw(row);
      complain(error);
    }
  }

  /**
   * The board follows.
   * @param {Row} row
   */
  choose(row) {
    for (let above = row.parent; above; above = above.parent) {
      if (above.state === "closed" && above.isKnown) {
        above.state = "open";
        above.group.hidden = false;
        this.draw(above);
      }
    }
    for (const item of this.element.querySelectorAll('[tabindex="0"]'))
      item.setAttribute("tabindex", "-1");
    this.chosen?.item.setAttribute("aria-selected", "false");
    this.chosen = row;
    row.item.setAttribute("aria-selected", "true");
    row.item.setAttribute("tabindex", "0");
    row.item.focus({ preventScroll: true });
    this.reveal(row.head);
    this.asked.look(row.answered);
  }

  /**
   * Scroll the tree itself, never the page.
   * @param {HTMLElement} head
   */
  reveal(head) {
    const box = this.element.getBoundingClientRect();
    const { top, bottom } = head.getBoundingClientRect();
    if (top < box.top) this.element.scrollTop -= box.top - top;
    else if (bottom > box.bottom) this.element.scrollTop += bottom - box.bottom;
  }

  /** Every row that is seen, from the top. */
  get shown() {
    /** @type {Row[]} */
    const found = [];
    /** @param {Row[]} rows */
    const add = (rows) => {
      for (const row of rows) {
        found.push(row);
        if (row.state === "open") add(row.rows);
      }
    };
    add(this.rows);
    return found;
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { shown } = this;
    const at = shown.findIndex(({ item }) => item === document.activeElement);
    const row = shown[at];
    if (!row) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => this.choose(shown[Math.min(at + 1, shown.length - 1)]),
      ArrowUp: () => this.choose(shown[Math.max(at - 1, 0)]),
      Home: () => this.choose(shown[0]),
      End: () => this.choose(shown[shown.length - 1]),
      ArrowRight: () => (row.state === "open" ? this.choose(row.rows[0] ?? row) : this.open(row)),
      ArrowLeft: () => (row.state === "open" && row.rows.length ? this.close(row) : this.up(row)),
      Enter: () => this.touch(row),
      " ": () => this.touch(row),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }

  /** @param {Row} row */
  up({ parent }) {
    if (parent) this.choose(parent);
  }
}

/** @param {End | null} end */
function endText(end) {
  return end ? name(end.why) : "";
}
