// A game on the table: the board, who plays, the moves, and what can be done.

import { Job, call, get, post } from "./api.js";
import { writeAddress } from "./address.js";
import { Board } from "./board.js";
import { h, notice, parseShapes, s, say } from "./dom.js";
import { editPosition } from "./editor.js";
import { shareDialog } from "./files.js";
import { Clock } from "./clock.js";
import { KEYS } from "./keys.js";
import { chosenPieces, rememberGame, rememberPieces } from "./memory.js";
import { moveList } from "./moves.js";
import { options, seatSelect } from "./start.js";
import { Study } from "./study.js";
import { valueText } from "./values.js";
import { big, name, t } from "./words.js";

const HUMAN = "human";
const LOOK_EVERY = 5000; // milliseconds between two looks whether somebody else has moved

export class Table {
  constructor(app, scene, view, { begin, show }) {
    Object.assign(this, { app, scene, view, beginGame: begin, showGame: show });
    this.family = app.families.find((family) => family.name === scene.family);
    this.board = new Board((move) => this.play(move));
    this.board.setScene(scene, chosenPieces(scene));
    this.study = new Study(this);
    this.forward = new Map(); // node -> the child that was looked at last
    this.job = null;
    this.isAuto = true; // players move by themselves; not while one looks back
    this.isPaused = false;
    this.delay = 600;
    this.element = h("div", { class: "table" });
    this.clock = new Clock(() => this.timeIsUp());
    this.build();
    this.looking = setInterval(() => this.lookAgain(), LOOK_EVERY);
  }

  // What is on the screen.

  build() {
    this.parts = {
      banner: h("div", { class: "banner", hidden: true }), history: h("div", { class: "history-box" }),
      seats: h("div", { class: "seats" }), status: h("p", { class: "status", role: "status" }), tools: h("div", { class: "tools" }),
      watch: h("div", { class: "row", hidden: true }), moves: h("div"), note: h("div"),
    };
    const { banner, history, seats, status, tools, watch, moves, note } = this.parts;
    const title = `${name(this.scene.titles)} ${this.view.game.includes(":") ? this.view.game.split(":")[1] : ""}`;
    document.title = `${title} · Yomikiri`;
    this.element.replaceChildren(
      h("div", { class: "field-of-play" }, banner, this.board.box, this.board.buttons, history),
      h("div", { class: "side" },
        h("section", { class: "panel" }, h("div", { class: "row heading" }, h("h2", null, title), h("span", { class: "row settings" }, this.piecesSelect(), this.clock.element)), seats, status, watch),
        tools,
        this.study.element,
        h("section", { class: "panel" }, h("h2", null, t("moves")), moves, note)));
    this.makeTools();
  }

  makeTools() {
    const tool = (word, action, more = {}) => h("button", { type: "button", "data-tool": word, onclick: action, ...more }, t(word));
    this.parts.tools.replaceChildren(
      tool("undo", () => this.undo()), tool("redo", () => this.redo()), tool("hint", () => this.hint()),
      tool("analysis", () => this.toggleAnalysis(), { "aria-pressed": "false" }), tool("why", () => this.why()), tool("solve", () => this.study.openSolve()),
      tool("new", () => this.newGame()), tool("swap", () => this.swap()), tool("resign", () => this.resign()),
      tool("editor", () => editPosition(this)), tool("share", () => shareDialog(this)));
  }

  /** Letters, kanji or pictures, where the game has several sets of pieces. */
  piecesSelect() {
    const sets = Object.entries(this.scene.sets);
    if (sets.length < 2) return null;
    const select = h("select", { class: "plain", "data-tool": "pieces", "aria-label": t("pieces"), onchange: () => { rememberPieces(this.scene, select.value); this.board.setPieces(select.value); this.showSeats(); } },
      sets.map(([set, names]) => h("option", { value: set }, name(names))));
    select.value = this.board.pieces.set;
    return select;
  }

  tool(word) {
    return this.parts.tools.querySelector(`[data-tool="${word}"]`);
  }

  /** In the other language. */
  speak() {
    this.clock.speak();
    this.build();
    this.study.speak();
    this.refresh(false);
  }

  who(side) {
    return name(this.scene.players)[side] ?? "";
  }

  get position() { return this.view.position; }
  get player() { return this.view.players[this.position.mover]; }
  get isPersonsTurn() { return !this.position.end && this.player === HUMAN; }

  /** Show the game as the server tells it. */
  apply(view, animate = true) {
    if (view.id === this.view.id && view.version < this.view.version) return;
    this.view = view;
    for (const node of view.tree) if (node.id === view.node && node.parent !== null) this.forward.set(node.parent, node.id);
    this.refresh(animate);
    writeAddress(view);
    rememberGame(view);
  }

