// Solving: what can be asked about a position, its progress, and the answer.

import { answerView } from "./answer.js";
import { button, h, put } from "./dom.js";
import { Jobs } from "./jobs.js";
import { Lasting } from "./lasting.js";
import { messageOf, say } from "./notices.js";
import { boundsText } from "./values.js";
import { big, t } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Game } from "./game.js" */
/** @import { Job } from "./jobs.js" */
/** @import { Line } from "./line.js" */
/** @import { Answer, SolveProgress } from "./types.js" */

/**
 * A question: its goal, and the position that it is about.
 * @typedef {{ goal: string, node: number, plies: number }} Question
 */

export class Solving {
  /**
   * @param {Game} game
   * @param {Line} line
   * @param {(id: number) => Promise<void>} go
   */
  constructor(game, line, go) {
    this.game = game;
    this.line = line;
    this.go = go;
    this.jobs = new Jobs();
    /** @type {Question | null} what is worked on, or was answered */
    this.asked = null;
    /** @type {Job<Answer, SolveProgress> | null} */
    this.job = null;
    /** @type {SolveProgress | null} */
    this.progress = null;
    /** @type {Answer | null} */
    this.answer = null;
    this.error = "";
    this.lasting = new Lasting(game, (...button) => this.lineButton(...button));
    this.bar = h("i");
    this.text = h("p", { class: "small" });
    this.element = h("section", { class: "panel", "data-panel": "solve", hidden: true });
  }

  toggle() {
    this.element.hidden = !this.element.hidden;
    if (this.element.hidden) return;
    // An answer about another position does not answer a question about this one.
    if (!this.job && this.asked?.node !== this.game.view.node) this.asked = null;
    this.draw();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** The position on the table has changed. */
  update() {
    if (!this.element.hidden) this.draw();
  }

  draw() {
    const isAnswered = this.asked && !this.job;
    const again = () => {
      this.asked = null;
      this.draw();
    };
    put(
      this.element,
      h("h2", null, t("solve")),
      this.asked && this.where(this.asked),
      this.content(),
      isAnswered && button(t("solve_again"), again, { class: "quiet small" }),
    );
  }

  /** @returns {Child} */
  content() {
    if (!this.asked) return this.goals();
    if (this.job) return this.running();
    if (this.error || !this.answer) return h("p", null, this.error);
    return answerView(this.answer, this.game, (...button) => this.lineButton(...button));
  }

  /**
   * Which position a question is about, if it is not the one on the table.
   * @param {Question} asked
   */
  where({ node, plies }) {
    if (node === this.game.view.node) return null;
    const words = plies ? t("solve_elsewhere", { n: plies }) : t("solve_start");
    const go = button(t("solve_go"), () => this.go(node), { class: "quiet small" });
    return h("p", { class: "small faint" }, words, " ", go);
  }

  /**
   * What can be asked in this game; stages want to know after how many stones to cut.
   * @returns {Child}
   */
  goals() {
    const { scene, position } = this.game;
    if (position.end) return h("p", { class: "small" }, t("solve_over"));
    const hasStages = scene.goals.includes("stages");
    const help = t("stages_help");
    const cut = h("input", { type: "number", min: 2, max: 60, "aria-label": help, title: help });
    const empty = Object.keys(scene.places).length - position.pieces.length;
    const stages = () => {
      const first = Number(cut.value);
      return first ? `stages=${first},${Math.max(0, empty - first)}` : "stages=all";
    };
    this.lasting.look();
    const buttons = scene.goals.map((goal, index) =>
      button(t(`goal_${goal}`), () => this.solve(goal === "stages" ? stages() : goal), {
        class: index ? null : "first-choice",
        "data-goal": goal,
      }),
    );
    return [
      h("div", { class: "row" }, buttons, hasStages && cut),
      hasStages && h("p", { class: "small faint" }, help),
      this.lasting.element,
    ];
  }

  /** @param {string} goal */
  async solve(goal) {
    const { view } = this.game;
    this.asked = { goal, node: view.node, plies: view.line.length };
    this.progress = null;
    this.answer = null;
    this.error = "";
    this.job = this.jobs.start("/solves", { ...this.game.spot(), goal }, ({ progress }) => {
      this.progress = progress ?? this.progress;
      this.showProgress();
    });
    this.draw();
    try {
      this.answer = (await this.job.done).result;
      if (!this.answer) this.asked = null;
    } catch (error) {
      this.error = messageOf(error);
    }
    this.job = null;
    this.draw();
    say(this.element.querySelector("p")?.textContent ?? "");
  }

  /**
   * A bar, how far it is, and a button to stop it.
   * @returns {Child}
   */
  running() {
    this.bar.style.width = "0";
    this.text.replaceChildren(t("reading"));
    this.showProgress();
    const stop = button(t("stop"), () => this.stop(stop), { "data-tool": "stop" });
    return [h("div", { class: "meter" }, this.bar), this.text, stop];
  }

  /** @param {HTMLButtonElement} control */
  stop(control) {
    this.job?.stop();
    control.disabled = true;
  }

  showProgress() {
    if (!this.progress || !this.asked) return;
    const { done, moves, lower, upper, nodes, seconds } = this.progress;
    const { goal } = this.asked;
    if (goal === "mate") {
      this.text.textContent = t("mate_reading", { plies: done, nodes: big(nodes) });
      return;
    }
    this.bar.style.width = `${(100 * done) / Math.max(1, moves)}%`;
    const { greatest, has_score: hasScore } = this.game.scene;
    const isScore = hasScore && goal === "score";
    const bounds = boundsText({ lower, upper }, this.game.who(0), isScore, greatest);
    const speed = big(Math.round(nodes / Math.max(seconds, 0.1)));
    const blanks = { speed, nodes: big(nodes), seconds: seconds.toFixed(0) };
    this.text.replaceChildren(
      h("span", null, t("reading_speed", blanks)),
      h("br"),
      h("b", null, goal.startsWith("stages") ? "" : bounds),
    );
  }

  /**
   * A line to look along; it begins where the question was asked.
   * @param {string[]} line
   * @param {string} text
   * @param {string | null} kind
   */
  lineButton(line, text, kind = null) {
    const look = async () => {
      if (this.asked && this.game.view.node !== this.asked.node) await this.go(this.asked.node);
      this.line.look(line, 1);
    };
    return button(text, look, { class: kind });
  }
}
