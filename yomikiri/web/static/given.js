// What came with the page: its words, the families, and pictures that were ready.

/** @import { Given } from "./types.js" */

/** @type {Given} */
export const given = JSON.parse(document.getElementById("given")?.textContent ?? "{}");

/** Fetch the modules of the other screens, all at once. */
export function fetchTheRest() {
  for (const name of given.later.splice(0)) {
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = `/static/${name}`;
    document.head.append(link);
  }
}
