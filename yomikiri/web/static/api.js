// The server's answers; see docs/web.md.

import { notice } from "./dom.js";
import { name, t } from "./words.js";

export class Refused extends Error {}

/** What the server says is wrong, in the language of the page. */
const inOurWords = (answer) => (answer?.errors ? name(answer.errors) : "");

/** An answer of the API; throws Refused with the server's words. */
export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refused(t("no_server"));
  }
  const answer = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) {
    const refusal = new Refused(inOurWords(answer) || `${response.status}`);
    refusal.status = response.status;
    throw refusal;
  }
  return answer;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);

/** A job that runs: `done` is its last view, `stop()` ends it. */
export class Job {
  constructor(path, body, watch = () => {}) {
    this.stopped = false;
    this.id = null;
    this.done = this.run(path, body, watch);
  }

  async run(path, body, watch) {
    const first = await post(path, body);
    this.id = first.job;
    if (this.stopped) this.cancel();
    return new Promise((resolve, reject) => {
      const source = new EventSource(`/api/v1/jobs/${first.job}/events`);
      const finish = (settle, value) => {
        source.close();
        settle(value);
      };
      source.onmessage = (event) => {
        const view = JSON.parse(event.data);
        if (view.state === "failed") finish(reject, new Refused(inOurWords(view)));
        else if (view.state === "done" || view.state === "cancelled") finish(resolve, view);
        else {
          if (view.compiling) notice(t("compiling"), 3);
          watch(view);
        }
      };
      source.onerror = () => {
        if (source.readyState === EventSource.CLOSED) finish(reject, new Refused(t("no_server")));
        else get(`/jobs/${first.job}`).catch((error) => finish(reject, error));
      };
    });
  }

  cancel() {
    call("DELETE", `/jobs/${this.id}`).catch(() => {});
  }

  stop() {
    this.stopped = true;
    if (this.id) this.cancel();
  }
}
