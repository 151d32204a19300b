// What people do to a game: requests to the server, and the game as it is then.

import { call, isBehind } from "./api.js";
import { complain, say } from "./notices.js";
import { redoTarget, undoTarget } from "./tree.js";
import { t } from "./words.js";

/** @import { AutoPlay } from "./autoplay.js" */
/** @import { Game } from "./game.js" */
/** @import { GameView } from "./types.js" */

/**
 * @typedef {object} Listener
 * @property {(view: GameView, animate: boolean) => void} apply the game has changed
 * @property {(view: GameView) => void} note only a note has changed
 * @property {() => void} refresh a request was refused: show the game as it was
 * @property {() => void} look another tab, or somebody else, has moved: show that
 * @property {() => void} goOn a person has moved: let players move
 */

/**
 * @typedef {object} Options
 * @property {boolean} [animate]
 * @property {boolean} [isAuto] whether players move by themselves then
 */

export class Changes {
  /**
   * @param {Game} game
   * @param {AutoPlay} autoplay stopped by every change
   * @param {Listener} listener
   */
  constructor(game, autoplay, listener) {
    this.game = game;
    this.autoplay = autoplay;
    this.listener = listener;
    /** @type {Promise<unknown>} the last request */
    this.last = Promise.resolve();
  }

  /** @param {Parameters<Changes["send"]>} request */
  change(...request) {
    const changed = this.send(...request);
    this.last = changed;
    return changed;
  }

  /**
   * One request that changes the game; whether it was possible.
   * @param {string} method
   * @param {string} path
   * @param {object} [body]
   * @param {Options} [options]
   */
  async send(method, path, body, options = {}) {
    const { animate = true, isAuto = this.autoplay.isOn } = options;
    this.autoplay.stop();
    try {
      /** @type {GameView} */
      const view = await call(method, `/games/${this.game.view.id}${path}`, body);
      if (this.game.isLeft) return false;
      this.autoplay.isOn = isAuto;
      this.listener.apply(view, animate);
      return true;
    } catch (error) {
      complain(error);
      if (!this.game.isLeft) this.listener.refresh();
      if (isBehind(error)) this.listener.look();
      return false;
    }
  }

  /**
   * Make a move where the game stands.
   * @param {string} move
   * @param {boolean} isAuto
   */
  move(move, isAuto) {
    const here = this.game.view.node;
    return this.change("POST", "/moves", { move, here }, { isAuto });
  }

  /**
   * A person's move.
   * @param {string} move
   */
  async play(move) {
    const who = this.game.mover;
    if (!(await this.move(move, true))) return;
    say(t("by_move", { who, move: this.game.lastText }));
    say(this.game.stateText);
    this.listener.goOn();
  }

  /**
   * A line of moves; nobody answers it.
   * @param {string[]} moves
   */
  async add(moves) {
    for (const move of moves) if (!(await this.move(move, false))) return;
  }

  /**
   * Stand at a node.
   * @param {number} id
   */
  async go(id) {
    await this.change("POST", "/node", { node: id }, { isAuto: false });
  }

  async undo() {
    const target = undoTarget(this.game.view, this.game.scene.choices);
    if (target !== null) await this.go(target);
  }

  async redo() {
    const target = redoTarget(this.game.view, this.game.forward);
    if (target !== null) await this.go(target);
  }

  /** @param {string[]} players */
  async seat(players) {
    const options = { isAuto: true, animate: false };
    if (await this.change("POST", "/players", { players }, options)) this.autoplay.run();
  }

  /**
   * @param {number} side
   * @param {string} player
   */
  async sit(side, player) {
    await this.last; // who sits there is known when it has come back
    await this.seat(this.game.view.players.with(side, player));
  }

  async swap() {
    await this.last;
    await this.seat(this.game.view.players.toReversed());
  }

  /**
   * @param {number} side
   * @param {"resigned" | "time"} reason
   */
  async resign(side, reason = "resigned") {
    if (await this.change("POST", "/resign", { side, reason })) say(this.game.stateText);
  }

  /**
   * @param {number} id
   * @param {string} text
   */
  async writeNote(id, text) {
    const path = `/games/${this.game.view.id}/nodes/${id}/note`;
    try {
      /** @type {GameView} */
      const view = await call("PUT", path, { text });
      if (!this.game.isLeft) this.listener.note(view);
    } catch (error) {
      complain(error);
    }
  }

  /**
   * Forget a move and what follows it.
   * @param {number} id
   */
  removeMove(id) {
    return this.change("DELETE", `/nodes/${id}`);
  }
}
