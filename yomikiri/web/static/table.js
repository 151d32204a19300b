// A game on the table: everything that belongs to it, and what can be done with it.

import { writeAddress } from "./address.js";
import { AutoPlay } from "./autoplay.js";
import { Board } from "./board.js";
import { Changes } from "./changes.js";
import { Clock } from "./clock.js";
import { editPosition } from "./editor.js";
import { Game } from "./game.js";
import { actionOf } from "./keys.js";
import { Line } from "./line.js";
import { Lookout } from "./lookout.js";
import { chosenPieces, rememberGame } from "./memory.js";
import { askForGame, chosenIn } from "./newgame.js";
import { complain, notice, say } from "./notices.js";
import { Screen } from "./screen.js";
import { shareDialog } from "./share.js";
import { soundMove } from "./sounds.js";
import { Study } from "./study.js";
import { CHANCE, HUMAN, isWatched } from "./tree.js";
import { name, t } from "./words.js";

/** @import { Action } from "./keys.js" */
/** @import { Family, GameView, NewGame, Scene } from "./types.js" */

/**
 * How the page goes to another game.
 * @typedef {object} Doors
 * @property {(form: NewGame) => Promise<boolean>} begin a new game; whether that was possible
 * @property {(view: GameView) => Promise<void>} show a game that is there
 */

export class Table {
  /**
   * @param {Family} family
   * @param {Scene} scene
   * @param {GameView} view
   * @param {Doors} doors
   */
  constructor(family, scene, view, doors) {
    this.family = family;
    this.doors = doors;
    /** @type {boolean | null} how the board was turned by hand */
    this.isTurned = null;
    this.game = new Game(scene, view);
    this.board = new Board(scene, chosenPieces(scene), {
      onMove: (move) => this.changes.play(move),
    });
    this.autoplay = new AutoPlay(this.game, {
      apply: (news) => this.apply(news),
      tell: (text) => this.screen.showStatus(text),
    });
    this.changes = new Changes(this.game, this.autoplay, {
      apply: (news, animate) => this.apply(news, animate),
      note: (news) => this.note(news),
      refresh: () => this.refresh(false),
      look: () => this.lookout.look().catch(complain),
      goOn: () => this.goOn(),
    });
    this.clock = new Clock(() => this.endTime());
    this.line = new Line(this.game, this.board, {
      add: (moves) => this.changes.add(moves),
      back: () => this.backToGame(),
    });
    const go = (/** @type {number} */ id) => this.changes.go(id);
    const mark = (/** @type {Map<number, string>} */ signs) => this.screen.markMoves(signs);
    this.study = new Study(this.game, this.board, this.line, go, mark, () =>
      this.screen.showAnalysis(),
    );
    const { game, board, autoplay, clock, line, study } = this;
    const parts = { game, board, autoplay, clock, line, study };
    /** @type {Record<Action, () => unknown>} */
    this.actions = {
      undo: () => this.changes.undo(),
      redo: () => this.changes.redo(),
      hint: () => this.hint(),
      analysis: () => this.toggleAnalysis(),
      why: () => this.study.explain(),
      solve: () => this.study.toggleSolving(),
      new: () => this.askForGame(),
      swap: () => this.changes.swap(),
      resign: () => this.resign(),
      editor: () => editPosition(this.game, this.board.set, this.doors.begin),
      share: () =>
        shareDialog(this.game, this.board.set, {
          show: this.doors.show,
          sit: (side, player) => this.changes.sit(side, player),
          refresh: () => this.refresh(false),
        }),
      board: () => this.focusBoard(),
      review: () => this.study.toggleReview(),
      rematch: () => this.rematch(),
      flip: () => this.flip(),
      pause: () => this.togglePause(),
      back_to_game: () => this.backToGame(),
    };
    this.screen = new Screen(parts, {
      act: (action) => this.actions[action](),
      go,
      sit: (side, player) => this.changes.sit(side, player),
      writeNote: (id, text) => this.changes.writeNote(id, text),
      removeMove: (id) => this.changes.removeMove(id),
      goOn: () => this.goOn(),
    });
    const isBusy = () => this.autoplay.isThinking || this.line.isOpen;
    this.lookout = new Lookout(this.game, isBusy, (news) => this.hear(news));
  }

  get element() {
    return this.screen.element;
  }

  begin() {
    this.refresh(false);
    say(this.game.stateText);
    this.autoplay.run();
  }

  leave() {
    this.keep();
    this.game.isLeft = true;
    this.clock.stop();
    this.lookout.stop();
    this.autoplay.stop();
    this.study.leave();
  }

