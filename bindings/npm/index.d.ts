/** What is wrong with rules. Lines and columns count from 1. */
export interface Diagnostic {
  code: string;
  severity: 'error' | 'warning';
  message: string;
  file: string | null;
  line: number | null;
  column: number | null;
  help: string[];
  notes: string[];
  suggestions: { message: string; replacement: string }[];
}

export class FairyringError extends Error {
  diagnostics: Diagnostic[];
  turn: number | null;
}

export interface LoadOptions {
  /** Whether questions are answered in a worker, so that the page stays quick meanwhile. */
  worker?: boolean;
  /** Where the WebAssembly module is, if not beside the package's own files. */
  module?: string | URL | BufferSource | WebAssembly.Module;
}

export function load(options?: LoadOptions): Promise<Fairyring>;

export type Rules = string | { name?: string; text?: string; options?: Record<string, string> };

export class Fairyring {
  ask(question: object): Promise<any>;
  end(): void;
  games(): Promise<{ name: string; title: string; folder: string }[]>;
  game(rules: Rules): Promise<Game>;
  check(
    text: string,
  ): Promise<{ fine: boolean; findings: Diagnostic[]; errors: boolean; tests: { name: string; passed: boolean }[] }>;
}

export class Game {
  readonly page: any;
  readonly title: string;
  readonly sides: string[];
  readonly squares: string[];
  start(): Promise<Position>;
  position(start: string | undefined, turns?: string[]): Promise<Position>;
  perft(depth: number): Promise<number>;
  ask(question: object): Promise<any>;
}

export interface Piece {
  at: string;
  kind: string;
  side: number | null;
  marks: string[];
  number: number | null;
}

export interface Result {
  winner: number | null;
  name: string | null;
  reason: string;
}

export interface Thought {
  turn: string;
  score: { points: number } | { win: number } | { loss: number } | null;
  line: string[];
  depth: number;
  nodes: number;
}

export class Position {
  readonly game: Game;
  readonly state: any;
  readonly fen: string;
  readonly sideToMove: number;
  readonly turnColor: 'white' | 'black';
  readonly turns: string[];
  readonly played: string[];
  readonly result: Result | null;
  readonly check: string[];
  readonly lastMove: string[];
  readonly pieces: Map<string, Piece>;
  readonly dests: Map<string, string[]>;
  readonly dropDests: Map<string, string[]>;
  next(clicks?: string[]): { turn: string | null; clicks: string[]; words: Record<string, string> };
  play(turn: string): Promise<Position>;
  play(from: string, to: string, ...choices: string[]): Promise<Position>;
  why(turn?: string): Promise<any>;
  computer(options?: { level?: number; seed?: number }): Promise<Thought>;
  trace(turn: string): Promise<any>;
  pgn(tags?: Record<string, string>): Promise<string>;
  written(notation?: 'san' | 'own' | 'hodges' | 'wxf'): Promise<Map<string, string>>;
}
