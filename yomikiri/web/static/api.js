// The server's answers; see docs/web.md, and types.d.ts for what they look like.

import { name, t } from "./words.js";

/** @import { Names } from "./types.js" */

const MOST_KEPT = 10_000; // characters of a request; a browser allows a few times that in all

/** The server, or the way to it, says no; the message is for people. */
export class Refused extends Error {
  /** @param {string} message */
  constructor(message, status = 0) {
    super(message);
    this.status = status;
  }
}

/**
 * Whether the server, or what it was doing for us, is gone: it may be back in a moment.
 * @param {unknown} error
 */
export const isAway = (error) =>
  error instanceof Refused && (error.status === 0 || error.status === 404);

/**
 * Whether the game has gone on, and this page does not show it yet.
 * @param {unknown} error
 */
export const isBehind = (error) => error instanceof Refused && error.status === 409;

/**
 * What the server says is wrong, in the language of the page.
 * @param {{ errors?: Names | null } | null} answer
 */
export const inOurWords = (answer) => (answer?.errors ? name(answer.errors) : "");

/**
 * A request to the server; throws Refused with the server's words.
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
export async function request(method, path, body) {
  const text = JSON.stringify(body);
  const send = body && {
    headers: { "content-type": "application/json" },
    body: text,
    keepalive: text.length < MOST_KEPT, // it goes on its way even if the page is left
  };
  const response = await fetch(`/api/v1${path}`, { method, ...send }).catch(() => {
    throw new Refused(t("no_server"));
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  throw new Refused(inOurWords(answer) || `${response.status}`, response.status);
}

/**
 * An answer of the API; the caller names its type.
 * @template T
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<T>}
 */
export const call = async (method, path, body) => (await request(method, path, body)).json();

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export const get = (path) => call("GET", path);

/**
 * @template T
 * @param {string} path
 * @param {object} body
 * @returns {Promise<T>}
 */
export const post = (path, body) => call("POST", path, body);
