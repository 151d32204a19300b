// Finding out: values on the moves, the value history, solving, and the proof behind "why?".

import { Job, post } from "./api.js";
import { h, notice, put } from "./dom.js";
import { historyGraph } from "./graph.js";
import { boardValues, kindOf, valueMark, valueText } from "./values.js";
import { big, name, signed, t } from "./words.js";

const SECONDS = 3; // for the position on the board
const HISTORY_SECONDS = 0.7; // for each of those before it
const WHY_SECONDS = 8;

export class Study {
  constructor(table) {
    this.table = table;
    this.isOn = false;
    this.jobs = new Set();
    this.known = new Map(); // moves so far -> {value, exact}, as the first player sees it
    this.ahead = null; // a line that is looked at: {moves, at}
    this.element = h("div", { class: "side" });
    this.speak();
  }

  /** The panels, in the language of the moment. */
  speak() {
    this.values = h("section", { class: "panel", "data-panel": "analysis", hidden: !this.isOn });
    this.solving = h("section", { class: "panel", "data-panel": "solve", hidden: true });
    this.proof = h("section", { class: "panel", "data-panel": "why", hidden: true });
    this.element.replaceChildren(this.values, this.solving, this.proof);
  }

  get isLooking() { return this.ahead !== null; }

  /** A position for the server: the one on the table, or some moves on. */
  spot(more = [], plies = this.table.view.line.length) {
    const { game, start, is_usual_start: isUsual, line } = this.table.view;
    return { game, position: isUsual ? "" : start, moves: [...line.slice(0, plies), ...more].join(" ") };
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
    this.proof.hidden = true;
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
    const job = this.job("/analyses", { ...this.spot(), seconds: SECONDS }, ({ progress }) => { if (isSame() && progress) this.showValues(progress); });
    job.isView = true;
    try {
      const { result } = await job.done;
      if (!isSame() || !result) return;
      this.showValues(result);
      this.learn(view.line, result);
      this.drawHistory();
      await this.fillHistory(isSame);
    } catch (error) {
      if (isSame()) put(this.values, h("h2", null, t("analysis")), h("p", { class: "small" }, error.message));
    }
  }

  showValues(analysis) {
    const { scene, board } = this.table;
    const who = this.table.who(analysis.mover === "first" ? 0 : 1);
    const items = analysis.moves.map((entry) => h("li", null,
      h("button", { type: "button", "data-move": entry.move, onclick: () => this.lookAlong(entry.line, 1) }, entry.move),
      valueMark(entry, scene.has_score),
      h("span", { class: "line", title: entry.line.join(" ") }, entry.line.slice(1).join(" "))));
    put(this.values, h("h2", null, t("analysis")),
      h("p", { class: "small faint" }, `${t("value_of", { who })} · ${big(analysis.nodes)}`),
      h("ul", { class: "values" }, items), h("p", { class: "faint small" }, t("legend")), scene.has_map && this.mapControl());
    if (!this.isLooking) board.setValues(analysis.moves.length ? boardValues(analysis, scene.has_score) : null);
  }

  // The map: one piece on every square.

  mapControl() {
    const { scene, position, board } = this.table;
    const select = h("select", { "data-tool": "map", "aria-label": t("map"), onchange: () => this.showMap(select.value) },
      h("option", { value: "" }, t("map_pick")),
      position.pieces.map(({ place, look }) => h("option", { value: place }, `${name(scene.looks[look].names)} ${place}`)));
    select.value = this.mapped ?? "";
    return h("div", { class: "row small map" }, h("label", { class: "row" }, t("map"), select), board.marks.heat && h("span", { class: "faint" }, t("map_legend")));
  }

  async showMap(place) {
    const { board, view } = this.table;
    this.mapped = place || null;
    board.setHeat(null);
    if (place) {
      try {
        const { result } = await this.job("/maps", { ...this.spot(), place }).done;
        if (!result || this.mapped !== place || this.table.view !== view) return;
        const most = Math.max(1, ...Object.values(result.squares).map(({ distance }) => distance ?? 0));
        board.setHeat(Object.fromEntries(Object.entries(result.squares).map(([square, { value, distance }]) => [square, {
          text: value ? signed(value * distance) : "=", kind: kindOf(value), heat: value ? 1 - distance / (most + 1) : 0,
        }])));
      } catch (error) { notice(error.message, 12); this.mapped = null; }
    }
    this.values.querySelector(".map")?.replaceWith(this.mapControl());
  }

