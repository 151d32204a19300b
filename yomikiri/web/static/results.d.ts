// Jobs and what they find, as JSON; the rest of what the server sends is in types.d.ts.

import type { Count, End, Lines, Names, Side, Winner } from "./types.js";

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
  /** As people write it, where that is otherwise. */
  written?: Names | null;
}

/** A value as its owner sees it; `distance` in plies if it is proved. */
export interface Value {
  value: number;
  exact: boolean;
  distance: number | null;
  /** To win, a draw being half, as its owner sees it. */
  chance?: number | null;
}

export interface MoveValue extends Value {
  move: string;
  line: string[];
  /** The line as people write it, where that is otherwise. */
  written?: Lines;
}

export interface Analysis {
  game: string;
  rules_hash: string;
  position: string;
  mover: Side | "chance";
  value: number | null;
  exact: boolean;
  chance: number | null;
  moves: MoveValue[];
  player: string | null;
  depth: number | null;
  nodes: number;
  seconds: number;
  threads: number;
  stopped: string | null;
  source: string;
}

/** A move of a proof, as people write it where that is otherwise. */
export interface ProofMove {
  move: string;
  written: Names | null;
}

/** A defence; its value is as the defender sees it, at most that if it is a bound. */
export interface Defence extends ProofMove {
  value: number;
  bound: boolean;
  distance: number | null;
  position: string;
  end: End | null;
}

/** The prover's move and every defence to it; without a value nothing was proved in time. */
export interface ProofStep {
  prover: Side | null;
  value: number | null;
  bound: boolean | null;
  distance: number | null;
  source: "table" | "kept" | "certificate" | "search" | null;
  answer: ProofMove[];
  position: string;
  end: End | null;
  defences: Defence[];
}

/** What opening books say about a position: those that have it. */
export interface BooksAnswer {
  books: { name: string; moves: MoveValue[] }[];
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
  /** Of a certificate: made, and in all. */
  chunks: [number, number];
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
  best_written?: Lines;
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

export type Judgement = "forced" | "best" | "slip" | "mistake" | "blunder";

/** A move of a game; values and chances are as the first player sees them. */
export interface Judged {
  ply: number;
  side: number;
  move: string;
  position: string;
  value: number | null;
  best_value: number | null;
  exact: boolean;
  distance: number | null;
  best_distance: number | null;
  chance: number;
  best_chance: number;
  loss: number;
  judgement: Judgement;
  half_points: number;
  could_err: boolean;
  written?: Names | null;
  best_written?: Lines;
  best_moves: string[];
  line: string[];
}

export interface Summary {
  side: number;
  player: string;
  moves: number;
  exact: number;
  best: number;
  slips: number;
  mistakes: number;
  blunders: number;
  half_points: number;
  score_lost: number | null;
  chances: number;
  accuracy: number | null;
  mean_loss: number;
}

export interface Review {
  game: string;
  rules_hash: string;
  position: string;
  players: string[];
  winner: Winner | null;
  end: string | null;
  moves: Judged[];
  summary: Summary[];
  stopped: string | null;
}

/** A position in which one move is right. */
export interface Exercise {
  game: string;
  rules_hash: string;
  kind: string;
  kinds: string[];
  seed: number;
  number: number;
  position: string;
  mover: number;
  task: Names;
  solution: string;
  value: number;
  distance: number | null;
  moves: MoveValue[];
  line: string[];
  written?: Lines | null;
  difficulty: {
    stars: number;
    level: number | null;
    legal: number;
    keeping: number;
    depth: number | null;
  };
  source: string;
}

/** How far a table is that is being built; `seconds` are what it will take in all. */
export interface BuildProgress {
  seconds: number | null;
  progress: { number: number; classes: number; share: number } | null;
}

/** What is in a table; more than the page needs is left out here. */
export interface TableInfo {
  wins: number;
  losses: number;
  draws: number;
  histogram: { wins: Record<string, number>; losses: Record<string, number> };
}

export interface PositionList {
  kind: string;
  count: number | null;
  positions: { position: string; wdl: number; distance: number | null }[];
}

export interface PieceMap {
  piece: string;
  place: string;
  squares: Record<string, { value: number; distance: number | null }>;
}

/** A solve that outlives the page; numbers are missing before it has begun. */
export interface LastingSolve {
  solve: string;
  game: string;
  position: string;
  rules_hash: string | null;
  goal: "score" | "win";
  state: "running" | "stopped" | "finished";
  lower: number | null;
  upper: number | null;
  tasks: number | null;
  nodes: number | null;
  seconds: number | null;
  nodes_per_second: number | null;
  nodes_left: number[] | null;
  answer: { position: string; best_moves: string[]; line: string[] } | null;
  /** What its process complained about. */
  said: Names | null;
  /** Whether what was kept cannot be used any more. */
  broken: boolean;
}
