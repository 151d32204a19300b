// Whether somebody else, or another tab, has changed the game.

import { get } from "./api.js";
import { complain } from "./notices.js";

/** @import { Game } from "./game.js" */
/** @import { GameView } from "./types.js" */

const EVERY = 5000; // milliseconds between two looks

export class Lookout {
  /**
   * @param {Game} game
   * @param {() => boolean} isBusy then the game is left as it is
   * @param {(view: GameView) => void} apply
   */
  constructor(game, isBusy, apply) {
    this.game = game;
    this.isBusy = () => isBusy() || game.isLeft;
    this.apply = apply;
    this.ticking = setInterval(() => this.look().catch(complain), EVERY);
  }

  stop() {
    clearInterval(this.ticking);
  }

  async look() {
    if (document.hidden || this.isBusy()) return;
    const path = `/games/${this.game.view.id}`;
    /** @type {{ version: number } | null} */
    const seen = await get(`${path}/version`).catch(() => null);
    if (!seen || seen.version <= this.game.view.version || this.isBusy()) return;
    /** @type {GameView} */
    const view = await get(path);
    if (!this.isBusy()) this.apply(view);
  }
}
