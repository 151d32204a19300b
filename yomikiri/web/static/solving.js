// Solving: what can be asked of a position, how far that has come, and the answer.

import { h, put, say } from "./dom.js";
import { boundsText } from "./values.js";
import { big, t } from "./words.js";

export class Solving {
  constructor(study) {
    this.study = study;
    this.element = h("section", { class: "panel", "data-panel": "solve", hidden: true });
    this.asked = null; // {goal, node, plies, who}: what is worked on, or was answered
    this.job = this.progress = this.answer = null;
    this.error = "";
  }

  get table() {
    return this.study.table;
  }

  toggle() {
    this.element.hidden = !this.element.hidden;
    if (this.element.hidden) return;
    // An answer about another position is no answer to who asks here.
    if (!this.job && this.asked?.node !== this.table.view.node) this.asked = null;
    this.draw();
    this.element.scrollIntoView({ block: "nearest" });
  }

  /** The position on the table has changed. */
  update() {
    if (!this.element.hidden) this.draw();
  }

  draw() {
    put(
      this.element,
      h("h2", null, t("solve")),
      this.where(),
      ...(!this.asked
        ? this.goals()
        : this.job
          ? this.running()
          : this.error
            ? [h("p", null, this.error)]
            : this.found()),
      this.asked &&
        !this.job &&
        h(
          "button",
          {
            type: "button",
            class: "quiet small",
            onclick: () => {
              this.asked = null;
              this.draw();
            },
          },
          t("solve_again"),
        ),
    );
  }

  /** Which position it is about, if it is not the one on the board. */
  where() {
    if (!this.asked || this.asked.node === this.table.view.node) return null;
    return h(
      "p",
      { class: "small faint" },
      t(this.asked.plies ? "solve_elsewhere" : "solve_start", { n: this.asked.plies }),
      " ",
      h(
        "button",
        { type: "button", class: "quiet small", onclick: () => this.table.go(this.asked.node) },
        t("solve_go"),
      ),
    );
  }

  /** What can be asked in this game; stages want to know after how many stones to cut. */
  goals() {
    const {
      scene: { goals, places },
      position,
    } = this.table;
    if (position.end) return [h("p", { class: "small" }, t("solve_over"))];
    const cut = h("input", {
      type: "number",
      min: 2,
      max: 60,
      "aria-label": t("stages_help"),
      title: t("stages_help"),
    });
    const empty = Object.keys(places).length - position.pieces.length;
    const full = (goal) =>
      goal !== "stages"
        ? goal
        : cut.value
          ? `stages=${cut.value},${Math.max(0, empty - cut.value)}`
          : "stages=all";
    return [
      h(
        "div",
        { class: "row" },
        goals.map((goal, index) =>
          h(
            "button",
            {
              type: "button",
              class: index ? null : "first-choice",
              "data-goal": goal,
              onclick: () => this.solve(full(goal)),
            },
            t(`goal_${goal}`),
          ),
        ),
        goals.includes("stages") && cut,
      ),
      goals.includes("stages") && h("p", { class: "small faint" }, t("stages_help")),
    ];
  }

  async solve(goal) {
    const { view } = this.table;
    this.asked = { goal, node: view.node, plies: view.line.length };
    this.progress = this.answer = null;
    this.error = "";
    this.job = this.study.job("/solves", { ...this.study.spot(), goal }, ({ progress }) => {
      this.progress = progress ?? this.progress;
      this.showProgress();
    });
    this.draw();
    try {
      const { result } = await this.job.done;
      if (result) this.answer = result;
      else this.asked = null;
    } catch (error) {
      this.error = error.message;
    }
    this.job = null;
    this.draw();
    say(this.element.querySelector("p")?.textContent ?? "");
  }

  /** A bar, how far it is, and a button to stop it. */
  running() {
    this.bar = h("i");
    this.text = h("p", { class: "small" }, t("reading"));
    const stop = h(
      "button",
      {
        type: "button",
        "data-tool": "stop",
        onclick: () => {
          this.job?.stop();
          stop.disabled = true;
        },
      },
      t("stop"),
    );
    this.showProgress();
    return [h("div", { class: "meter" }, this.bar), this.text, stop];
  }

