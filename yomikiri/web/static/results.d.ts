// Jobs and what they find, as JSON; the rest of what the server sends is in types.d.ts.

import type { Count, Names, Side, Winner } from "./types.js";

export interface JobView<Result, Progress = unknown> {
  job: string;
  kind: string;
  state: "waiting" | "running" | "done" | "failed" | "cancelled";
  compiling: boolean;
  progress: Progress | null;
  result: Result | null;
  error: string | null;
  errors: Names | null;
  name?: string;
  fields?: Record<string, unknown>;
}

/** The choice of a player, or a hint. */
export interface Choice {
  move: string;
  exact: boolean;
  value: number | null;
  nodes: number;
  line: string[];
}

/** A value as its owner sees it; `distance` in plies if it is proved. */
export interface Value {
  value: number;
  exact: boolean;
  distance: number | null;
}

export interface MoveValue extends Value {
  move: string;
  line: string[];
}

export interface Analysis {
  game: string;
  rules_hash: string;
  position: string;
  mover: Side | "chance";
  value: number | null;
  exact: boolean;
  moves: MoveValue[];
  player: string | null;
  depth: number | null;
  nodes: number;
  seconds: number;
  threads: number;
  stopped: string | null;
  source: string;
}

export interface SolveProgress {
  done: number;
  moves: number;
  lower: number;
  upper: number;
  nodes: number;
  seconds: number;
  /** Done and still open, in a solve that lasts. */
  tasks: number;
  open: number;
  /** Nodes that are left, at least and at most. */
  rest: [number, number];
}

export interface Split {
  m: number;
  n: number;
  winner: Winner;
  stage_values: (number | null)[];
  kept: number;
  lines: string[][];
  leaves: number[];
  seconds: number[];
  /** What the thesis has of it; only some tables have leaves and times. */
  published: { winner: Winner; leaves: number[] | null; seconds: number | null } | null;
}

export interface Answer {
  game: string;
  rules_hash: string;
  position: string;
  goal: string;
  value: number | null;
  winner: Winner | null;
  distance: number | null;
  final: Count | null;
  best_moves: string[];
  line: string[];
  nodes: number;
  seconds: number;
  threads: number;
  exact: boolean;
  source?: string;
  lower?: number;
  upper?: number;
  stopped?: string;
  /** In two stages: who is ahead in each split of the empty cells. */
  splits?: Split[];
  tally?: Record<Winner, number>;
  published_tally?: Record<Side, number>;
}

export interface PieceMap {
  piece: string;
  place: string;
  squares: Record<string, { value: number; distance: number | null }>;
}