  // The value history.

  learn(line, analysis) {
    if (analysis.value === null) return;
    const sign = analysis.mover === "first" ? 1 : -1;
    const best = analysis.moves[0];
    const distance = analysis.exact && best?.value === analysis.value ? best.distance : null;
    this.known.set(line.join(" "), { value: sign * analysis.value, exact: analysis.exact, distance });
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
    const nodes = new Map(view.tree.map((node) => [node.id, node]));
    const path = [];
    for (let node = nodes.get(view.node); node; node = nodes.get(node.parent)) path.unshift(node);
    let last = null;
    const points = path.map((node, plies) => {
      const known = this.known.get(view.line.slice(0, plies).join(" ")) ?? null;
      const sign = node.side === 1 ? -1 : 1;
      const slip = Boolean(known?.exact && last?.exact && sign * (known.value - last.value) < 0);
      last = known;
      return { value: null, ...known, id: node.id, move: node.move, slip, text: known ? valueText(known, scene.has_score) : "" };
    });
    const graph = historyGraph(points, { greatest: scene.greatest, hasScore: scene.has_score }, this.table.who(0), view.node, (id) => this.table.go(id));
    this.table.parts.history.replaceChildren(graph);
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
    } catch (error) { notice(error.message); return; }
    const step = (by) => () => this.lookAlong(moves, at + by);
    parts.banner.hidden = false;
    parts.banner.replaceChildren(
      h("span", null, t("looking", { n: at })),
      h("button", { type: "button", disabled: at <= 0, "aria-label": t("step_back"), onclick: step(-1) }, "◀"),
      h("button", { type: "button", disabled: at >= moves.length, "aria-label": t("step_on"), onclick: step(1) }, "▶"),
      h("button", { type: "button", onclick: () => this.addLine(moves.slice(0, at)) }, t("play_line")),
      h("button", { type: "button", class: "first-choice", "data-tool": "back", onclick: () => this.table.refresh(false) }, t("back_to_game")));
  }

  leaveLine() {
    this.ahead = null;
    this.table.parts.banner.hidden = true;
  }

  async addLine(moves) {
    this.leaveLine();
    for (const move of moves)
      if (!await this.table.change("POST", "/moves", { move, node: this.table.view.node }, { isAuto: false })) return;
  }

  // Solving.

  openSolve() {
    this.solving.hidden = !this.solving.hidden;
    this.offerGoals();
  }

  /** What can be asked in this game; stages want to know after how many stones to cut. */
  offerGoals() {
    const { goals } = this.table.scene;
    const cut = h("input", { type: "number", min: 2, max: 60, "aria-label": t("stages_help"), title: t("stages_help") });
    const empty = () => Object.keys(this.table.scene.places).length - this.table.position.pieces.length;
    const full = (goal) => (goal !== "stages" ? goal : cut.value ? `stages=${cut.value},${Math.max(0, empty() - cut.value)}` : "stages=all");
    put(this.solving, h("h2", null, t("solve")),
      h("div", { class: "row" }, goals.map((goal, index) => h("button", { type: "button", class: index ? null : "first-choice", "data-goal": goal, onclick: () => this.solve(full(goal)) }, t(`goal_${goal}`))), goals.includes("stages") && cut),
      goals.includes("stages") && h("p", { class: "small faint" }, t("stages_help")));
  }

  async solve(goal) {
    const bar = h("i"), text = h("p", { class: "small", role: "status" }, t("reading"));
    const who = this.table.who(0);
    const job = this.job("/solves", { ...this.spot(), goal }, ({ progress }) => {
      if (!progress) return;
      const { done, moves, lower, upper, nodes, seconds } = progress;
      if (goal === "mate") { text.textContent = t("mate_reading", { plies: done, nodes: big(nodes) }); return; }
      bar.style.width = `${(100 * done) / Math.max(1, moves)}%`;
      const speed = big(Math.round(nodes / Math.max(seconds, 0.1)));
      text.textContent = `${t("reading_speed", { speed, nodes: big(nodes), seconds: seconds.toFixed(0) })}; ${t("bounds", { who, lower: signed(lower), upper: signed(upper) })}`;
    });
    put(this.solving, h("h2", null, t("solve")), h("div", { class: "meter" }, bar), text,
      h("button", { type: "button", "data-tool": "stop", onclick: () => job.stop() }, t("stop")));
    try {
      const { result } = await job.done;
      if (result) this.showSolved(result, who);
      else this.offerGoals();
    } catch (error) { put(this.solving, h("h2", null, t("solve")), h("p", null, error.message), this.againButton()); }
  }

  againButton() {
    return h("button", { type: "button", class: "quiet small", onclick: () => this.offerGoals() }, t("solve_again"));
  }

  showSolved(answer, who) {
    const count = answer.final ? ` ${answer.final.first}–${answer.final.second}` : "";
    const result = answer.winner === "draw" ? t("over_draw", { count }) : t("over_win", { who: this.table.who(answer.winner === "first" ? 0 : 1), count });
    const blanks = { result, who, n: answer.distance, nodes: big(answer.nodes), seconds: answer.seconds.toFixed(1), lower: signed(answer.lower ?? 0), upper: signed(answer.upper ?? 0) };
    if (answer.splits) { this.showStages(answer); return; }
    const word = answer.goal !== "mate" ? (answer.exact ? "solved" : "unsolved") : answer.value !== null ? "mate_found" : answer.exact ? "no_mate" : "mate_open";
    put(this.solving, h("h2", null, t("solve")),
      h("p", { "data-solved": answer.exact ? "yes" : "no" }, t(word, blanks)),
      answer.exact && h("p", { class: "small faint" }, t("kept")),
      answer.best_moves.length ? h("p", { class: "small" }, t("best_moves", { moves: answer.best_moves.join(" ") })) : null,
      answer.line.length ? h("button", { type: "button", onclick: () => this.lookAlong(answer.line, 1) }, `${t("best_line")} ▶`) : null,
      this.againButton());
  }

  /** Who is ahead in each split of the empty cells. */
  showStages({ tally, splits, exact, nodes, seconds }) {
    const name = (winner) => (winner === "draw" ? t("even") : t("ahead", { who: this.table.who(winner === "first" ? 0 : 1) }));
    const rows = splits.map((split) => h("li", null, `[${split.m},${split.n}] ${name(split.winner)}`,
      split.lines.length ? h("button", { type: "button", class: "quiet small", onclick: () => this.lookAlong(split.lines[0], 1) }, `${split.lines[0].slice(0, 6).join(" ")} ▶`) : null));
    put(this.solving, h("h2", null, t("solve")),
      h("p", { "data-solved": exact ? "yes" : "no" }, t("stages_found", { ...tally, who: this.table.who(0), other: this.table.who(1), nodes: big(nodes), seconds: seconds.toFixed(1) })),
      h("ul", { class: "proof" }, rows), this.againButton());
  }

  // Why: the winning move and every defence, to click into.

  async why(stack = []) {
    this.proof.hidden = false;
    put(this.proof, h("h2", null, t("why")), h("p", { class: "small faint" }, t("reading")));
    const analyse = async (moves) => (await this.job("/analyses", { ...this.spot(moves), seconds: WHY_SECONDS }).done).result;
    try {
      const here = await analyse(stack);
      if (stack.length) await this.lookAlong(stack, stack.length);
      if (!here?.exact) { this.showProof(stack, t("why_none"), []); return; }
      const who = this.table.who(here.mover === "first" ? 0 : 1);
      if (!here.moves.length) { this.showProof(stack, t("why_over", { result: signed(here.value) }), []); return; }
      if (here.value < 0) { this.showProof(stack, t("why_loss", { who }), here.moves.map((entry) => [[...stack, entry.move], entry])); return; }
      const best = here.moves[0].move;
      const after = await analyse([...stack, best]);
      const defences = (after?.moves ?? []).map((entry) => [[...stack, best, entry.move], entry]);
      this.showProof(stack, t(here.value > 0 ? "why_win" : "why_draw", { who, move: best }), defences);
    } catch (error) { this.showProof(stack, error.message, []); }
  }

  showProof(stack, text, items) {
    const list = items.map(([moves, entry]) => h("li", null,
      h("button", { type: "button", "data-proof": moves.at(-1), onclick: () => this.why(moves) }, moves.at(-1)), " ", valueMark(entry, this.table.scene.has_score)));
    put(this.proof, h("h2", null, t("why")),
      stack.length ? h("p", { class: "small faint" }, stack.join(" ")) : null,
      h("p", null, text), h("ul", { class: "proof" }, list),
      stack.length ? h("button", { type: "button", onclick: () => this.why(stack.slice(0, stack.length > 1 ? -2 : -1)) }, t("step_back")) : null);
  }
}
