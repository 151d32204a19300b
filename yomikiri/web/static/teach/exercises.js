// Exercises: a position in which one move is right; what was solved is kept in this browser.

import { schoolAddress } from "../address.js";
import { get } from "../api.js";
import { button, h, put } from "../dom.js";
import { Jobs } from "../jobs.js";
import { schoolDoors } from "../legend.js";
import { recall, remember } from "../memory.js";
import { complain, messageOf } from "../notices.js";
import { boardValues, valueText } from "../values.js";
import { name, t } from "../words.js";
import { buildingPanel } from "./building.js";
import { Stage } from "./stage.js";

/** @import { Exercise, NewGame, Scene, TableView } from "../types.js" */

/** @typedef {{ solved: number, tried: number, row: number, next: Record<string, number> }} Tally */

const SEEDS = 1_000_000;

/**
 * A number of the address; what is none is 0.
 * @param {string | null} text
 */
const wholeNumber = (text) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : 0);

export class ExerciseScreen {
  /**
   * @param {Scene} scene
   * @param {(form: NewGame) => Promise<boolean>} begin
   * @param {{ kind: string, seed: number, number: number }} wish
   */
  constructor(scene, begin, wish) {
    this.scene = scene;
    this.begin = begin;
    this.kind = wish.kind;
    this.seed = wish.seed;
    this.number = wish.number;
    this.jobs = new Jobs();
    this.stage = new Stage(scene, (move) => this.tried(move).catch(complain));
    /** @type {Exercise | null} */
    this.exercise = null;
    this.isOpen = false; // it is neither solved nor shown
    this.isClean = true; // nothing wrong was tried
    this.panel = h("section", { class: "panel stack", "data-panel": "exercise" });
    const side = h("div", { class: "side" }, this.panel);
    this.element = h("div", { class: "table teach", "data-exercise": scene.game });
    this.element.append(this.stage.element, side);
  }

  get title() {
    return `${t("lesson.exercises")} · ${name(this.scene.titles)}`;
  }

  get key() {
    return `exercises ${this.scene.game}`;
  }

  /** @returns {Tally} */
  get tally() {
    return { solved: 0, tried: 0, row: 0, next: {}, ...JSON.parse(recall(this.key) ?? "{}") };
  }

  /** @param {Partial<Tally>} change */
  keep(change) {
    remember(this.key, JSON.stringify({ ...this.tally, ...change }));
  }

  /** Get the exercise, and put it on the board. */
  async load() {
    this.isOpen = false;
    this.element.dataset.state = "looking";
    this.stage.tell(t("exercise.looking"));
    const { kind, seed, number } = this;
    const { game } = this.scene;
    history.replaceState(
      null,
      "",
      `${schoolAddress("exercise", game)}&kind=${kind}&seed=${seed}&number=${number}`,
    );
    try {
      const job = this.jobs.start("/exercises", { game, kind, seed, number });
      const found = /** @type {Exercise | null} */ ((await job.done).result);
      if (!found || number !== this.number || kind !== this.kind) return;
      this.exercise = found;
      this.isOpen = true;
      this.isClean = true;
      await this.set();
    } catch (error) {
      this.exercise = null;
      this.stage.tell(messageOf(error));
      this.offerTable().catch(() => {}); // there may be other exercises
    }
    this.show();
  }

  /** Where no exercise was found by search, a table knows some. */
  async offerTable() {
    /** @type {TableView} */
    const view = await get(`/tables?game=${encodeURIComponent(this.scene.game)}`);
    if (this.exercise || !view.is_possible || view.is_built) return;
    this.panel.append(buildingPanel(view, () => this.go(this.number)).element);
  }

  async set() {
    const { exercise } = this;
    if (!exercise) return;
    this.stage.board.turn(exercise.mover === 1); // whoever is to move sits below, as in a game
    await this.stage.look(exercise.position, [], { isOpen: true });
    this.stage.ask(name(exercise.task));
    this.element.dataset.state = "open";
  }

  /** @param {string} move */
  async tried(move) {
    const { exercise, stage } = this;
    if (!exercise || !this.isOpen) return;
    if (!(await stage.look(exercise.position, [move], { animate: true }))) return;
    if (move === exercise.solution) {
      this.end(true);
      stage.tell(t("exercise.right", { move: this.text(move) }));
      return;
    }
    this.isClean = false;
    const entry = exercise.moves.find((one) => one.move === move);
    const isMate = exercise.kind === "mate" && !entry?.value;
    const value =
      entry && !isMate ? valueText(entry, this.scene.has_score) : t("exercise.not_proved");
    const words = t("exercise.wrong", { move: this.text(move), value });
    stage.tell(words);
    this.element.dataset.state = "wrong";
    await new Promise((resolve) => setTimeout(resolve, 1500));
    if (this.exercise !== exercise || !this.isOpen) return;
    await this.set();
    stage.ask(`${words} ${name(exercise.task)}`);
  }

