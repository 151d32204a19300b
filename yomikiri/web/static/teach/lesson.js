// The lesson of a game: its goal, its rules shown on the board, tasks to do there, its variants.

import { FRIENDLY, schoolAddress } from "../address.js";
import { get } from "../api.js";
import { button, h, put } from "../dom.js";
import { legendList } from "../legend.js";
import { recall, remember } from "../memory.js";
import { askForGame, chosenIn } from "../newgame.js";
import { complain } from "../notices.js";
import { CHANCE } from "../tree.js";
import { name, t } from "../words.js";
import { Stage } from "./stage.js";
import { variantsPanel } from "./variants.js";

/** @import { Family, Lesson, NewGame, Scene } from "../types.js" */

const PAUSE = 800; // milliseconds in which a position is seen before or after a move

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class LessonScreen {
  /**
   * @param {Family} family
   * @param {Scene} scene
   * @param {Lesson} lesson
   * @param {(form: NewGame) => Promise<boolean>} begin
   */
  constructor(family, scene, lesson, begin) {
    this.family = family;
    this.scene = scene;
    this.lesson = lesson;
    this.begin = begin;
    this.stage = new Stage(scene, (move) => this.tried(move).catch(complain));
    /** @type {number | null} the task on the board */
    this.task = null;
    this.done = new Set(JSON.parse(recall(this.key) ?? "[]"));
    this.tasks = h("ol", { class: "tasks" });
    this.element = h("div", { class: "table teach lesson", "data-lesson": scene.game });
    this.build();
  }

  get title() {
    return `${t("lesson.how")} · ${name(this.lesson.titles)}`;
  }

  get key() {
    return `lesson ${this.lesson.rules_hash}`;
  }

  build() {
    const { lesson, scene, stage } = this;
    const title = [name(lesson.titles), name(lesson.label)].filter(Boolean).join(" · ");
    const play = button(t("play"), () => this.begin({ game: scene.game, players: FRIENDLY }), {
      class: "first-choice",
      "data-begin": true,
    });
    const link = (/** @type {"exercise" | "explore"} */ screen, /** @type {string} */ word) =>
      h("a", { class: "button", href: schoolAddress(screen, scene.game) }, word);
    put(
      this.element,
      stage.element,
      h(
        "div",
        { class: "side" },
        h(
          "section",
          { class: "panel" },
          h("p", { class: "small faint" }, t("lesson.how")),
          h("h1", null, title),
          h("p", { class: "goal" }, h("b", null, t("lesson.goal")), t("colon"), name(lesson.goal)),
        ),
        h("section", { class: "panel" }, h("h2", null, t("lesson.rules")), this.rules()),
        h("section", { class: "panel" }, h("h2", null, t("lesson.try")), this.tasks),
        h(
          "section",
          { class: "panel" },
          h("h2", null, t("lesson.legend")),
          legendList(scene, stage.board.set),
        ),
        h(
          "div",
          { class: "row" },
          play,
          link("exercise", t("lesson.exercises")),
          link("explore", t("lesson.explore")),
        ),
        variantsPanel(this.family, scene.game, () =>
          askForGame(this.family, this.begin, chosenIn(scene.game)),
        ),
      ),
    );
    this.showTasks();
  }

  /** The rules; those that a move can show have a button. */
  rules() {
    const items = this.lesson.rules.map((text, number) => {
      const example = this.lesson.examples.find(({ rule }) => rule === number);
      const show =
        example &&
        button(t("lesson.show"), () => this.show(example).catch(complain), {
          "data-rule": number,
          class: "quiet",
        });
      return h("li", null, name(text), " ", show);
    });
    return h("ol", { class: "rules" }, items);
  }

  showTasks() {
    const items = this.lesson.steps.map((step, number) => {
      const isDone = this.done.has(number);
      const words = [isDone ? "✓ " : "", name(step.text)];
      return h(
        "li",
        null,
        button(words, () => this.set(number).catch(complain), {
          "data-task": number,
          "data-done": isDone,
          "aria-pressed": `${number === this.task}`,
        }),
      );
    });
    put(this.tasks, items);
  }

  /** Show where the game begins. */
  start() {
    this.stage.tell(t("lesson.start"));
    return this.stage.look("");
  }

  /**
   * Show a rule by a move, or by several.
   * @param {Lesson["examples"][number]} example
   */
  async show({ position, moves, rule }) {
    this.task = null;
    this.showTasks();
    const text = name(this.lesson.rules[rule]);
    if (!(await this.stage.look(position))) return;
    this.stage.tell(text);
    let thrown = "";
    for (let made = 1; made <= moves.length; made += 1) {
      const { position: shown } = this.stage;
      await wait(PAUSE);
      if (this.stage.position !== shown) return; // something else is shown by now
      if (!(await this.stage.look(position, moves.slice(0, made), { animate: true }))) return;
      const words = shown?.mover === CHANCE && this.scene.choices[moves[made - 1]];
      if (words) thrown = ` ${name(words)}.`;
      this.stage.tell(text, h("b", null, thrown));
    }
    const again = button(t("lesson.once_more"), () =>
      this.show({ position, moves, rule }).catch(complain),
    );
    const { end } = this.stage.position ?? {};
    this.stage.tell(text, h("b", null, thrown), " ", end ? `${name(end.why)} ` : "", again);
  }

  /**
   * Put a task on the board.
   * @param {number} number
   */
  async set(number) {
    const step = this.lesson.steps[number];
    this.task = number;
    this.showTasks();
    const found = await this.stage.look(step.position, [], { isOpen: true });
    if (!found) return;
    const who = name(this.scene.players)[found.mover];
    const help = button(t("lesson.answer"), () => this.stage.board.pointAt(step.moves[0]), {
      class: "quiet",
      "data-answer": true,
    });
    this.stage.ask(`${t("lesson.you_are", { who })} ${name(step.text)}`, " ", help);
  }

  /**
   * A move was made on the board: whether it does what the task wants, the rules have said.
   * @param {string} move
   */
  async tried(move) {
    const { task, stage } = this;
    if (task === null) return;
    const step = this.lesson.steps[task];
    const isRight = step.moves.includes(move);
    if (!(await stage.look(step.position, [move], { animate: true }))) return;
    if (isRight) {
      this.done.add(task);
      remember(this.key, JSON.stringify([...this.done]));
      this.showTasks();
      this.praise(task);
      return;
    }
    stage.tell(t("lesson.wrong"));
    await wait(2 * PAUSE);
    if (this.task === task && stage.position?.last?.move === move) await this.set(task);
  }

  /** @param {number} task that was done */
  praise(task) {
    const next = this.lesson.steps.findIndex((_, number) => !this.done.has(number));
    if (next < 0) {
      const play = button(
        t("lesson.play_now"),
        () => this.begin({ game: this.scene.game, players: FRIENDLY }),
        { class: "first-choice", "data-next": "play" },
      );
      this.stage.tell(t("lesson.all_done"), " ", play);
    } else {
      const go = button(t("lesson.next"), () => this.set(next).catch(complain), {
        class: "first-choice",
        "data-next": next,
      });
      this.stage.tell(t("lesson.right"), " ", go);
    }
    this.element.dataset.done = `${task}`;
  }

  leave() {
    this.stage.leave();
  }

  /**
   * The lesson of a game.
   * @param {URLSearchParams} words of the address
   * @param {import("./screens.js").Doors} doors
   */
  static async open(words, { families, sceneOf, begin, isWanted, before }) {
    const game = words.get("learn") ?? "";
    /** @type {[Scene, Lesson]} */
    const [scene, lesson] = await Promise.all([
      sceneOf(game),
      get(`/lesson?game=${encodeURIComponent(game)}`),
    ]);
    const family = families.find((one) => one.name === scene.family);
    if (!family) throw new Error(scene.family);
    const screen = new LessonScreen(family, scene, lesson, begin);
    const isSame = before instanceof LessonScreen && before.scene === scene;
    if (isSame && before.task !== null) await screen.set(before.task);
    else await screen.start();
    return isWanted() ? screen : null;
  }
}
