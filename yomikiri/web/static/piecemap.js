// The map: what one piece would be worth on every square.

import { h, put } from "./dom.js";
import { Jobs } from "./jobs.js";
import { complain } from "./notices.js";
import { kindOf } from "./values.js";
import { name, signed, t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Game } from "./game.js" */
/** @import { PlaceMark } from "./marks.js" */
/** @import { PieceMap as Found } from "./types.js" */

export class PieceMap {
  /**
   * @param {Game} game
   * @param {Board} board
   */
  constructor(game, board) {
    this.game = game;
    this.board = board;
    this.jobs = new Jobs();
    this.place = ""; // of the piece that is mapped
    this.isShown = false;
    this.element = h("div", { class: "row small map" });
  }

  /** No map, for the position has changed. */
  clear() {
    this.jobs.stop();
    this.place = "";
    this.isShown = false;
    this.board.setHeat(null);
    this.draw();
  }

  draw() {
    const { scene, position } = this.game;
    if (!scene.has_map) return;
    const items = position.pieces.map(({ place, look }) =>
      h("option", { value: place }, `${name(scene.looks[look].names)} ${place}`),
    );
    const none = h("option", { value: "" }, t("map_pick"));
    const select = h("select", { "data-tool": "map", "aria-label": t("map") }, none, items);
    select.value = this.place;
    select.addEventListener("change", () => this.show(select.value));
    put(
      this.element,
      h("label", { class: "row" }, t("map"), select),
      this.isShown && h("span", { class: "faint" }, t("map_legend", { who: this.game.who(0) })),
    );
  }

  /** @param {string} place */
  async show(place) {
    this.clear();
    this.place = place;
    this.draw();
    if (!place) return;
    const { view } = this.game;
    const isSame = () => this.place === place && this.game.view === view;
    try {
      const job = this.jobs.start("/maps", { ...this.game.spot(), place });
      const found = /** @type {Found | null} */ ((await job.done).result);
      if (!found || !isSame()) return;
      this.isShown = true;
      this.board.setHeat(heatOf(found));
      this.draw();
    } catch (error) {
      if (!isSame()) return;
      complain(error, 12);
      this.clear();
    }
  }
}

/**
 * The sooner a square wins or loses, the stronger its colour.
 * @param {Found} found
 */
function heatOf({ squares }) {
  const far = Math.max(1, ...Object.values(squares).map(({ distance }) => distance ?? 0));
  /** @type {Record<string, PlaceMark>} */
  const heat = {};
  for (const [square, { value, distance }] of Object.entries(squares)) {
    const plies = distance ?? 0;
    heat[square] = {
      text: value ? signed(value * plies) : "=",
      kind: kindOf(value),
      heat: value ? 1 - plies / (far + 1) : 0,
    };
  }
  return heat;
}
