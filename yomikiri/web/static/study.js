// Finding out: values on the moves, the value history, maps, and lines to look along.

import { Job, post } from "./api.js";
import { h, notice, put } from "./dom.js";
import { historyGraph } from "./graph.js";
import { Proof } from "./proof.js";
import { Solving } from "./solving.js";
import { pathOf } from "./tree.js";
import { boardValues, kindOf, valueMark, valueText } from "./values.js";
import { big, name, signed, t } from "./words.js";

const SECONDS = 3; // for the position on the board
const HISTORY_SECONDS = 0.7; // for each of those before it

export class Study {
  constructor(table) {
    this.table = table;
    this.isOn = false;
    this.jobs = new Set();
    this.known = new Map(); // moves so far -> {value, exact}, as the first player sees it
    this.ahead = null; // a line that is looked at: {moves, at}
    this.values = h("section", { class: "panel", "data-panel": "analysis", hidden: true });
    this.solving = new Solving(this);
    this.proof = new Proof(this);
    this.element = h(
      "div",
      { class: "side" },
      this.values,
      this.solving.element,
      this.proof.element,
    );
  }

  get isLooking() {
    return this.ahead !== null;
  }

  /** A position for the server: the one on the table, or some moves on. */
  spot(more = [], plies = this.table.view.line.length) {
    const { game, start, is_usual_start: isUsual, line } = this.table.view;
    return {
      game,
      position: isUsual ? "" : start,
      moves: [...line.slice(0, plies), ...more].join(" "),
    };
  }

  job(path, body, watch) {
    const job = new Job(path, body, watch);
    this.jobs.add(job);
    const gone = () => this.jobs.delete(job);
    job.done.then(gone, gone);
    return job;
  }

  leave() {
    for (const job of this.jobs) job.stop();
  }

  // Values.

  toggle() {
    this.isOn = !this.isOn;
    this.values.hidden = !this.isOn;
    this.update();
    return this.isOn;
  }

  /** The position on the table has changed. */
  update() {
    for (const job of this.jobs) if (job.isView) job.stop();
    this.mapped = null;
    this.table.board.setHeat(null);
    this.proof.element.hidden = true;
    this.solving.update();
    if (!this.isOn) {
      this.table.board.setValues(null);
      this.table.parts.history.replaceChildren();
      return;
    }
    this.drawHistory();
    this.analyse();
  }

  async analyse() {
    const { view } = this.table;
    const isSame = () => this.isOn && this.table.view === view && !this.table.isLeft;
    put(this.values, h("h2", null, t("analysis")), h("p", { class: "faint small" }, t("reading")));
    const job = this.job("/analyses", { ...this.spot(), seconds: SECONDS }, ({ progress }) => {
      if (isSame() && progress) this.showValues(progress);
    });
    job.isView = true;
    try {
      const { result } = await job.done;
      if (!isSame() || !result) return;
      this.showValues(result);
      this.learn(view.line, result);
      this.drawHistory();
      await this.fillHistory(isSame);
    } catch (error) {
      if (isSame())
        put(this.values, h("h2", null, t("analysis")), h("p", { class: "small" }, error.message));
    }
  }

  showValues(analysis) {
    const { scene, board } = this.table;
    const who = this.table.who(analysis.mover === "second" ? 1 : 0);
    const items = analysis.moves.map((entry) =>
      h(
        "li",
        null,
        h(
          "button",
          { type: "button", "data-move": entry.move, onclick: () => this.lookAlong(entry.line, 1) },
          entry.move,
        ),
        valueMark(entry, scene.has_score),
        h("span", { class: "line", title: entry.line.join(" ") }, entry.line.slice(1).join(" ")),
      ),
    );
    put(
      this.values,
      h("h2", null, t("analysis")),
      h("p", { class: "small faint" }, t("value_of", { who, nodes: big(analysis.nodes) })),
      h("ul", { class: "values" }, items),
      h("p", { class: "faint small" }, t("legend")),
      scene.has_map && this.mapControl(),
    );
    if (!this.isLooking)
      board.setValues(analysis.moves.length ? boardValues(analysis, scene.has_score) : null);
  }

  // The map: one piece on every square.

  mapControl() {
    const { scene, position, board } = this.table;
    const select = h(
      "select",
      { "data-tool": "map", "aria-label": t("map"), onchange: () => this.showMap(select.value) },
      h("option", { value: "" }, t("map_pick")),
      position.pieces.map(({ place, look }) =>
        h("option", { value: place }, `${name(scene.looks[look].names)} ${place}`),
      ),
    );
    select.value = this.mapped ?? "";
    return h(
      "div",
      { class: "row small map" },
      h("label", { class: "row" }, t("map"), select),
      board.marks.heat && h("span", { class: "faint" }, t("map_legend", { who: this.table.who(0) })),
    );
  }

