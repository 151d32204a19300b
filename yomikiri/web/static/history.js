// The value history: what is known about each position of the line.

import { h, put } from "./dom.js";
import { historyGraph } from "./graph.js";
import { pathOf } from "./tree.js";
import { valueText } from "./values.js";
import { t } from "./words.js";

/** @import { Game } from "./game.js" */
/** @import { Analysis, Judged, TreeNode, Value } from "./types.js" */

const keyOf = (/** @type {string[]} */ line) => line.join(" ");

export class History {
  /**
   * @param {Game} game
   * @param {(id: number) => void} go
   */
  constructor(game, go) {
    this.game = game;
    this.go = go;
    /** @type {Map<string, Value>} moves so far -> the value as the first player sees it */
    this.known = new Map();
    /** @type {TreeNode[]} a line that is shown whole, wherever in it the game stands */
    this.path = [];
    /** @type {Map<number, Judged>} its moves by their plies, if they were judged */
    this.judged = new Map();
    this.element = h("div", { class: "history-box" });
  }

  /**
   * Show a line whose moves were judged; none: no more.
   * @param {TreeNode[]} path
   * @param {Judged[] | null} moves
   */
  judge(path, moves) {
    this.path = path;
    this.judged = new Map((moves ?? []).map((move) => [move.ply, move]));
    for (const { ply, value, exact, distance, chance } of moves ?? []) {
      const line = path.slice(1, ply + 1).map(({ move }) => move);
      if (value !== null) this.known.set(keyOf(line), { value, exact, distance, chance });
    }
    const first = moves?.[0];
    if (first?.ply === 1 && first.best_value !== null) {
      const { best_value: value, exact, best_distance: distance, best_chance: chance } = first;
      this.known.set("", { value, exact, distance, chance });
    }
    if (path.length) this.draw();
    else this.clear();
  }

  /** @param {string[]} line */
  isKnown(line) {
    return this.known.has(keyOf(line));
  }

  /**
   * Remember what an analysis says about the position after a line.
   * @param {string[]} line
   * @param {Analysis} analysis
   */
  learn(line, { mover, value, exact, chance, moves }) {
    if (value === null) return;
    const isSecond = mover === "second";
    const sign = isSecond ? -1 : 1;
    const first = chance !== null && isSecond ? 1 - chance : chance;
    const distance = exact && moves[0]?.value === value ? moves[0].distance : null;
    this.known.set(keyOf(line), { value: sign * value, exact, distance, chance: first });
  }

  clear() {
    this.element.replaceChildren();
  }

  draw() {
    const { scene, view } = this.game;
    /** @type {Value | null} */
    let last = null;
    const isJudged = this.path.some(({ id }) => id === view.node);
    const path = isJudged ? this.path : pathOf(view);
    const line = path.slice(1).map(({ move }) => move);
    const points = path.map(({ id, move: typed, written, side }, plies) => {
      const move = this.game.moveText(typed, written);
      const known = this.known.get(keyOf(line.slice(0, plies))) ?? null;
      const sign = side === 1 ? -1 : 1;
      const isComparable = known?.exact && last?.exact;
      const judged = isJudged ? this.judged.get(plies) : undefined;
      const isSlip = judged
        ? judged.judgement === "mistake" || judged.judgement === "blunder"
        : Boolean(isComparable && last && sign * (known.value - last.value) < 0);
      last = known;
      return { id, move, known, isSlip, text: known ? valueText(known, scene.has_score) : "" };
    });
    const label = t("history", { who: this.game.who(0) });
    const graph = historyGraph(points, {
      greatest: scene.has_score ? scene.greatest : null,
      label,
      now: view.node,
      room: this.element.clientWidth,
      go: this.go,
    });
    put(this.element, h("p", { class: "small faint" }, label), graph);
  }
}
