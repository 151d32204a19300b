// The JSON that the server sends, as docs/web.md tells it; tests/test_web_types.py compares them.
// Only the checks read this file: the page itself has no need of it.

export * from "./results.js";

/** A text in each language. */
export type Names = { en: string; ja: string };
/** Texts in each language: a line of moves. */
export type Lines = { en: string[]; ja: string[] };
/** First and second player in each language. */
export type PlayerNames = { en: string[]; ja: string[] };

export type Side = "first" | "second";
export type Winner = Side | "draw";
export type Point = [x: number, y: number];
/** Left, top, width, height. */
export type Box = [number, number, number, number];
export type Count = { first: number; second: number; empty: number };

/** What is wrong: one line in each language, and the message that it is. */
export interface ErrorView {
  error: string;
  errors: Names;
  name: string;
  fields: Record<string, unknown>;
}

// What stays the same all game long.

export interface Zone {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  is_round: boolean;
}

export interface Look {
  markup: string;
  names: Names;
  /** The same in other sets of pieces. */
  others: Record<string, string>;
  /** Of a cube: top, front and side. */
  faces: string[];
  /** As text shows it. */
  sign: string;
  glyph: string;
}

export interface Seat {
  player: string;
  names: Names;
  detail: Names;
}

/** Something seen on the board, and what it means: a look, or a drawing as large as a cell. */
export interface Sign {
  text: Names;
  look: string;
  markup: string;
}

export type Goal = "score" | "win" | "mate" | "stages";

export interface Scene {
  game: string;
  family: string;
  titles: Names;
  label: Names;
  players: PlayerNames;
  has_score: boolean;
  greatest: number;
  facts: object[];
  formats: Record<string, Names>;
  goals: Goal[];
  lasts: boolean;
  has_map: boolean;
  seats: Seat[];
  goal: Names;
  legend: Sign[];
  box: Box;
  ground: string;
  places: Record<string, Point>;
  zones: Zone[];
  looks: Record<string, Look>;
  choices: Record<string, Names>;
  sets: Record<string, Names>;
  stacks: Record<string, string>;
  /** How it looks from the other side: with its pieces upright or turned, or the same. */
  turns: "" | "upright" | "turned";
}

// A position.

export interface Piece {
  place: string;
  look: string;
  /** Whose it is; pieces that were put by hand do not say. */
  side?: number;
  number: number;
}

export interface Move {
  move: string;
  path: string[];
  /** The place on which its value is written, "" if there is none. */
  at: string;
  /** Places that would look otherwise, null for empty. */
  changes: [place: string, look: string | null][];
}

export type LastMove = Pick<Move, "move" | "path" | "at">;

export interface End {
  reason: "rules" | "repetition" | "resigned" | "time" | "forfeit";
  value: number;
  winner: Winner;
  why: Names;
  /** That show it: a line, a king. */
  places: string[];
}

/** What a board can show. */
export interface Shown {
  pieces: Piece[];
  moves: Move[];
  last: LastMove | null;
  alarms: string[];
  end: End | null;
  /** For games without places. */
  picture?: string;
}

export interface Position extends Shown {
  text: string;
  /** 0, 1, or 2 while dice are thrown. */
  mover: number;
  /** Moves until it is the other's turn, where a turn has several. */
  left: number | null;
  count: Count | null;
}

// A game.

export interface TreeNode {
  id: number;
  parent: number | null;
  move: string;
  side: number | null;
  note: string;
  /** As people write it, where that is otherwise. */
  written: Names | null;
}

export interface GameView {
  id: string;
  version: number;
  game: string;
  rules_hash: string;
  start: string;
  is_usual_start: boolean;
  players: string[];
  node: number;
  line: string[];
  tree: TreeNode[];
  position: Position;
}

/** A new game, to be sent. */
export interface NewGame {
  game: string;
  players: string[];
  position?: string;
  start?: string;
  moves?: string;
}

// The start.

export interface Fact {
  game: string;
  claim: string;
  titles: Names;
  claims: Names;
  source: string;
  holds: boolean | null;
  winner: Winner | null;
  /** Stones of the first and the second player. */
  final: [number, number] | null;
  distance: number | null;
}

export interface Switch {
  name: string;
  values: string[];
  titles: Names;
  /** What it changes, and what it is about. */
  about: Names;
  group: Names;
  value_titles: Record<string, Names>;
  /** What a value that is not listed looks like; empty if there is none. */
  form: string;
  /** The variants that have it; empty for all. */
  only: string[];
}

export interface Family {
  name: string;
  titles: Names;
  descriptions: Names;
  players: PlayerNames;
  variants: { name: string; titles: Names }[];
  switches: Switch[];
  has_starts: boolean;
  known: Fact[];
}

/** What comes with the page. */
export interface Given {
  words: Record<string, Names>;
  families: Family[];
  pictures: Record<string, Picture>;
  /** Modules of the other screens. */
  later: string[];
  school: string[];
}

/** A run of the lab. */
export interface RunView {
  name: string;
  kind: string;
  game: string;
  state: "finished" | "running" | "stopped" | "damaged";
  done: number;
  total: number | null;
  begun: string;
  ended: string;
  has_report: boolean;
}

/** How a game is played. */
export interface Lesson {
  game: string;
  rules_hash: string;
  titles: Names;
  label: Names;
  goal: Names;
  rules: Names[];
  /** Moves that show rules, by the number of the rule. */
  examples: { rule: number; position: string; moves: string[] }[];
  steps: { text: Names; position: string; moves: string[] }[];
}

/** Whether a game has a table of all positions, or how large it would be. */
export interface TableView {
  game: string;
  is_possible: boolean;
  seconds: number;
  is_built: boolean;
  fits: boolean;
  positions: number;
  bytes: number;
  kinds: string[];
  counted: string;
}

export interface Picture {
  box: Box;
  markup: string;
}