  refresh(animate) {
    this.study.leaveLine();
    this.board.setValues(null);
    this.board.show(this.position, { isOpen: this.isPersonsTurn, animate });
    this.parts.moves.replaceChildren(moveList(this.view, (id) => this.go(id)));
    // Only the list scrolls, not the page.
    const current = this.parts.moves.querySelector('[aria-current="true"]');
    const list = this.parts.moves.firstChild;
    if (current) list.scrollTop = Math.max(0, current.offsetTop - list.offsetTop - list.clientHeight / 2);
    this.showSeats();
    this.showNote();
    this.showWatch();
    this.showStatus();
    this.clock.turn(this.isPersonsTurn && this.isAuto);
    this.study.update();
  }

  showSeats() {
    const { count, mover, end } = this.position;
    const rows = [0, 1].map((side) => h("div", { class: `seat ${!end && mover === side ? "turn" : ""}`, "data-side": side },
      this.swatch(side),
      h("div", null, h("span", { class: "who" }, this.who(side)), seatSelect(this.app, this.view.players[side], `${t("players")}: ${this.who(side)}`, (player) => this.sit(side, player))),
      h("span", { class: "tally" }, count ? `${[count.first, count.second][side]}` : "")));
    this.parts.seats.replaceChildren(...rows);
  }

  swatch(side) {
    const looks = Object.keys(this.scene.looks);
    const look = looks.length === 2 ? looks[side] : this.position.pieces.find((piece) => piece.side === side)?.look;
    const shapes = look ? parseShapes(this.board.pieces.markup(look)) : [s("circle", { r: 18, fill: side ? "#fcf8ef" : "#24201d", stroke: "#7a6a57" })];
    return s("svg", { class: "swatch", viewBox: "-23 -23 46 46", "aria-hidden": "true" }, shapes);
  }

  showStatus(text) {
    const { end, mover } = this.position;
    const who = this.who(mover);
    this.parts.status.classList.toggle("over", Boolean(end));
    if (text) this.parts.status.replaceChildren(text);
    else if (end) this.parts.status.replaceChildren(this.resultText());
    else if (this.job) this.parts.status.replaceChildren(t("thinking", { who }));
    else if (this.isPersonsTurn) this.parts.status.replaceChildren(t(this.view.players.filter((player) => player === HUMAN).length === 1 ? "your_turn" : "to_move", { who }));
    else this.parts.status.replaceChildren(t("to_move", { who }), " ", h("button", { type: "button", "data-tool": "go_on", onclick: () => this.goOn() }, t("go_on", { who })));
    this.element.dataset.turn = end ? "over" : this.isPersonsTurn ? "person" : "player";
    this.element.dataset.ply = this.view.line.length;
    this.tool("undo").disabled = this.view.node === 0;
    this.tool("redo").disabled = !this.view.tree.some((node) => node.parent === this.view.node);
    this.tool("hint").disabled = this.tool("resign").disabled = Boolean(end);
  }

  resultText() {
    const { end, count } = this.position;
    const tally = count ? ` ${count.first}–${count.second}` : "";
    const why = end.reason === "rules" ? "" : t(`by_${end.reason}`);
    if (end.winner === "draw") return t("over_draw", { count: tally }) + why;
    return t("over_win", { who: this.who(end.winner === "first" ? 0 : 1), count: tally }) + why;
  }

  showNote() {
    const node = this.view.tree.find((one) => one.id === this.view.node);
    if (!node || node.parent === null) { this.parts.note.replaceChildren(); return; }
    const text = h("textarea", { rows: 2, "aria-label": t("note"), placeholder: t("note"), onchange: () => this.change("PUT", `/nodes/${node.id}/note`, { text: text.value }) });
    text.value = node.note;
    this.parts.note.replaceChildren(text, h("button", { type: "button", class: "quiet small", onclick: () => this.change("DELETE", `/nodes/${node.id}`) }, t("remove")));
  }

  showWatch() {
    const isWatched = this.view.players.every((player) => player !== HUMAN);
    this.parts.watch.hidden = !isWatched;
    if (!isWatched) return;
    const speed = h("input", { type: "range", min: 0, max: 2000, step: 100, value: 2000 - this.delay, "aria-label": t("speed"), oninput: () => { this.delay = 2000 - speed.value; } });
    this.parts.watch.replaceChildren(
      h("button", { type: "button", "data-tool": "pause", "aria-pressed": `${this.isPaused}`, onclick: () => this.togglePause() }, t(this.isPaused ? "resume" : "pause")),
      h("label", { class: "row small" }, t("speed"), speed));
  }