  showProgress() {
    if (!this.progress) return;
    const { done, moves, lower, upper, nodes, seconds } = this.progress;
    const {
      scene: { greatest, has_score: hasScore },
    } = this.table;
    if (this.asked.goal === "mate") {
      this.text.textContent = t("mate_reading", { plies: done, nodes: big(nodes) });
      return;
    }
    this.bar.style.width = `${(100 * done) / Math.max(1, moves)}%`;
    const speed = big(Math.round(nodes / Math.max(seconds, 0.1)));
    const bounds = this.asked.goal.startsWith("stages")
      ? ""
      : boundsText(
          { lower, upper },
          this.table.who(0),
          hasScore && this.asked.goal === "score",
          greatest,
        );
    this.text.replaceChildren(
      h(
        "span",
        null,
        t("reading_speed", { speed, nodes: big(nodes), seconds: seconds.toFixed(0) }),
      ),
      h("br"),
      h("b", null, bounds),
    );
  }

  found() {
    const { answer, table } = this;
    if (answer.splits) return this.stages();
    const { greatest, has_score: hasScore } = table.scene;
    const count = answer.final ? ` ${answer.final.first}–${answer.final.second}` : "";
    const result =
      answer.winner === "draw"
        ? t("over_draw", { count })
        : t("over_win", { who: table.who(answer.winner === "first" ? 0 : 1), count });
    const bounds = boundsText(
      { lower: answer.lower ?? -greatest, upper: answer.upper ?? greatest },
      table.who(0),
      hasScore && answer.goal === "score",
      greatest,
    );
    const blanks = {
      result,
      bounds,
      n: answer.distance,
      nodes: big(answer.nodes),
      seconds: answer.seconds.toFixed(1),
    };
    const word =
      answer.goal !== "mate"
        ? answer.exact
          ? "solved"
          : "unsolved"
        : answer.value !== null
          ? "mate_found"
          : answer.exact
            ? "no_mate"
            : "mate_open";
    return [
      h("p", { "data-solved": answer.exact ? "yes" : "no" }, t(word, blanks)),
      answer.exact && h("p", { class: "small faint" }, t("kept")),
      answer.best_moves.length
        ? h("p", { class: "small" }, t("best_moves", { moves: answer.best_moves.join(" ") }))
        : null,
      this.lineButton(answer.line, `${t("best_line")} ▶`),
    ];
  }

  /** A line to look along; it begins where the question was asked. */
  lineButton(line, text, kind = null) {
    if (!line.length) return null;
    const look = async () => {
      if (this.table.view.node !== this.asked.node) await this.table.go(this.asked.node);
      this.study.lookAlong(line, 1);
    };
    return h("button", { type: "button", class: kind, onclick: look }, text);
  }

  /** Who is ahead in each split of the empty cells. */
  stages() {
    const { table } = this;
    const { tally, splits, exact, nodes, seconds } = this.answer;
    const ahead = (winner) =>
      winner === "draw" ? t("even") : t("ahead", { who: table.who(winner === "first" ? 0 : 1) });
    const rows = splits.map((split) =>
      h(
        "li",
        null,
        `[${split.m},${split.n}] ${ahead(split.winner)}`,
        split.lines.length
          ? this.lineButton(
              split.lines[0],
              `${split.lines[0].slice(0, 6).join(" ")} ▶`,
              "quiet small",
            )
          : null,
      ),
    );
    return [
      h(
        "p",
        { "data-solved": exact ? "yes" : "no" },
        t("stages_found", {
          ...tally,
          who: table.who(0),
          other: table.who(1),
          nodes: big(nodes),
          seconds: seconds.toFixed(1),
        }),
      ),
      h("ul", { class: "proof" }, rows),
    ];
  }
}