  async showMap(place) {
    const { board, view } = this.table;
    this.mapped = place || null;
    board.setHeat(null);
    if (place) {
      try {
        const { result } = await this.job("/maps", { ...this.spot(), place }).done;
        if (!result || this.mapped !== place || this.table.view !== view) return;
        const most = Math.max(
          1,
          ...Object.values(result.squares).map(({ distance }) => distance ?? 0),
        );
        board.setHeat(
          Object.fromEntries(
            Object.entries(result.squares).map(([square, { value, distance }]) => [
              square,
              {
                text: value ? signed(value * distance) : "=",
                kind: kindOf(value),
                heat: value ? 1 - distance / (most + 1) : 0,
              },
            ]),
          ),
        );
      } catch (error) {
        notice(error.message, 12);
        this.mapped = null;
      }
    }
    this.values.querySelector(".map")?.replaceWith(this.mapControl());
  }

  // The value history.

  learn(line, analysis) {
    if (analysis.value === null) return;
    const sign = analysis.mover === "second" ? -1 : 1;
    const best = analysis.moves[0];
    const distance = analysis.exact && best?.value === analysis.value ? best.distance : null;
    this.known.set(line.join(" "), {
      value: sign * analysis.value,
      exact: analysis.exact,
      distance,
    });
  }

  async fillHistory(isSame) {
    const { line } = this.table.view;
    for (let plies = line.length; plies >= 0 && isSame(); plies -= 1) {
      const before = line.slice(0, plies);
      if (this.known.has(before.join(" "))) continue;
      const job = this.job("/analyses", { ...this.spot([], plies), seconds: HISTORY_SECONDS });
      job.isView = true;
      const { result } = await job.done;
      if (!result || !isSame()) return;
      this.learn(before, result);
      this.drawHistory();
    }
  }

  drawHistory() {
    const { view, scene } = this.table;
    let last = null;
    const points = pathOf(view).map((node, plies) => {
      const known = this.known.get(view.line.slice(0, plies).join(" ")) ?? null;
      const sign = node.side === 1 ? -1 : 1;
      const slip = Boolean(known?.exact && last?.exact && sign * (known.value - last.value) < 0);
      last = known;
      return {
        value: null,
        ...known,
        id: node.id,
        move: node.move,
        slip,
        text: known ? valueText(known, scene.has_score) : "",
      };
    });
    const graph = historyGraph(
      points,
      { greatest: scene.greatest, hasScore: scene.has_score },
      this.table.who(0),
      view.node,
      (id) => this.table.go(id),
      this.table.parts.history.clientWidth,
    );
    put(
      this.table.parts.history,
      h("p", { class: "small faint" }, t("history", { who: this.table.who(0) })),
      graph,
    );
  }

  // Looking along a line.

  async lookAlong(moves, at) {
    this.ahead = { moves, at };
    const { parts, board } = this.table;
    try {
      const position = await post("/position", this.spot(moves.slice(0, at)));
      if (this.ahead?.moves !== moves || this.ahead.at !== at) return;
      board.setValues(null);
      board.setHeat(null);
      board.show(position, { isOpen: false, animate: true });
      board.box.scrollIntoView({ block: "nearest" });
    } catch (error) {
      notice(error.message);
      return;
    }
    const step = (by) => () => this.lookAlong(moves, at + by);
    parts.banner.hidden = false;
    put(
      parts.banner,
      h("span", null, t("looking", { n: at })),
      h(
        "button",
        { type: "button", disabled: at <= 0, "aria-label": t("step_back"), onclick: step(-1) },
        "◀",
      ),
      h(
        "button",
        {
          type: "button",
          disabled: at >= moves.length,
          "aria-label": t("step_on"),
          onclick: step(1),
        },
        "▶",
      ),
      h(
        "button",
        { type: "button", onclick: () => this.addLine(moves.slice(0, at)) },
        t("play_line"),
      ),
      h(
        "button",
        {
          type: "button",
          class: "first-choice",
          "data-tool": "back",
          onclick: () => this.table.backToGame(),
        },
        t("back_to_game"),
      ),
    );
  }

  leaveLine() {
    this.ahead = null;
    this.table.parts.banner.hidden = true;
  }

  async addLine(moves) {
    this.leaveLine();
    for (const move of moves)
      if (
        !(await this.table.change(
          "POST",
          "/moves",
          { move, node: this.table.view.node },
          { isAuto: false },
        ))
      )
        return;
  }
}
