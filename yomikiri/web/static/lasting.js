// Solves that outlive the page and the server: begun, looked at, stopped, gone on with.

import { call, get, post } from "./api.js";
import { button, h, put } from "./dom.js";
import { complain } from "./notices.js";
import { boundsText } from "./values.js";
import { big, gameTitle, name, signed, t } from "./words.js";

/** @import { Child } from "./dom.js" */
/** @import { Game } from "./game.js" */
/** @import { LastingSolve, NewGame } from "./types.js" */

const LOOK_EVERY = 2000; // milliseconds between two looks at a solve that runs
const GOALS = /** @type {const} */ (["score", "win"]);
const SEATS = ["human", "human"]; // of a game that shows what was asked

/** @param {number} seconds */
function clock(seconds) {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part, index) => `${part}`.padStart(index ? 2 : 1, "0")).join(":");
}

/**
 * How far a solve is, in words.
 * @param {LastingSolve} solve
 */
function progressText({ state, tasks, nodes, seconds }) {
  const blanks = { tasks: big(tasks ?? 0), nodes: big(nodes ?? 0), time: clock(seconds ?? 0) };
  return t("lasting_progress", { state: t(`lasting_${state}`), ...blanks });
}

/**
 * What a finished solve has found, for a list.
 * @param {LastingSolve} solve
 */
function resultText({ state, goal, lower }) {
  if (state !== "finished" || lower === null) return "";
  if (lower === 0) return `${t("drawn")} · `;
  const word = t(lower > 0 ? "lasting_first" : "lasting_second");
  return `${word}${goal === "score" ? ` (${signed(lower)})` : ""} · `;
}

/** What can be had of such solves for the position on the table. */
export class Lasting {
  /**
   * @param {Game} game
   * @param {(line: string[], text: string) => Child} lineButton
   */
  constructor(game, lineButton) {
    this.game = game;
    this.lineButton = lineButton;
    /** @type {LastingSolve[]} those about this position */
    this.solves = [];
    this.timer = 0;
    this.element = h("div", { class: "lasting" });
  }

  /** Show what there is, and look again while one runs and the panel is seen. */
  async look() {
    clearTimeout(this.timer);
    if (!this.game.scene.lasts || this.game.position.end) {
      put(this.element);
      return;
    }
    const here = this.game.position.text;
    try {
      /** @type {LastingSolve[]} */
      const all = await get("/lasting");
      this.solves = all.filter((one) => one.position === here && one.game === this.game.scene.game);
    } catch {
      // It is looked at again.
    }
    this.draw();
    const runs = this.solves.some(({ state }) => state === "running");
    if (runs && this.element.isConnected) this.timer = setTimeout(() => this.look(), LOOK_EVERY);
  }

  draw() {
    const { goals } = this.game.scene;
    const open = GOALS.filter(
      (goal) => goals.includes(goal) && !this.solves.some((one) => one.goal === goal),
    );
    put(
      this.element,
      h("p", { class: "small faint" }, t("lasting_help")),
      h(
        "div",
        { class: "row" },
        open.map((goal) =>
          button(t(`lasting_${goal}`), () => this.start(goal), { "data-goal": `lasting-${goal}` }),
        ),
      ),
      this.solves.map((solve) => this.row(solve)),
    );
  }

  /**
   * One solve: how far it is, and what can be done.
   * @param {LastingSolve} solve
   * @returns {Child}
   */
  row(solve) {
    const { greatest, has_score: hasScore } = this.game.scene;
    const { lower, upper, goal, state, answer } = solve;
    const isScore = hasScore && goal === "score";
    const known = lower !== null && upper !== null;
    const bounds = known && boundsText({ lower, upper }, this.game.who(0), isScore, greatest);
    const moves = answer?.best_moves.join(" ");
    return h(
      "div",
      { "data-lasting": state },
      h("p", { class: "small" }, progressText(solve), h("br"), bounds && h("b", null, bounds)),
      solve.said && h("p", { class: "small" }, name(solve.said)),
      moves && h("p", { class: "small" }, t("best_moves", { moves })),
      answer && answer.line.length > 0 && this.lineButton(answer.line, `${t("best_line")} ▶`),
      state === "running" &&
        button(t("stop"), () => this.stop(solve), { "data-tool": `stop-${goal}` }),
      state === "stopped" &&
        button(
          t(solve.broken ? "lasting_anew" : "lasting_go_on"),
          () => this.start(goal, solve.broken),
          { "data-tool": `go-on-${goal}` },
        ),
    );
  }

  /**
   * @param {string} goal
   * @param {boolean} [fresh] without what was kept
   */
  async start(goal, fresh = false) {
    await post("/lasting", { ...this.game.spot(), goal, fresh }).catch(complain);
    await this.look();
  }

  /** @param {LastingSolve} solve */
  async stop({ solve }) {
    await call("DELETE", `/lasting/${solve}`).catch(complain);
    await this.look();
  }
}

/**
 * Every such solve, for the start: a button leads to its position.
 * @param {(form: NewGame) => Promise<boolean>} begin
 */
export function lastingList(begin) {
  const list = h("ul");
  const element = h("section", { class: "again", hidden: true }, h("h2", null, t("lasting")), list);
  const show = (/** @type {LastingSolve[]} */ solves) => {
    element.hidden = !solves.length;
    const item = (/** @type {LastingSolve} */ solve) => {
      const { game, position } = solve;
      const open = () => begin({ game, players: SEATS, position });
      return h(
        "li",
        null,
        button(`${gameTitle(game)} · ${resultText(solve)}${progressText(solve)}`, open),
      );
    };
    put(list, solves.map(item));
  };
  get("/lasting").then(show, complain);
  return element;
}
