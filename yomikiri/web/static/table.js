// A game on the table: what can be done with it, and the players who move by themselves.

import { writeAddress } from "./address.js";
import { call, get, Job } from "./api.js";
import { notice, say } from "./dom.js";
import { KEYS } from "./keys.js";
import { rememberGame } from "./memory.js";
import { Screen } from "./screen.js";
import { HUMAN, isWatched } from "./seats.js";
import { chosenIn, options } from "./start.js";
import { redoTarget, undoTarget } from "./tree.js";
import { valueText } from "./values.js";
import { big, t } from "./words.js";

const LOOK_EVERY = 5000; // milliseconds between two looks whether somebody else has moved

export class Table extends Screen {
  constructor(app, scene, view, { begin, show }) {
    super(app, scene, view);
    Object.assign(this, { beginGame: begin, showGame: show });
    this.forward = new Map(); // node -> the child that was looked at last
    this.isAuto = true; // players move by themselves; not while one looks back
    this.looking = setInterval(() => this.lookAgain(), LOOK_EVERY);
  }

  /** Show the game as the server tells it. */
  apply(view, animate = true) {
    if (view.id === this.view.id && view.version < this.view.version) return;
    this.view = view;
    for (const node of view.tree)
      if (node.id === view.node && node.parent !== null) this.forward.set(node.parent, node.id);
    this.refresh(animate);
    writeAddress(view);
    rememberGame(view);
  }

  begin() {
    this.refresh(false);
    this.tellSide();
    this.letPlay();
  }

  leave() {
    this.isLeft = true;
    this.clock.stop();
    clearInterval(this.looking);
    this.job?.stop();
    this.study.leave();
  }

  /** One request that changes the game, and what it looks like then. */
  change(...request) {
    this.changing = this.send(...request);
    return this.changing;
  }

  async send(method, path, body, { animate = true, isAuto = this.isAuto } = {}) {
    this.job?.stop();
    try {
      const view = await call(method, `/games/${this.view.id}${path}`, body);
      if (this.isLeft) return false;
      this.isAuto = isAuto;
      this.apply(view, animate);
      return true;
    } catch (error) {
      notice(error.message);
      this.refresh(false);
      return false;
    }
  }

  async play(move) {
    const who = this.who(this.position.mover);
    if (!(await this.change("POST", "/moves", { move, node: this.view.node }, { isAuto: true })))
      return;
    say(t("by_move", { who, move }));
    this.isPaused = false;
    this.tellSide();
    this.letPlay();
  }

  /** Read aloud how it stands. */
  tellSide() {
    say(
      this.position.end ? this.resultText() : t("to_move", { who: this.who(this.position.mover) }),
    );
  }

  /** While it is a player's turn, he moves. */
  async letPlay() {
    while (
      !this.isLeft &&
      !this.job &&
      this.isAuto &&
      !this.isPaused &&
      !this.position.end &&
      this.player !== HUMAN
    ) {
      const { version } = this.view;
      const who = this.who(this.position.mover);
      const watched = isWatched(this.view.players);
      const began = performance.now();
      const job = new Job(`/games/${this.view.id}/think`, {}, (progress) => {
        if (progress.progress?.nodes > 100000)
          this.showStatus(t("thinking_nodes", { who, nodes: big(progress.progress.nodes) }));
      });
      this.job = job;
      this.showStatus();
      let done = null;
      try {
        done = await job.done;
      } catch (error) {
        if (!job.stopped) {
          notice(error.message, 12);
          this.isAuto = false;
        }
      }
      if (this.job === job) this.job = null;
      if (this.isLeft || job.stopped || this.view.version !== version) {
        if (!this.isLeft) this.showStatus();
        return;
      }
      if (watched)
        await new Promise((resolve) =>
          setTimeout(resolve, this.delay - (performance.now() - began)),
        );
      if (this.isLeft || this.view.version !== version) return;
      const view = await get(`/games/${this.view.id}`).catch((error) => {
        notice(error.message);
        return null;
      });
      if (!view || this.isLeft) return;
      if (done?.result) say(t("by_move", { who, move: done.result.move }));
      this.apply(view);
      this.tellSide();
    }
    this.showStatus();
  }

