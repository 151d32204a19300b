// Players who move by themselves, while the game is at its end and nobody holds them up.

import { get, isAway, Refused } from "./api.js";
import { Job } from "./jobs.js";
import { complain, notice, say } from "./notices.js";
import { HUMAN, isWatched } from "./tree.js";
import { big, t } from "./words.js";

/** @import { Game } from "./game.js" */
/** @import { Choice, GameView } from "./types.js" */

/** @typedef {{ nodes: number }} Progress */

/**
 * @typedef {object} Listener
 * @property {(view: GameView) => void} apply a player has moved
 * @property {(text?: string) => void} tell something has changed, to be told in these words
 */

const MANY = 100_000; // positions: a player who has looked at so many says so
const AGAIN = 1500; // milliseconds between two tries, while the server is away

const sleep = (/** @type {number} */ time) =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, time)));

export class AutoPlay {
  /**
   * @param {Game} game
   * @param {Listener} listener
   */
  constructor(game, listener) {
    this.game = game;
    this.listener = listener;
    this.isOn = true; // not while one looks back
    this.isPaused = false; // two players who are watched
    this.delay = 600; // milliseconds that a move lasts at least, if it is watched
    /** @type {Job<Choice, Progress> | null} a player who thinks */
    this.job = null;
    /** @type {object | null} the loop in which players move; another one has taken its place */
    this.loop = null;
    this.isAway = false; // the server does not answer
  }

  get isThinking() {
    return this.job !== null;
  }

  get mayPlay() {
    const { position, player, isLeft } = this.game;
    return !isLeft && this.isOn && !this.isPaused && !position.end && player !== HUMAN;
  }

  /** Nobody thinks any more; what was chosen meanwhile is not waited for. */
  stop() {
    this.job?.stop();
    this.job = null;
    this.loop = null;
  }

  pause() {
    this.isPaused = true;
    if (this.isThinking) this.stop();
    this.listener.tell();
  }

  /** Let players move, also where one has looked back or paused. */
  goOn() {
    this.isOn = true;
    this.isPaused = false;
    this.run();
  }

  /** While it is a player's turn, they move. */
  async run() {
    if (this.loop) return;
    const loop = {};
    this.loop = loop;
    while (this.loop === loop && this.mayPlay) await this.playOne(loop);
    if (this.loop !== loop) return;
    this.loop = null;
    if (!this.game.isLeft) this.listener.tell();
  }

  /** @param {object} loop */
  async playOne(loop) {
    const { game } = this;
    const { id, node, players } = game.view;
    const who = game.mover;
    const began = performance.now();
    const isStale = () => this.loop !== loop || game.isLeft || game.view.node !== node;
    const choice = await this.think(id, who);
    if (!isStale() && choice && isWatched(players))
      await sleep(this.delay - (performance.now() - began));
    if (isStale()) {
      this.end(loop);
      return;
    }
    const view = await this.find(id, isStale);
    if (!view || game.isLeft || this.loop !== loop) {
      this.end(loop);
      return;
    }
    this.listener.apply(view);
    if (choice) say(t("by_move", { who, move: game.lastText }));
    say(game.stateText);
  }

  /**
   * What the player chooses; the server has made the move then.  Null if there is none.
   * @param {string} id
   * @param {string} who
   */
  async think(id, who) {
    /** @type {Job<Choice, Progress>} */
    const job = new Job(`/games/${id}/think`, {}, ({ progress }) => {
      if (this.job !== job || !progress || progress.nodes <= MANY) return;
      this.listener.tell(t("thinking_nodes", { who, nodes: big(progress.nodes) }));
    });
    this.job = job;
    this.listener.tell();
    try {
      return (await job.done).result;
    } catch (error) {
      if (job.isStopped || isAway(error)) return null; // it thinks again when the server is back
      complain(error, 12);
      this.isOn = false;
      return null;
    } finally {
      if (this.job === job) this.job = null;
    }
  }

  /**
   * The game as it stands now; a server that is away is waited for.
   * @param {string} id
   * @param {() => boolean} isStale
   * @returns {Promise<GameView | null>}
   */
  async find(id, isStale) {
    while (!isStale()) {
      try {
        const view = await get(`/games/${id}`);
        if (this.isAway) notice("");
        this.isAway = false;
        return view;
      } catch (error) {
        complain(error, 0);
        if (!(error instanceof Refused) || error.status) return null;
        this.isAway = true;
        this.listener.tell(t("server_away"));
        await sleep(AGAIN);
      }
    }
    return null;
  }

  /** @param {object} loop */
  end(loop) {
    if (this.loop !== loop) return;
    this.loop = null;
    if (!this.game.isLeft) this.listener.tell();
  }
}
