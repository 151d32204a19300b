// The runs of the lab: what there is, how far it is, its report, and stopping one.

import { get, post } from "./api.js";
import { button, h, put } from "./dom.js";
import { complain } from "./notices.js";
import { big, gameTitle, language, t } from "./words.js";

/** @import { RunView } from "./types.js" */

const LOOK_EVERY = 2000; // milliseconds between two looks, while something runs

/** A list of runs that is kept up to date while it is on the screen; empty without any. */
export function runsSection() {
  const section = h("section", { class: "runs", hidden: true });
  look(section);
  return section;
}

/** @param {HTMLElement} section */
async function look(section) {
  /** @type {{ runs: RunView[] }} */
  const { runs } = await get("/runs").catch(() => ({ runs: [] }));
  section.hidden = !runs.length;
  if (runs.length) put(section, h("h2", null, t("runs")), listOf(runs, section));
  if (!runs.some((run) => run.state === "running")) return;
  setTimeout(() => {
    if (section.isConnected) look(section);
  }, LOOK_EVERY);
}

const KINDS = ["tournament", "match", "learn", "atlas"];

/** @param {string} kind */
const kindText = (kind) => (KINDS.includes(kind) ? t(`run_of_${kind}`) : kind);

/**
 * @param {RunView[]} runs
 * @param {HTMLElement} section
 */
function listOf(runs, section) {
  return h(
    "ul",
    null,
    runs.map((run) => item(run, section)),
  );
}

/**
 * @param {RunView} run
 * @param {HTMLElement} section
 */
function item(run, section) {
  const { name, state, done, total } = run;
  const count = total ? `${big(done)} / ${big(total)}` : big(done);
  const isRunning = state === "running";
  const stop = async () => {
    try {
      await post(`/runs/${encodeURIComponent(name)}/stop`, {});
    } catch (error) {
      complain(error);
    }
    look(section);
  };
  const report = `/api/v1/runs/${encodeURIComponent(name)}/report?lang=${language()}`;
  return h(
    "li",
    { "data-run": name },
    h("b", null, run.game ? gameTitle(run.game) : name),
    h("span", { class: "faint" }, `${kindText(run.kind)} · ${name}`),
    h("span", { class: state }, t(`run_${state}`)),
    h("progress", {
      max: total || 1,
      value: total ? done : Number(!isRunning),
      "aria-label": name,
    }),
    h("span", { class: "count" }, count),
    run.has_report &&
      h("a", { class: "links", href: report, target: "_blank", rel: "noopener" }, t("run_report")),
    isRunning &&
      button(t("run_stop"), stop, { class: "quiet", "aria-label": `${t("run_stop")} ${name}` }),
  );
}
