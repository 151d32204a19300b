// Work that takes the server time: watched while it runs, and stopped.

import { get, inOurWords, isAway, post, Refused, request } from "./api.js";
import { notice } from "./notices.js";
import { t } from "./words.js";

/** @import { JobView } from "./types.js" */

const TOLD = 3; // seconds
const AGAIN = 1000; // milliseconds between two looks for a server that is away
const MOST_LOST = 3; // a job that takes the server with it is not asked for again and again

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
   * @param {boolean} [isAskedAgain] when the server has lost it: it was killed and is back
   */
  constructor(path, body, watch = () => {}, isAskedAgain = false) {
    this.isStopped = false;
    this.mayBeLost = isAskedAgain ? MOST_LOST : 0;
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
    let first = await post(path, body);
    for (;;) {
      this.id = first.job;
      if (this.isStopped) this.cancel();
      try {
        return await this.follow(first.job, watch);
      } catch (error) {
        if (!isAway(error) || !this.mayBeLost) throw error;
      }
      this.mayBeLost -= 1;
      const next = await this.askAgain(path, body);
      if (!next) return { ...first, state: "cancelled", result: null };
      first = next;
    }
  }

  /**
   * Ask for it anew as soon as the server is back; null if it was stopped before that.
   * @param {string} path
   * @param {object} body
   * @returns {Promise<JobView<R, P> | null>}
   */
  async askAgain(path, body) {
    this.id = null; // there is nothing to be stopped at the server
    for (let isTold = false; !this.isStopped; ) {
      try {
        const view = await post(path, body);
        if (isTold) notice("");
        return /** @type {JobView<R, P>} */ (view);
      } catch (error) {
        if (!(error instanceof Refused) || error.status) throw error;
        isTold = true;
        notice(t("server_away"), 0);
        await new Promise((resolve) => setTimeout(resolve, AGAIN));
      }
    }
    notice("");
    return null;
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
    const job = new Job(path, body, watch, true);
    this.running.add(job);
    const forget = () => this.running.delete(job);
    job.done.then(forget, forget);
    return job;
  }

  stop() {
    for (const job of this.running) job.stop();
  }
}