  /** In the other language. */
  speak() {
    this.clock.speak();
    this.screen.build();
    this.refresh(false);
  }

  /**
   * Whether this game is shown, after these moves.
   * @param {string | null} id
   * @param {string} moves
   */
  shows(id, moves) {
    const { view } = this.game;
    return id === view.id && moves === view.line.join(" ");
  }

  focusBoard() {
    this.board.focus();
  }

  /**
   * A key was pressed; whether it meant something.
   * @param {string} key
   */
  key(key) {
    const action = actionOf(key);
    if (action) this.actions[action]();
    return action !== null;
  }

  // Showing the game.

  /**
   * Show the game as the server tells it.
   * @param {GameView} view
   */
  apply(view, animate = true) {
    const before = this.game.view;
    if (!this.game.take(view)) return;
    this.refresh(animate);
    this.announce();
    soundMove(before, view);
    writeAddress(view);
    rememberGame(view);
  }

  /**
   * Somebody else has changed the game.
   * @param {GameView} news
   */
  hear(news) {
    const { length } = this.game.view.line;
    const who = this.game.mover;
    this.apply(news);
    if (news.line.length > length) say(t("by_move", { who, move: this.game.lastText }));
    say(this.game.stateText);
  }

  /** What was done without touching the board, such as a pass, is easily missed. */
  announce() {
    const { scene, position, node } = this.game;
    const [word] = position.last?.path ?? [];
    if (position.last?.at || !scene.choices[word] || node?.side === null) return;
    const what = name(scene.choices[word]);
    const side = node?.side ?? 0;
    notice(side === CHANCE ? what : t("did", { who: this.game.who(side), what }));
  }

  /**
   * A note has changed: nothing else need be drawn, unless somebody else has moved.
   * @param {GameView} view
   */
  note(view) {
    const { node, tree } = this.game.view;
    if (view.node !== node || view.tree.length !== tree.length) this.apply(view);
    else if (this.game.take(view)) this.screen.showMoves();
  }

  /** The page is being left, perhaps in the middle of a word. */
  keep() {
    this.screen.note.keep();
  }

  /** See the board from the other side, until it is asked for again. */
  flip() {
    this.isTurned = !this.board.isTurned;
    this.board.turn(this.isTurned);
  }

  /** @param {boolean} animate */
  refresh(animate) {
    const { position, isPersonsTurn, view } = this.game;
    this.line.leave();
    this.board.turn(this.isTurned ?? this.game.isSeenFromBehind);
    this.board.setValues(null);
    this.board.show(position, { isOpen: isPersonsTurn, animate });
    this.screen.refresh();
    this.clock.turn(isPersonsTurn && this.autoplay.isOn ? view.node : null);
    this.study.update();
  }

  /** From a line that is being shown. */
  backToGame() {
    if (this.line.isOpen) this.refresh(false);
  }

  // What can be done.

  /** Let players move. */
  goOn() {
    this.autoplay.goOn();
    this.screen.showWatch();
  }

  async resign() {
    const { position, view } = this.game;
    const isPersons = view.players[position.mover] === HUMAN;
    const usual = isPersons ? position.mover : Math.max(0, view.players.indexOf(HUMAN));
    const side = this.game.seat ?? usual;
    if (confirm(t("resign_sure"))) await this.changes.resign(side);
  }

  /** A person has thought too long. */
  async endTime() {
    notice(t("time_up", { who: this.game.mover }));
    await this.changes.resign(this.game.position.mover, "time");
  }

  /** The same once more. */
  async rematch() {
    const { game, players, start, is_usual_start: isUsual } = this.game.view;
    await this.doors.begin({ game, players, position: isUsual ? "" : start });
  }

  togglePause() {
    if (!isWatched(this.game.view.players)) return;
    if (this.autoplay.isPaused) this.goOn();
    else {
      this.autoplay.pause();
      this.screen.showWatch();
    }
  }

  askForGame() {
    const { game, players } = this.game.view;
    askForGame(this.family, this.doors.begin, { ...chosenIn(game), players });
  }

  // Finding out.

  toggleAnalysis() {
    this.study.toggleAnalysis();
    this.screen.showAnalysis();
  }

  async hint() {
    if (this.game.position.end) return;
    this.screen.showStatus(t("reading"));
    try {
      const hint = await this.study.hint();
      if (!hint) return;
      this.screen.showStatus(hint.text);
      say(hint.text);
      this.board.pointAt(hint.move);
    } catch (error) {
      complain(error);
      this.screen.showStatus();
    }
  }
}
