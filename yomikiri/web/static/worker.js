// The page while its server is away: what was fetched before is shown again.
// The server is always asked first, so nothing that is shown is older than it must be.

const STORE = "page";
const GAMES = "games"; // as they stood when they were looked at last
const MOST_GAMES = 100;
const IS_GAME = /^\/api\/v1\/games\/[\w-]+(\/picture\.svg)?$/;
const IS_KEPT = /^\/($|page\.css$|static\/|api\/v1\/(scene|seats|choices|lesson)$)/;

/**
 * An event that waits for what is done with it; the types of the page do not have it.
 * @typedef {Event & {
 *   request: Request,
 *   waitUntil: (done: Promise<unknown>) => void,
 *   respondWith: (answer: Promise<Response>) => void,
 * }} Waiting
 */

/** @type {{ skipWaiting: () => void, clients: { claim: () => Promise<void> } }} */
const worker = /** @type {never} */ (self);

/** Keep the page and all that it names: its modules, its styles, its icon. */
async function keepThePage() {
  const store = await caches.open(STORE);
  const page = await fetch("/");
  const text = await page.clone().text();
  const named = [...text.matchAll(/(?:href|src)="(\/[\w./-]+)"/g)].map(([, path]) => path);
  const given = text.match(/id="given">(.*?)<\/script>/s)?.[1] ?? "{}";
  const { later = [], school = [] } = JSON.parse(given);
  const modules = [...later, ...school].map((name) => `/static/${name}`);
  await store.put("/", page);
  await store.addAll([...new Set([...named, ...modules])]);
}

/**
 * @param {Request} request
 * @param {string} name of the store
 */
async function answer(request, name) {
  const store = await caches.open(name);
  try {
    const response = await fetch(request);
    if (response.ok) await store.put(request, response.clone());
    if (name === GAMES) await trim(store);
    return response;
  } catch (error) {
    const kept = await store.match(request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

/** @param {Cache} store */
async function trim(store) {
  const keys = await store.keys();
  await Promise.all(keys.slice(0, -MOST_GAMES).map((key) => store.delete(key)));
}

/**
 * @param {string} kind
 * @param {(event: Waiting) => void} listener
 */
const on = (kind, listener) =>
  addEventListener(kind, (event) => listener(/** @type {Waiting} */ (event)));

on("install", (event) => {
  worker.skipWaiting();
  event.waitUntil(keepThePage());
});
on("activate", (event) => event.waitUntil(worker.clients.claim()));
on("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const name = IS_GAME.test(pathname) ? GAMES : STORE;
  if (name === GAMES || IS_KEPT.test(pathname)) event.respondWith(answer(request, name));
});