  // What can be done.

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
    return (this.changing = this.send(...request));
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
    if (!await this.change("POST", "/moves", { move, node: this.view.node }, { isAuto: true })) return;
    say(t("by_move", { who, move }));
    this.isPaused = false;
    this.tellSide();
    this.letPlay();
  }

  /** Read aloud how it stands. */
  tellSide() {
    say(this.position.end ? this.resultText() : t("to_move", { who: this.who(this.position.mover) }));
  }

  /** While it is a player's turn, he moves. */
  async letPlay() {
    while (!this.isLeft && !this.job && this.isAuto && !this.isPaused && !this.position.end && this.player !== HUMAN) {
      const { version } = this.view;
      const who = this.who(this.position.mover);
      const watched = this.view.players.every((player) => player !== HUMAN);
      const began = performance.now();
      const job = (this.job = new Job(`/games/${this.view.id}/think`, {}, (progress) => {
        if (progress.progress?.nodes > 100000) this.showStatus(t("thinking_nodes", { who, nodes: big(progress.progress.nodes) }));
      }));
      this.showStatus();
      let done = null;
      try { done = await job.done; } catch (error) {
        if (!job.stopped) { notice(error.message, 12); this.isAuto = false; }
      }
      if (this.job === job) this.job = null;
      if (this.isLeft || job.stopped || this.view.version !== version) { if (!this.isLeft) this.showStatus(); return; }
      if (watched) await new Promise((resolve) => setTimeout(resolve, this.delay - (performance.now() - began)));
      if (this.isLeft || this.view.version !== version) return;
      const view = await get(`/games/${this.view.id}`).catch((error) => { notice(error.message); return null; });
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

  /** Back to the last decision of a person; if there is none, one move. */
  async undo() {
    const nodes = new Map(this.view.tree.map((node) => [node.id, node]));
    let node = nodes.get(this.view.node), target = null;
    if (!node || node.parent === null) return;
    for (let step = node; step.parent !== null; step = nodes.get(step.parent)) {
      const isForced = this.scene.choices[step.move] !== undefined;
      if (this.view.players[step.side] === HUMAN && !isForced) { target = step.parent; break; }
    }
    await this.go(target ?? node.parent);
  }

  /** Forth along what was undone, to the next decision of a person. */
  async redo() {
    const children = (id) => this.view.tree.filter((node) => node.parent === id);
    let id = this.view.node;
    for (;;) {
      const next = children(id);
      if (!next.length) break;
      id = next.some((node) => node.id === this.forward.get(id)) ? this.forward.get(id) : next[0].id;
      const after = children(id)[0];
      if (!after || this.view.players[after.side] === HUMAN || this.view.players.every((player) => player !== HUMAN)) break;
    }
    if (id !== this.view.node) await this.go(id);
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
      const text = result.exact ? t("hint_exact", { move: result.move, value: valueText(entry, this.scene.has_score) }) : t("hint_is", { move: result.move });
      this.showStatus(text);
      say(text);
      const move = this.position.moves.find((one) => one.move === result.move);
      if (move?.at) this.board.layers.badges.append(this.board.marks.circle(move.at, 14, "target"));
    } catch (error) { notice(error.message); this.showStatus(); }
  }

  newGame() {
    const [variant, ...words] = (this.view.game.split(":")[1] ?? this.view.game.split(",").slice(1).join(",")).split(",");
    const chosen = Object.fromEntries([...(variant?.includes("=") ? [variant] : []), ...words].map((word) => word.split("=")));
    const isVariant = variant && !variant.includes("=");
    options(this.app, this.family, this.beginGame, { ...chosen, variant: isVariant ? variant : undefined, players: this.view.players });
  }

  async sit(side, player) {
    await this.changing; // who sits there is known when it has come back
    const players = [...this.view.players];
    players[side] = player;
    if (await this.change("POST", "/players", { players }, { isAuto: true, animate: false })) this.letPlay();
  }

  async swap() {
    await this.changing;
    const players = [...this.view.players].reverse();
    if (await this.change("POST", "/players", { players }, { isAuto: true, animate: false })) this.letPlay();
  }

  async resign() {
    const { mover } = this.position;
    const side = this.view.players[mover] === HUMAN ? mover : Math.max(0, this.view.players.indexOf(HUMAN));
    if (!confirm(t("resign_sure"))) return;
    if (await this.change("POST", "/resign", { side })) this.tellSide();
  }

  /** A person has thought too long. */
  async timeIsUp() {
    notice(t("time_up", { who: this.who(this.position.mover) }));
    if (await this.change("POST", "/resign", { side: this.position.mover })) this.tellSide();
  }

  togglePause() {
    this.isPaused = !this.isPaused;
    if (this.isPaused) this.job?.stop();
    this.showWatch();
    if (!this.isPaused) this.goOn();
  }

  toggleAnalysis() {
    const isOn = this.study.toggle();
    this.tool("analysis").setAttribute("aria-pressed", `${isOn}`);
  }

  why() { this.study.why(); }

  focusBoard() { this.board.focus(); }

  /** A key was pressed; whether it meant something. */
  key(key) {
    const found = KEYS.find(([one]) => one === key.toUpperCase());
    if (!found) return false;
    this[found[2]]();
    return true;
  }

  /** Somebody else, or another tab, may have moved. */
  async lookAgain() {
    if (document.hidden || this.job || this.study.isLooking) return;
    const id = this.view.id;
    const seen = await get(`/games/${id}/version`).catch(() => null);
    if (seen && !this.isLeft && !this.job && seen.version > this.view.version) this.apply(await get(`/games/${id}`));
  }
}
