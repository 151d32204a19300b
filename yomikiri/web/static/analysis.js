// The analysis: values on the moves of the position on the table, and of those before it.

import { call, get } from "./api.js";
import { button, h, put } from "./dom.js";
import { Jobs } from "./jobs.js";
import { messageOf } from "./notices.js";
import { boardValues, valueMark } from "./values.js";
import { big, t } from "./words.js";

/** @import { Board } from "./board.js" */
/** @import { Game } from "./game.js" */
/** @import { Child } from "./dom.js" */
/** @import { History } from "./history.js" */
/** @import { Line } from "./line.js" */
/** @import { PieceMap } from "./piecemap.js" */
/** @import { Analysis, BooksAnswer, JobView, MoveValue, TableView } from "./types.js" */

const SECONDS = 3; // for the position on the board
const HISTORY_SECONDS = 0.7; // for each of those before it

export class AnalysisPanel {
  /**
   * @param {Game} game
   * @param {Board} board
   * @param {{ line: Line, history: History, map: PieceMap }} parts
   */
  constructor(game, board, { line, history, map }) {
    this.game = game;
    this.board = board;
    this.line = line;
    this.history = history;
    this.map = map;
    this.isOn = false;
    this.jobs = new Jobs();
    this.books = h("div", { "data-books": "" });
    this.table = h("div", { "data-table": "" });
    this.element = h("section", { class: "panel", "data-panel": "analysis", hidden: true });
  }

  toggle() {
    this.isOn = !this.isOn;
    this.element.hidden = !this.isOn;
    this.update();
  }

  /** The position on the table has changed. */
  update() {
    this.jobs.stop();
    this.map.clear();
    if (this.isOn) {
      this.history.draw();
      this.analyse();
    } else {
      this.board.setValues(null);
      this.history.clear();
    }
  }

  /** @param {Child[]} content */
  put(...content) {
    put(this.element, h("h2", null, t("analysis")), ...content, this.table, this.books);
  }

  /**
   * Show what opening books know, where the server has some.
   * @param {() => boolean} isSame
   */
  async askBooks(isSame) {
    put(this.books);
    /** @type {BooksAnswer} */
    const { books } = await call("POST", "/books", this.game.spot());
    if (!isSame()) return;
    const shown = books.map(({ name, moves }) => [
      h("h3", null, t("book", { name })),
      h(
        "ul",
        { class: "values" },
        moves.map((entry) => this.row(entry)),
      ),
    ]);
    put(this.books, ...shown.flat());
  }

  /**
   * Where a table would tell what is only estimated: build it. A card may say what is known.
   * @param {Analysis} found
   */
  async offerTable({ moves }) {
    if (moves.every(({ exact }) => exact)) {
      put(this.table);
      return;
    }
    if (this.table.hasChildNodes()) return; // it is offered, or being built
    const { scene } = this.game;
    /** @type {TableView} */
    const view = await get(`/tables?game=${encodeURIComponent(scene.game)}`);
    if (!view.is_possible || view.is_built) return;
    const { buildingPanel } = await import("./teach/building.js");
    put(this.table, buildingPanel(view, () => this.update()).element);
  }

  async analyse() {
    const { view } = this.game;
    const isSame = () => this.isOn && this.game.view === view && !this.game.isLeft;
    this.put(h("p", { class: "faint small" }, t("reading")));
    this.askBooks(isSame).catch(() => put(this.books)); // the analysis can do without
    try {
      const found = await this.ask(view.line.length, SECONDS, ({ progress }) => {
        if (isSame() && progress) this.show(progress);
      });
      if (!found || !isSame()) return;
      this.show(found);
      this.offerTable(found).catch(() => {}); // the analysis can do without
      this.history.learn(view.line, found);
      this.history.draw();
      await this.fillHistory(view.line, isSame);
    } catch (error) {
      if (isSame()) this.put(h("p", { class: "small" }, messageOf(error)));
    }
  }

  /**
   * @param {number} plies
   * @param {number} seconds
   * @param {(view: JobView<Analysis, Analysis>) => void} [watch]
   */
  async ask(plies, seconds, watch) {
    const body = { ...this.game.spot([], plies), seconds };
    return (await this.jobs.start("/analyses", body, watch).done).result;
  }

  /** @param {Analysis} analysis */
  show(analysis) {
    const { scene } = this.game;
    const who = this.game.who(analysis.mover === "second" ? 1 : 0);
    this.put(
      h("p", { class: "small faint" }, t("value_of", { who, nodes: big(analysis.nodes) })),
      h(
        "ul",
        { class: "values" },
        analysis.moves.map((entry) => this.row(entry)),
      ),
      h("p", { class: "faint small" }, t(scene.has_score ? "legend_score" : "legend")),
      scene.has_map && this.map.element,
    );
    if (this.line.isOpen) return;
    this.board.setValues(analysis.moves.length ? boardValues(analysis, scene.has_score) : null);
  }

  /** @param {MoveValue} entry */
  row(entry) {
    const { move, line, written } = entry;
    const [first, ...rest] = this.game.lineText(line.length ? line : [move], written);
    return h(
      "li",
      null,
      button(first, () => this.line.look(line, 1), { "data-move": move }),
      valueMark(entry, this.game.scene.has_score),
      h("span", { class: "line", title: [first, ...rest].join(" ") }, rest.join(" ")),
    );
  }

  /**
   * Ask for the positions before this one, the latest first.
   * @param {string[]} line
   * @param {() => boolean} isSame
   */
  async fillHistory(line, isSame) {
    for (let plies = line.length - 1; plies >= 0 && isSame(); plies -= 1) {
      const before = line.slice(0, plies);
      if (this.history.isKnown(before)) continue;
      const found = await this.ask(plies, HISTORY_SECONDS);
      if (!found || !isSame()) return;
      this.history.learn(before, found);
      this.history.draw();
    }
  }
}
