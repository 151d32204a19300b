// The runs of the lab: what there is, how far it is, its report, and stopping one.

import { get, post } from "./api.js";
import { button, h, put } from "./dom.js";
import { complain } from "./notices.js";
import { big, gameTitle, language, t } from "./words.js";

/** @import { RunView } from "./types.js" */

const OFTEN = 2000; // milliseconds between two looks, while something runs
const SELDOM = 5000; // otherwise: a run may begin at any time

/** @typedef {{ section: HTMLElement, stopping: Set<string> }} Shown */

/** A list of runs that is kept up to date while it is on the screen; empty without any. */
export function runsSection() {
  const section = h("section", { class: "runs", hidden: true });
  watch({ section, stopping: new Set() });
  return section;
}

/** @param {Shown} shown */
async function watch(shown) {
  const wait = await look(shown);
  if (!wait) return;
  setTimeout(() => {
    if (shown.section.isConnected) watch(shown);
  }, wait);
}

/**
 * Look once; returns after how many milliseconds to look again, 0 for never.
 * @param {Shown} shown
 */
async function look(shown) {
  /** @type {{ folder: string | null, runs: RunView[] } | null} */
  const found = await get("/runs").catch(() => null);
  if (!found) return SELDOM; // what is on the screen may still be true
  const { folder, runs } = found;
  const { section } = shown;
  section.hidden = !runs.length;
  if (runs.length) put(section, h("h2", null, t("runs")), listOf(runs, shown));
  if (!folder) return 0;
  return runs.some((run) => run.state === "running") ? OFTEN : SELDOM;
}

const KINDS = ["tournament", "match", "stats", "errors", "learn", "atlas"];

/** @param {string} kind */
const kindText = (kind) => (KINDS.includes(kind) ? t(`run_of_${kind}`) : kind);

/**
 * @param {RunView[]} runs
 * @param {Shown} shown
 */
function listOf(runs, shown) {
  return h(
    "ul",
    null,
    runs.map((run) => item(run, shown)),
  );
}

/**
 * @param {RunView} run
 * @param {Shown} shown
 */
function item(run, shown) {
  const { name, state, done, total } = run;
  const count = total ? `${big(done)} / ${big(total)}` : big(done);
  const isRunning = state === "running";
  if (!isRunning) shown.stopping.delete(name);
  const isStopping = shown.stopping.has(name); // it ends what it has begun, and writes its report
  const stop = async () => {
    shown.stopping.add(name);
    try {
      await post(`/runs/${encodeURIComponent(name)}/stop`, {});
    } catch (error) {
      shown.stopping.delete(name);
      complain(error);
    }
    look(shown);
  };
  const report = `/api/v1/runs/${encodeURIComponent(name)}/report?lang=${language()}`;
  return h(
    "li",
    { "data-run": name },
    h("b", null, run.game ? gameTitle(run.game) : name),
    h("span", { class: "faint" }, `${kindText(run.kind)} · ${name}`),
    h("span", { class: state }, isStopping ? t("run_stopping") : t(`run_${state}`)),
    h("progress", {
      max: total || 1,
      value: total ? done : Number(!isRunning),
      "aria-label": name,
    }),
    h("span", { class: "count" }, count),
    run.has_report &&
      h("a", { class: "links", href: report, target: "_blank", rel: "noopener" }, t("run_report")),
    isRunning &&
      !isStopping &&
      button(t("run_stop"), stop, { class: "quiet", "aria-label": `${t("run_stop")} ${name}` }),
  );
}
