// Games that are played on a board one clicks on. A board belongs to one summand of the position, and a move
// replaces the text of that summand; what a move leaves may be several summands or none.
import { chomp } from "./chomp.js";
import { cram } from "./cram.js";
import { hackenbush } from "./hackenbush.js";
import { kayles } from "./kayles.js";
import { nim } from "./nim.js";

/** A move on a board: in words, and what is left of the summand. */
export interface BoardMove {
  words: string;
  left: string[];
}

export interface Board {
  moves: BoardMove[];
  /** Draws the board; `make` is called with the move that was chosen, `hint` is a move to point out. */
  draw: (make: ((move: BoardMove) => void) | null, hint?: BoardMove) => Element;
}

/** Reads one summand; null if there is no board for it. */
export type BoardReader = (text: string) => Board | null;

const READERS: BoardReader[] = [nim, kayles, cram, chomp, hackenbush];

export function boardOf(text: string): Board | null {
  for (const read of READERS) {
    const board = read(text);
    if (board) return board;
  }
  return null;
}

export interface Term {
  text: string;
  start: number;
  end: number;
}

/** Splits a sum at its plus signs; null if copies or differences make more of it than terms. */
export function terms(expr: string): Term[] | null {
  const found: Term[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= expr.length; at += 1) {
    const c = expr[at];
    if (c === "(" || c === "{" || c === "[") depth += 1;
    else if (c === ")" || c === "}" || c === "]") depth -= 1;
    else if (depth === 0 && (c === "·" || (c === "-" && /[\s\d)#]/.test(expr[at - 1] ?? "") && expr[at - 1] !== "^"))) return null;
    if (at === expr.length || (c === "+" && depth === 0)) {
      const text = expr.slice(start, at);
      if (text.trim() !== "") found.push({ text: text.trim(), start: start + text.search(/\S/), end: start + text.trimEnd().length });
      start = at + 1;
    }
  }
  return found;
}
