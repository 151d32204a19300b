// The end of a game: who has won and why, and what can be done then.

import { button, h, put } from "./dom.js";
import { name, t } from "./words.js";

/** @import { Game } from "./game.js" */
/** @import { Action } from "./keys.js" */

/** @type {Action[]} */
const NEXT = ["rematch", "review", "share"];

export class EndingPanel {
  /**
   * @param {Game} game
   * @param {(action: Action) => void} act
   */
  constructor(game, act) {
    this.game = game;
    this.act = act;
    this.element = h("div", { class: "ending", "data-panel": "end", hidden: true });
  }

  /** The game has changed. */
  show() {
    const { end, count } = this.game.position;
    const wasHidden = this.element.hidden;
    this.element.hidden = !end;
    if (!end) return;
    const buttons = NEXT.map((action, index) =>
      button(t(action), () => this.act(action), {
        class: index ? null : "first-choice",
        "data-next": action,
      }),
    );
    put(
      this.element,
      h("p", { class: "result" }, this.game.winnerText(end.winner, count)),
      h("p", { class: "small" }, name(end.why)),
      h("div", { class: "row" }, buttons),
    );
    if (wasHidden) this.element.scrollIntoView({ block: "nearest" });
  }
}
