// Work that takes the server time: watched while it runs, and stopped.

import { get, inOurWords, post, Refused, request } from "./api.js";
import { notice } from "./notices.js";
import { t } from "./words.js";

/** @import { JobView } from "./types.js" */

const TOLD = 3; // seconds

/** Say that the server compiles, until it is cleared. */
function tellOfCompiling() {
  const tell = () => notice(t("compiling"), TOLD);
  tell();
  return setInterval(tell, 900 * TOLD);
}

/**
 * A job of the server: `done` is its last view, `stop()` ends it.
 * @template R, [P=unknown]
 */
export class Job {
  /**
   * @param {string} path
   * @param {object} body
   * @param {(view: JobView<R, P>) => void} [watch]
   */
  constructor(path, body, watch = () => {}) {
    this.isStopped = false;
    /** @type {string | null} */
    this.id = null;
    /** @type {Promise<JobView<R, P>>} */
    this.done = this.run(path, body, watch);
  }

  /**
   * @param {string} path
   * @param {object} body
   * @param {(view: JobView<R, P>) => void} watch
   * @returns {Promise<JobView<R, P>>}
   */
  async run(path, body, watch) {
    /** @type {JobView<R, P>} */
    const first = await post(path, body);
    this.id = first.job;
    if (this.isStopped) this.cancel();
    return this.follow(first.job, watch);
  }

  /**
   * @param {string} id
   * @param {(view: JobView<R, P>) => void} watch
   * @returns {Promise<JobView<R, P>>}
   */
  follow(id, watch) {
    return new Promise((resolve, reject) => {
      const source = new EventSource(`/api/v1/jobs/${id}/events`);
      let telling = 0; // that it compiles, as long as it does
      const end = () => {
        clearInterval(telling);
        source.close();
      };
      /** @param {unknown} error */
      const fail = (error) => {
        end();
        reject(error);
      };
      source.onmessage = (event) => {
        /** @type {JobView<R, P>} */
        const view = JSON.parse(event.data);
        clearInterval(telling);
        if (view.state === "failed") fail(new Refused(inOurWords(view), 400));
        else if (view.state === "done" || view.state === "cancelled") {
          end();
          resolve(view);
        } else {
          if (view.compiling) telling = tellOfCompiling();
          watch(view);
        }
      };
      source.onerror = () => {
        if (source.readyState === EventSource.CLOSED) fail(new Refused(t("no_server")));
        else get(`/jobs/${id}`).catch(fail);
      };
    });
  }

  cancel() {
    request("DELETE", `/jobs/${this.id}`).catch(() => {});
  }

  stop() {
    this.isStopped = true;
    if (this.id) this.cancel();
  }
}

/** Jobs that are stopped together. */
export class Jobs {
  constructor() {
    /** @type {Set<{ stop: () => void }>} */
    this.running = new Set();
  }

  /**
   * @template R, [P=unknown]
   * @param {string} path
   * @param {object} body
   * @param {(view: JobView<R, P>) => void} [watch]
   * @returns {Job<R, P>}
   */
  start(path, body, watch) {
    /** @type {Job<R, P>} */
    const job = new Job(path, body, watch);
    this.running.add(job);
    const forget = () => this.running.delete(job);
    job.done.then(forget, forget);
    return job;
  }

  stop() {
    for (const job of this.running) job.stop();
  }
}
