// The screens on which games are learned: lessons, exercises, the explorer.

import { ExerciseScreen } from "./exercises.js";
import { ExplorerScreen } from "./explorer.js";
import { LessonScreen } from "./lesson.js";

/** @import { Family, NewGame, Scene } from "../types.js" */

/**
 * What the screens need of the page.
 * @typedef {object} Doors
 * @property {Family[]} families
 * @property {(game: string) => Promise<Scene>} sceneOf
 * @property {(form: NewGame) => Promise<boolean>} begin a game; whether that was possible
 * @property {() => boolean} isWanted nothing else was asked for meanwhile
 * @property {SchoolScreen | null} before what is shown now, perhaps in the other language
 */

/** A screen. @typedef {{ element: HTMLElement, title: string, leave: () => void }} SchoolScreen */

/** @typedef {(words: URLSearchParams, doors: Doors) => Promise<SchoolScreen | null>} Open */

/** @type {Record<string, { open: Open }>} */
const SCREENS = { learn: LessonScreen, exercise: ExerciseScreen, explore: ExplorerScreen };

/**
 * The screen that an address names; null if it is not wanted any more.
 * @param {URLSearchParams} words
 * @param {Doors} doors
 */
export async function openScreen(words, doors) {
  const kind = Object.keys(SCREENS).find((one) => words.has(one)) ?? "learn";
  return await SCREENS[kind].open(words, doors);
}