  /**
   * It is solved, or was shown; one that was before, such as after a reload, is not counted again.
   * @param {boolean} isSolved
   */
  end(isSolved) {
    this.isOpen = false;
    const { tally } = this;
    const series = `${this.kind} ${this.seed}`;
    const isClean = isSolved && this.isClean;
    if (this.number >= (tally.next[series] ?? 0))
      this.keep({
        tried: tally.tried + 1,
        solved: tally.solved + Number(isClean),
        row: isClean ? tally.row + 1 : 0,
        next: { ...tally.next, [series]: this.number + 1 },
      });
    this.element.dataset.state = isSolved ? "solved" : "shown";
    this.show();
  }

  async reveal() {
    const { exercise, stage } = this;
    if (!exercise) return;
    this.end(false);
    await stage.look(exercise.position);
    stage.board.setValues(boardValues({ moves: exercise.moves }, this.scene.has_score));
    stage.tell(t("exercise.shown", { move: this.text(exercise.solution) }));
  }

  /**
   * A move of the exercise as people write it.
   * @param {string} move
   */
  text(move) {
    const entry = this.exercise?.moves.find((one) => one.move === move);
    if (entry?.written) return name(entry.written)[0];
    const words = this.scene.choices[move];
    return words ? name(words) : move;
  }

  /**
   * How it goes on after the solution.
   * @param {Exercise} exercise
   */
  lineText({ line, written }) {
    return (written ? name(written) : line).join(" ");
  }

  /** What is beside the board. */
  show() {
    const { exercise, scene } = this;
    const { solved, tried, row } = this.tally;
    const title = [name(scene.titles), name(scene.label)].filter(Boolean).join(" · ");
    const next = button(t("exercise.next"), () => this.go(this.number + 1), {
      class: this.isOpen ? "" : "first-choice",
      "data-next": true,
    });
    const level = exercise?.difficulty.level;
    const found =
      level === null || level === undefined
        ? t("exercise.found_by_none", { level: 7 })
        : t("exercise.found_by", { level });
    const isOver = exercise && !this.isOpen;
    put(
      this.panel,
      h("p", { class: "small faint" }, t("lesson.exercises")),
      h("h1", null, title),
      this.kinds(),
      exercise && [
        h("p", { class: "stars", "aria-label": t("exercise.stars") }, stars(exercise)),
        h(
          "p",
          { class: "small" },
          t("exercise.measure", {
            stars: exercise.difficulty.stars,
            legal: exercise.difficulty.legal,
            found,
          }),
        ),
      ],
      isOver && h("p", { class: "solution" }, this.lineText(exercise)),
      h(
        "div",
        { class: "row" },
        exercise &&
          this.isOpen &&
          button(t("exercise.solution"), () => this.reveal(), {
            "data-solution": true,
          }),
        next,
        isOver && button(t("exercise.play_on"), () => this.playOn(exercise)),
      ),
      h("p", { class: "small tally" }, t("exercise.tally", { solved, tried, row })),
      h(
        "p",
        { class: "small faint" },
        t("exercise.series", { seed: this.seed, number: this.number + 1 }),
        " ",
        button(t("exercise.other_series"), () => this.another(), { class: "quiet" }),
      ),
      schoolDoors(scene.game, "exercise"),
    );
  }

  kinds() {
    const kinds = this.exercise?.kinds ?? [];
    const select = h(
      "select",
      { "aria-label": t("exercise.any"), "data-kinds": true },
      h("option", { value: "" }, t("exercise.any")),
      kinds.map((kind) => h("option", { value: kind }, t(`exercise.name.${kind}`))),
    );
    select.value = this.kind;
    select.addEventListener("change", () => {
      this.kind = select.value;
      this.go(this.tally.next[`${this.kind} ${this.seed}`] ?? 0);
    });
    return select;
  }

  /** @param {number} number */
  go(number) {
    this.number = number;
    this.load().catch(complain);
  }

  another() {
    this.seed = Math.floor(Math.random() * SEEDS);
    this.go(0);
  }

  /** @param {Exercise} exercise */
  playOn({ position, mover }) {
    const players = mover ? ["level:7", "human"] : ["human", "level:7"];
    return this.begin({ game: this.scene.game, players, position });
  }

  leave() {
    this.stage.leave();
    this.jobs.stop();
  }

  /**
   * @param {URLSearchParams} words of the address
   * @param {import("./screens.js").Doors} doors
   */
  static async open(words, { sceneOf, begin, isWanted }) {
    const scene = await sceneOf(words.get("exercise") ?? "");
    if (!isWanted()) return null;
    const kind = words.get("kind") ?? "";
    const seed = wholeNumber(words.get("seed"));
    const screen = new ExerciseScreen(scene, begin, { kind, seed, number: 0 });
    const asked = words.get("number");
    screen.number =
      asked === null ? (screen.tally.next[`${kind} ${seed}`] ?? 0) : wholeNumber(asked);
    screen.show();
    screen.load().catch(complain);
    return screen;
  }
}

/** @param {Exercise} exercise */
const stars = ({ difficulty }) => "★".repeat(difficulty.stars) + "☆".repeat(5 - difficulty.stars);
