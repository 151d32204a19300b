// A table that is not there yet: how large it would be, and building it as a job.

import { button, h, put } from "../dom.js";
import { Jobs } from "../jobs.js";
import { messageOf } from "../notices.js";
import { big, t } from "../words.js";

/** @import { BuildProgress, JobView, TableView } from "../types.js" */

/** @param {number} bytes */
function sizeText(bytes) {
  const units = ["MB", "GB", "TB", "PB"];
  const at = Math.min(Math.floor(Math.log10(Math.max(1e6, bytes)) / 3) - 2, units.length - 1);
  const size = bytes / 1000 ** (at + 2);
  return `${at ? size.toFixed(1) : Math.max(1, Math.round(size))} ${units[at]}`;
}

/** @param {number} seconds */
function timeText(seconds) {
  if (seconds < 120) return t("explore.seconds", { n: Math.max(1, Math.round(seconds)) });
  return t("explore.minutes", { n: Math.round(seconds / 60) });
}

/**
 * What is said about a table that is missing, with a button where it can be built.
 * @param {TableView} view
 * @param {() => void} then called when it is there
 */
export function buildingPanel(view, then) {
  const jobs = new Jobs();
  const box = h("section", { class: "panel stack", "data-panel": "build" });
  const time = timeText(view.seconds);
  const numbers = { n: big(view.positions), size: sizeText(view.bytes), time };
  const offer = (/** @type {string} */ error = "") =>
    put(
      box,
      h("h2", null, t("explore.title")),
      !view.is_possible && h("p", null, t("explore.none")),
      view.is_possible && h("p", null, t(view.fits ? "explore.missing" : "explore.large", numbers)),
      error && h("p", { class: "verdict bad" }, error),
      view.fits && button(t("explore.build"), build, { class: "first-choice", "data-build": true }),
    );
  /** @param {JobView<TableView, BuildProgress>} job */
  const watch = ({ progress }) => {
    const at = progress?.progress;
    const percent = Math.round(100 * (at?.share ?? 0));
    const meter = h("i");
    meter.style.width = `${percent}%`;
    const time = timeText(progress?.seconds ?? view.seconds);
    const words = { number: at?.number ?? 1, classes: at?.classes ?? 1, percent, time };
    put(
      box,
      h("h2", null, t("explore.title")),
      h("div", { class: "meter" }, meter),
      h("p", { class: "small", role: "status" }, t("explore.building", words)),
      button(t("explore.stop"), () => jobs.stop(), { "data-stop": true }),
    );
  };
  async function build() {
    try {
      const job = /** @type {import("../jobs.js").Job<TableView, BuildProgress>} */ (
        jobs.start("/tables", { game: view.game }, watch)
      );
      const { result } = await job.done;
      if (result?.is_built) then();
      else offer();
    } catch (error) {
      offer(messageOf(error));
    }
  }
  offer();
  return { element: box, leave: () => {} };
}
