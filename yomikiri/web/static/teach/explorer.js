// The explorer of a solved game: every move with value and distance, counts, lists of positions.

import { FRIENDLY, schoolAddress } from "../address.js";
import { get } from "../api.js";
import { button, h, put } from "../dom.js";
import { Jobs } from "../jobs.js";
import { schoolDoors } from "../legend.js";
import { complain } from "../notices.js";
import { boardValues, valueMark } from "../values.js";
import { big, name, t } from "../words.js";
import { buildingPanel } from "./building.js";
import { histogram } from "./histogram.js";
import { Stage } from "./stage.js";

/** @import { Analysis, NewGame, PositionList, Scene, TableInfo, TableView } from "../types.js" */

const SECONDS = 3; // for a position where there is no table

export class ExplorerScreen {
  /**
   * @param {Scene} scene
   * @param {TableView} view
   * @param {(form: NewGame) => Promise<boolean>} begin
   */
  constructor(scene, view, begin) {
    this.scene = scene;
    this.view = view;
    this.begin = begin;
    this.jobs = new Jobs();
    this.stage = new Stage(scene, (move) => this.go([...this.moves, move]).catch(complain));
    this.position = ""; // where the walk began; "" for the usual start
    /** @type {string[]} */
    this.moves = [];
    this.here = h("section", { class: "panel", "data-panel": "moves", hidden: true });
    this.counts = h("section", { class: "panel stack", "data-panel": "counts", hidden: true });
    this.lists = h("section", { class: "panel stack", "data-panel": "lists", hidden: true });
    this.side = h("div", { class: "side" });
    this.element = h("div", { class: "table teach", "data-explore": scene.game });
    this.element.append(this.stage.element, this.side);
  }

  get title() {
    return `${t("lesson.explore")} · ${name(this.scene.titles)}`;
  }

  build() {
    const { scene, view } = this;
    const title = [name(scene.titles), name(scene.label)].filter(Boolean).join(" · ");
    this.element.dataset.built = `${view.is_built}`;
    put(
      this.side,
      h(
        "section",
        { class: "panel" },
        h("p", { class: "small faint" }, t("lesson.explore")),
        h("h1", null, title),
        schoolDoors(scene.game, "explore"),
      ),
      !view.is_built && buildingPanel(view, () => this.refresh().catch(complain)).element,
      this.here,
      this.counts,
      this.lists,
    );
    if (view.is_built) {
      this.showLists();
      this.showCounts().catch(complain);
    }
  }

  /** The table is there now. */
  async refresh() {
    this.view = await get(`/tables?game=${encodeURIComponent(this.scene.game)}`);
    this.build();
    await this.go([...this.moves]); // what was asked before does not count any more
  }

  /**
   * Stand after some moves.
   * @param {string[]} moves
   */
  async go(moves) {
    this.moves = moves;
    const { game } = this.scene;
    const found = await this.stage.look(this.position, moves, { isOpen: true, animate: true });
    if (!found) return;
    const words = { position: this.position, moves: moves.join(" ") };
    const asked = Object.entries(words).filter(([, value]) => value);
    const rest = asked.map(([key, value]) => `&${key}=${encodeURIComponent(value)}`).join("");
    history.replaceState(null, "", schoolAddress("explore", game) + rest);
    const body = { game, ...words, seconds: SECONDS };
    const job = this.jobs.start("/analyses", body);
    const analysis = /** @type {Analysis | null} */ ((await job.done).result);
    if (!analysis || this.moves !== moves) return;
    this.showMoves(analysis);
  }

