// "Why?": the winning move and every defence, to click into.

import { h, put } from "./dom.js";
import { valueMark } from "./values.js";
import { signed, t } from "./words.js";

const SECONDS = 8;

export class Proof {
  constructor(study) {
    this.study = study;
    this.element = h("section", { class: "panel", "data-panel": "why", hidden: true });
  }

  get table() {
    return this.study.table;
  }

  /** The position after `stack`, which is looked at from the one on the table. */
  async open(stack = []) {
    const wasHidden = this.element.hidden;
    this.element.hidden = false;
    put(this.element, h("h2", null, t("why")), h("p", { class: "small faint" }, t("reading")));
    if (wasHidden) this.element.scrollIntoView({ block: "nearest" });
    const { view } = this.table;
    const analyse = async (moves) =>
      (await this.study.job("/analyses", { ...this.study.spot(moves), seconds: SECONDS }).done)
        .result;
    const show = (...found) => {
      if (this.table.view === view) this.show(stack, ...found);
    };
    try {
      const here = await analyse(stack);
      if (this.table.view !== view) return;
      if (stack.length) await this.study.lookAlong(stack, stack.length);
      if (!here?.exact) {
        show(t("why_none"), []);
        return;
      }
      const who = this.table.who(here.mover === "first" ? 0 : 1);
      if (!here.moves.length) {
        show(this.ended(here), []);
        return;
      }
      if (here.value < 0) {
        show(
          t("why_loss", { who }),
          here.moves.map((entry) => [[...stack, entry.move], entry]),
        );
        return;
      }
      const best = here.moves[0].move;
      const after = await analyse([...stack, best]);
      const defences = (after?.moves ?? []).map((entry) => [[...stack, best, entry.move], entry]);
      if (!defences.length)
        show(t(here.value > 0 ? "why_at_once" : "why_draw_at_once", { who, move: best }), []);
      else show(t(here.value > 0 ? "why_win" : "why_draw", { who, move: best }), defences);
    } catch (error) {
      show(error.message, []);
    }
  }

  /** How a finished game has ended. */
  ended({ value, mover }) {
    if (this.table.scene.has_score) return t("why_over", { result: signed(value) });
    if (!value) return t("why_over", { result: t("drawn") });
    const isFirst = (mover === "first") === value > 0;
    return t("why_over", { result: t("over_win", { who: this.table.who(isFirst ? 0 : 1) }) });
  }

  show(stack, text, items) {
    const list = items.map(([moves, entry]) =>
      h(
        "li",
        null,
        h(
          "button",
          { type: "button", "data-proof": moves.at(-1), onclick: () => this.open(moves) },
          moves.at(-1),
        ),
        valueMark(entry, this.table.scene.has_score),
      ),
    );
    put(
      this.element,
      h("h2", null, t("why")),
      stack.length ? h("p", { class: "small faint" }, stack.join(" ")) : null,
      h("p", null, text),
      h("ul", { class: "values" }, list),
      stack.length
        ? h(
            "button",
            {
              type: "button",
              onclick: () => this.open(stack.slice(0, stack.length > 1 ? -2 : -1)),
            },
            t("step_back"),
          )
        : null,
    );
  }
}
