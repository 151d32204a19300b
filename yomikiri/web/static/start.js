// The start: one card per family, and games to continue.

import { FRIENDLY, schoolAddress } from "./address.js";
import { get } from "./api.js";
import { button, drawPicture, h } from "./dom.js";
import { gameList } from "./gamelist.js";
import { given } from "./given.js";
import { complain, notice } from "./notices.js";
import { receiveDrops, receiver } from "./receiving.js";
import { runsSection } from "./runs.js";
import { name, otherName, t } from "./words.js";

/** @import { Family, GameView, NewGame, Picture } from "./types.js" */

const ASK_EVERY = 1500; // milliseconds between two looks whether the server is compiling

/**
 * What has been drawn on cards.
 * @type {Map<string, Picture>}
 */
const samples = new Map(Object.entries(given.pictures));

/**
 * @param {Family[]} families
 * @param {object} doors
 * @param {(form: NewGame) => Promise<boolean>} doors.begin
 * @param {(id: string) => void} doors.open continues a game
 * @param {(view: GameView) => Promise<void>} doors.show a game that is there
 */
export function startScreen(families, { begin, open, show }) {
  const cards = families.map((family) => new Card(family, begin));
  const list = h(
    "div",
    { class: "cards" },
    cards.map((card) => card.element),
  );
  drawSamples(cards, () => list.isConnected);
  const solves = h("div");
  import("./lasting.js").then(
    ({ lastingList }) => solves.replaceWith(lastingList(begin)),
    complain,
  );
  const screen = h(
    "div",
    { class: "start" },
    h(
      "div",
      { class: "welcome" },
      h("h1", null, t("welcome")),
      h("p", { class: "faint" }, t("tagline")),
    ),
    list,
    gameList(open),
    receiver(show),
    runsSection(),
    solves,
  );
  receiveDrops(screen, show);
  return screen;
}

class Card {
  /**
   * @param {Family} family
   * @param {(form: NewGame) => Promise<boolean>} begin
   */
  constructor(family, begin) {
    this.family = family;
    this.sample = h("div", { class: "sample" });
    const { titles } = family;
    const play = button(
      [
        this.sample,
        h("span", { class: "title" }, name(titles), h("span", null, otherName(titles))),
        h("span", { class: "about" }, name(family.descriptions)),
        this.known(),
      ],
      () => begin({ game: family.name, players: FRIENDLY }),
      { class: "play", "data-family": family.name },
    );
    const ask = async () => {
      const { askForGame } = await import("./newgame.js");
      askForGame(family, begin);
    };
    const more = button(t("more"), () => ask().catch(complain), {
      class: "quiet more",
      "data-more": family.name,
    });
    const learn = h(
      "a",
      {
        class: "button quiet",
        href: schoolAddress("learn", family.name),
        "data-learn": family.name,
      },
      t("lesson.how"),
    );
    this.element = h("section", { class: "card" }, play, h("div", { class: "doors" }, learn, more));
  }

  /** What is known, in the fewest words. */
  known() {
    const { known } = this.family;
    const length = (/** @type {Family["known"][number]} */ { titles, claims }) =>
      `${titles.en}${claims.en}`.length;
    const [shortest] = known.filter((fact) => fact.holds).sort((a, b) => length(a) - length(b));
    const fact = shortest ?? known.find((one) => one.holds === null);
    if (!fact) return null;
    const words = [t("known"), name(fact.titles), name(fact.claims)].filter(Boolean);
    return h("span", { class: "known", title: fact.source }, words.join(t("colon")));
  }

  /** Draw a picture that is there; whether it was. */
  draw() {
    const { name: family, titles } = this.family;
    const picture = samples.get(family);
    if (picture) this.sample.replaceChildren(drawPicture(picture, name(titles)));
    return Boolean(picture);
  }

  async fetch() {
    const { name: family } = this.family;
    samples.set(family, await get(`/families/${family}/picture`));
    this.draw();
  }
}

/**
 * The cards' pictures; those that are missing one after the other, for their rules may have to
 * be compiled first.
 * @param {Card[]} cards
 * @param {() => boolean} isShown
 */
async function drawSamples(cards, isShown) {
  const missing = cards.filter((card) => !card.draw());
  if (!missing.length) return;
  const telling = setInterval(async () => {
    /** @type {{ compiling: boolean } | null} */
    const status = await get("/status").catch(() => null);
    if (status?.compiling && isShown()) notice(t("compiling"), 3);
  }, ASK_EVERY);
  try {
    for (const card of missing) await card.fetch();
  } catch (error) {
    complain(error);
  } finally {
    clearInterval(telling);
  }
}