  /** @param {Analysis} analysis */
  showMoves(analysis) {
    const { scene, stage, moves } = this;
    const hasScore = scene.has_score;
    stage.board.setValues(boardValues(analysis, hasScore));
    const who = name(scene.players)[stage.position?.mover ?? 0] ?? "";
    stage.tell(analysis.moves.length ? t("to_move", { who }) : t("explore.ended"));
    const items = analysis.moves.map((entry) =>
      h(
        "li",
        null,
        button(
          entry.written ? name(entry.written)[0] : entry.move,
          () => this.go([...moves, entry.move]).catch(complain),
          {
            "data-move": entry.move,
          },
        ),
        valueMark(entry, hasScore),
      ),
    );
    this.here.hidden = false;
    put(
      this.here,
      h("h2", null, t("explore.moves")),
      moves.length > 0 && h("p", { class: "small faint" }, moves.join(" ")),
      h("ul", { class: "values" }, items),
      h(
        "div",
        { class: "row" },
        button(t("explore.back"), () => this.go(moves.slice(0, -1)).catch(complain), {
          disabled: !moves.length,
          "data-back": true,
        }),
        button(t("explore.start"), () => this.place("").catch(complain), {
          disabled: !moves.length && !this.position,
        }),
        button(t("explore.play"), () => this.play()),
      ),
    );
    this.element.dataset.ply = `${moves.length}`;
  }

  /** @param {string} position */
  async place(position) {
    this.position = position;
    await this.go([]);
  }

  play() {
    const { game } = this.scene;
    const position = this.stage.position?.text ?? "";
    return this.begin({ game, players: FRIENDLY, position });
  }

  async showCounts() {
    const job = this.jobs.start("/tables/info", { game: this.scene.game });
    const found = /** @type {TableInfo | null} */ ((await job.done).result);
    if (!found) return;
    const numbers = { wins: big(found.wins), draws: big(found.draws), losses: big(found.losses) };
    this.counts.hidden = false;
    put(
      this.counts,
      h("h2", null, t("explore.title")),
      h("p", null, t("explore.counts", numbers)),
      histogram(found.histogram, (distance, kind) => this.find(kind, distance).catch(complain)),
      h("p", { class: "small faint" }, t("explore.histogram")),
    );
  }

  showLists() {
    this.lists.hidden = false;
    const kinds = this.view.kinds.map((kind) =>
      button(t(`explore.list.${kind}`), () => this.find(kind, null).catch(complain), {
        "data-list": kind,
      }),
    );
    this.found = h("div", { "data-found": true });
    put(
      this.lists,
      h("h2", null, t("explore.find")),
      h("div", { class: "row kinds" }, kinds),
      this.found,
    );
  }

  /**
   * Positions of a kind; those at random are others each time.
   * @param {string} kind
   * @param {number | null} distance
   */
  async find(kind, distance) {
    const { game } = this.scene;
    const seed = Math.floor(Math.random() * 1_000_000);
    for (const choice of this.lists.querySelectorAll("[data-list]"))
      choice.setAttribute("aria-pressed", `${choice.getAttribute("data-list") === kind}`);
    const found = h(
      "div",
      { "data-found": kind },
      h("p", { class: "small" }, t("explore.looking")),
    );
    this.found?.replaceWith(found);
    this.found = found; // an answer to what was asked before does not count any more
    const job = this.jobs.start("/tables/list", { game, kind, distance, seed });
    const view = await job.done.catch((error) => {
      put(found);
      throw error;
    });
    const list = /** @type {PositionList | null} */ (view.result);
    if (!list || this.found !== found) return;
    const items = list.positions.map(({ position, wdl, distance: plies }) =>
      h(
        "li",
        null,
        button(position, () => this.place(position).catch(complain), { class: "position" }),
        valueMark({ value: wdl, exact: true, distance: plies }, false),
      ),
    );
    put(
      found,
      list.count !== null && h("p", { class: "small" }, t("explore.found", { n: big(list.count) })),
      items.length ? h("ul", { class: "positions" }, items) : h("p", null, t("explore.nothing")),
    );
    if (list.positions.length) await this.place(list.positions[0].position);
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
    const game = words.get("explore") ?? "";
    /** @type {[Scene, TableView]} */
    const [scene, view] = await Promise.all([
      sceneOf(game),
      get(`/tables?game=${encodeURIComponent(game)}`),
    ]);
    if (!isWanted()) return null;
    const screen = new ExplorerScreen(scene, view, begin);
    screen.position = words.get("position") ?? "";
    const moves = (words.get("moves") ?? "").split(" ").filter(Boolean);
    screen.build();
    screen.go(moves).catch(complain);
    return screen;
  }
}