  goOn() {
    this.isAuto = true;
    this.isPaused = false;
    this.showWatch();
    this.letPlay();
  }

  async go(id) {
    await this.change("POST", "/node", { node: id }, { isAuto: false });
  }

  async undo() {
    const target = undoTarget(this.view, this.scene.choices);
    if (target !== null) await this.go(target);
  }

  async redo() {
    const target = redoTarget(this.view, this.forward);
    if (target !== null) await this.go(target);
  }

  async hint() {
    if (this.position.end) return;
    const { version } = this.view;
    const job = new Job("/hints", this.study.spot());
    this.showStatus(t("reading"));
    try {
      const { result } = await job.done;
      if (!result || version !== this.view.version) return;
      const entry = { value: result.value, exact: true, distance: null };
      const text = result.exact
        ? t("hint_exact", { move: result.move, value: valueText(entry, this.scene.has_score) })
        : t("hint_is", { move: result.move });
      this.showStatus(text);
      say(text);
      const move = this.position.moves.find((one) => one.move === result.move);
      if (move?.at) this.board.layers.badges.append(this.board.marks.circle(move.at, 14, "target"));
    } catch (error) {
      notice(error.message);
      this.showStatus();
    }
  }

  newGame() {
    options(this.family, this.beginGame, {
      ...chosenIn(this.view.game),
      players: this.view.players,
    });
  }

  async sit(side, player) {
    await this.changing; // who sits there is known when it has come back
    const players = [...this.view.players];
    players[side] = player;
    if (await this.change("POST", "/players", { players }, { isAuto: true, animate: false }))
      this.letPlay();
  }

  async swap() {
    await this.changing;
    const players = [...this.view.players].reverse();
    if (await this.change("POST", "/players", { players }, { isAuto: true, animate: false }))
      this.letPlay();
  }

  async resign() {
    const { mover } = this.position;
    const side =
      this.view.players[mover] === HUMAN ? mover : Math.max(0, this.view.players.indexOf(HUMAN));
    if (!confirm(t("resign_sure"))) return;
    if (await this.change("POST", "/resign", { side })) this.tellSide();
  }

  /** A person has thought too long. */
  async timeIsUp() {
    notice(t("time_up", { who: this.who(this.position.mover) }));
    if (await this.change("POST", "/resign", { side: this.position.mover })) this.tellSide();
  }

  togglePause() {
    if (!isWatched(this.view.players)) return;
    this.isPaused = !this.isPaused;
    if (this.isPaused) this.job?.stop();
    this.showWatch();
    if (!this.isPaused) this.goOn();
  }

  toggleAnalysis() {
    const isOn = this.study.toggle();
    this.tool("analysis").setAttribute("aria-pressed", `${isOn}`);
  }

  why() {
    this.study.proof.open();
  }

  toggleSolve() {
    this.study.solving.toggle();
  }

  /** From a line that is looked at. */
  backToGame() {
    if (this.study.isLooking) this.refresh(false);
  }

  focusBoard() {
    this.board.focus();
  }

  /** A key was pressed; whether it meant something. */
  key(key) {
    const found = KEYS.find(([one]) => one === (key === "Escape" ? "Esc" : key.toUpperCase()));
    if (!found) return false;
    this[found[2]]();
    return true;
  }

  /** Somebody else, or another tab, may have moved. */
  async lookAgain() {
    if (document.hidden || this.job || this.study.isLooking) return;
    const id = this.view.id;
    const seen = await get(`/games/${id}/version`).catch(() => null);
    if (seen && !this.isLeft && !this.job && seen.version > this.view.version)
      this.apply(await get(`/games/${id}`));
  }
}
