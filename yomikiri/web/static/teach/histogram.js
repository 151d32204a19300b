// How many positions are won and lost, by plies to the end: a column for each number of plies.

import { h, s } from "../dom.js";
import { big, t } from "../words.js";

/** @import { TableInfo } from "../types.js" */

const HEIGHT = 60; // of the columns on either side of the axis
const WIDTH = 4;

/**
 * @param {TableInfo["histogram"]} counts
 * @param {(distance: number, kind: "win" | "loss") => void} choose a column was touched
 */
export function histogram({ wins, losses }, choose) {
  const longest = Math.max(0, ...Object.keys({ ...wins, ...losses }).map(Number));
  const most = Math.max(1, ...Object.values(wins), ...Object.values(losses));
  // Most positions are decided soon: a logarithm lets one see the rare long ones.
  const tall = (/** @type {number} */ n) =>
    n ? 3 + ((HEIGHT - 3) * Math.log(n)) / Math.log(most + 1) : 0;
  const bars = [];
  for (let plies = 0; plies <= longest; plies += 1) {
    const won = wins[plies] ?? 0;
    const lost = losses[plies] ?? 0;
    if (!won && !lost) continue;
    const title = t("explore.bar", { n: plies, wins: big(won), losses: big(lost) });
    const x = plies * WIDTH;
    bars.push(
      s(
        "g",
        { class: "bar", onclick: () => choose(plies, won ? "win" : "loss") },
        s("title", null, title),
        s("rect", { class: "win", x, y: HEIGHT - tall(won), width: WIDTH - 1, height: tall(won) }),
        s("rect", { class: "loss", x, y: HEIGHT + 1, width: WIDTH - 1, height: tall(lost) }),
      ),
    );
  }
  const width = Math.max(60, (longest + 1) * WIDTH);
  const label = t("explore.histogram");
  const box = `0 0 ${width} ${2 * HEIGHT + 1}`;
  const picture = s("svg", { viewBox: box, role: "img", "aria-label": label }, bars);
  return h("div", { class: "histogram" }, picture);
}
