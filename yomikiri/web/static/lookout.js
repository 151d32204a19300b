// Whether somebody else, or another tab, has changed the game.

import { get } from "./api.js";
import { complain } from "./notices.js";

/** @import { Game } from "./game.js" */
/** @import { GameView } from "./types.js" */

const OFTEN = 1000; // milliseconds between two looks while one waits for somebody else
const SELDOM = 5; // so many times longer otherwise

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
    this.ticks = 0;
    this.ticking = setInterval(() => this.tick(), OFTEN);
  }

  stop() {
    clearInterval(this.ticking);
  }

  tick() {
    this.ticks += 1;
    if (this.game.isElsewhere || this.ticks % SELDOM === 0) this.look().catch(complain);
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
