// Playing a sum against a perfect opponent. The address has all positions of the game.
import { changed, go, link, read } from "../address.js";
import { boardOf, terms, type Board, type BoardMove } from "../boards/board.js";
import { command, copies } from "../copy.js";
import { field, fill, h, select } from "../dom.js";
import { limitsForm } from "../limits.js";
import { Failed, solver, type Reply } from "../solver.js";
import { failed, limits, run, section } from "../task.js";
import { wins } from "./game.js";

type Piece = string | { form: string | null };

interface Move {
  component: number;
  from: Piece;
  to: Piece[];
  result: "N" | "P";
}

interface InPlay {
  moves: { outcome: "N" | "P"; method: string; winning_moves: Move[]; losing_moves: Move[] };
  summands: { copies: number; text: string | null; place: { start: number; end: number } | null }[];
  over: boolean;
  why: any;
}

/** A summand on the table. */
interface Piled {
  text: string;
  board: Board | null;
  /** The numbers of the moves' components that begin in it. */
  components: number[];
  /** Whether it is the whole position, whose components cannot be told apart in the text. */
  whole: boolean;
}

const name = (piece: Piece) => (typeof piece === "string" ? piece : (piece.form ?? "…"));
const joined = (texts: string[]) => (texts.length === 0 ? "0" : texts.join(" + "));

export async function play(place: HTMLElement, at: URLSearchParams): Promise<void> {
  const expr = at.get("expr") ?? "5+4+2";
  const normal = at.get("play") === "normal";
  const second = at.get("first") === "page";
  const positions = [expr, ...(at.get("moves") ?? "").split("|").filter(Boolean)];
  const position = positions.at(-1)!;
  const yours = (positions.length - 1 + (second ? 1 : 0)) % 2 === 0;

  setup(place, expr, normal, second);
  const table = section(`${normal ? "Normal" : "Misère"} play: whoever makes the last move ${normal ? "wins" : "loses"}`, "table");
  const talk = h("div", { class: "talk", role: "status", id: "talk" });
  place.append(table.element, talk, record(positions, second));

  const found = await run<InPlay>(table.body, "The moves", { ask: "moves", expr: position, normal }, () => h("span"));
  if (!found) return;
  const { answer } = found;
  const piles = onTable(position, answer);
  const make = (text: string) => go(changed({ moves: [...positions.slice(1), text].join("|") }));

  if (answer.over) {
    const youMovedLast = !yours;
    const won = positions.length === 1 ? !normal === yours : youMovedLast === normal;
    const last = positions.length === 1 ? "There is no move" : youMovedLast ? "You made the last move" : "The page made the last move";
    fill(table.body, h("p", { class: "verdict", "data-key": "verdict" }, `${last}: ${won ? "you win." : "you lose."}`));
    table.body.append(actions(null));
    return;
  }
  const lastSaid = sessionStorage.getItem(`said ${position}`);
  if (yours && lastSaid) fill(talk, h("p", {}, lastSaid));
  draw(null);
  if (!yours) {
    fill(talk, h("p", {}, "The page is thinking …"));
    try {
      const reply = await chosen();
      if (read().at.toString() !== at.toString()) return;
      sessionStorage.setItem(`said ${reply.left}`, `The page moved: ${reply.words}.`);
      make(reply.left);
    } catch (error) {
      if (error instanceof Failed) fill(talk, failed(error.failure));
    }
  }

  function draw(hint: { pile: number; move: BoardMove } | null): void {
    const drawn = piles.map((pile, number) => {
      if (pile.board) {
        const after = (move: BoardMove) => make(replaced(number, move.left));
        return h(
          "figure",
          { class: "pile" },
          pile.board.draw(yours ? after : null, hint?.pile === number ? hint.move : undefined),
          h("figcaption", { class: "form" }, shortened(pile.text)),
        );
      }
      return h("div", { class: "pile listed" }, h("p", { class: "form" }, shortened(pile.text)), ...movesOf(pile, number));
    });
    fill(table.body, h("div", { class: "piles" }, ...drawn), actions(answer), copies({ command: command("moves", position, ...(normal ? ["--normal"] : [])), json: JSON.stringify(answer.moves) }));
  }

  /** The moves of a summand without a board, as buttons. */
  function movesOf(pile: Piled, number: number): Node[] {
    const all = [...answer.moves.winning_moves, ...answer.moves.losing_moves].filter((move) => pile.components.includes(move.component));
    const words = (move: Move) => ({ text: joined(move.to.map(name)), move });
    const sorted = all.map(words).sort((a, b) => a.text.localeCompare(b.text, "en", { numeric: true }));
    const MOST = 60;
    const buttons = sorted.slice(0, MOST).map(({ text, move }) =>
      h("button", { type: "button", class: "move", disabled: !yours || move.to.some((piece) => typeof piece !== "string" && piece.form === null), click: () => make(replaced(number, move.to.map(name), move.component)) }, `to ${text}`),
    );
    return [h("div", { class: "moves" }, ...buttons), ...(sorted.length > MOST ? [h("small", {}, `and ${sorted.length - MOST} more`)] : [])];
  }

  /** The position with what is left of one summand; of several copies in it, one is played. */
  function replaced(number: number, left: string[], component?: number): string {
    const pile = piles[number]!;
    if (component !== undefined && pile.whole) {
      const rest = answer.summands.flatMap(({ copies, text }, c) => {
        const count = copies - (c === component ? 1 : 0);
        return count === 0 || text === null ? [] : [count === 1 ? text : `${count}·${text}`];
      });
      return joined([...rest, ...left]);
    }
    return joined([...piles.slice(0, number).map((other) => other.text), ...left, ...piles.slice(number + 1).map((other) => other.text)]);
  }

  /** A move of this kind on a board, as the board has it. */
  async function onBoard(number: number, result: "N" | "P"): Promise<BoardMove> {
    const { moves } = piles[number]!.board!;
    if (result === "N") return moves.at(-1)!;
    const exprs = moves.map((move) => replaced(number, move.left));
    const { answer } = await solver.ask<{ outcomes: string[] }>({ ...limits(), ask: "outcomes", exprs, normal, until_p: true });
    return moves[answer.outcomes.indexOf("P")] ?? moves.at(-1)!;
  }

  /** The first winning move, or else the last losing one, which usually leaves the longest game. */
  async function chosen(): Promise<{ pile: number; words: string; left: string; move?: BoardMove }> {
    const move = answer.moves.winning_moves[0] ?? answer.moves.losing_moves.at(-1)!;
    const pile = piles.findIndex(({ components }) => components.includes(move.component));
    if (piles[pile]?.board) {
      const found = await onBoard(pile, move.result);
      return { pile, words: `${shortened(piles[pile]!.text)}, ${found.words}`, left: replaced(pile, found.left), move: found };
    }
    const to = move.to.map(name);
    return { pile, words: `${name(move.from)} → ${joined(to)}`, left: replaced(Math.max(0, pile), to, move.component) };
  }

  function actions(now: InPlay | null): HTMLElement {
    const button = (label: string, act: () => void, disabled = false) => h("button", { type: "button", click: act, disabled }, label);
    return h(
      "div",
      { class: "actions" },
      now && button("Hint", () => void hint(), !yours),
      now && button("Why?", () => void why(), !yours),
      button("Take back", () => go(changed({ moves: positions.slice(1, positions.length - (yours ? 2 : 1)).join("|") })), positions.length < 2),
      button("Begin anew", () => go(changed({ moves: undefined }))),
    );
  }

  async function hint(): Promise<void> {
    if (answer.moves.winning_moves.length === 0) {
      fill(talk, h("p", {}, `No move wins: ${reason(answer)}.`));
      return;
    }
    try {
      fill(talk, h("p", {}, "Looking for a move …"));
      const found = await chosen();
      const after: Reply<InPlay> = await solver.ask({ ...limits(), ask: "moves", expr: found.left, normal });
      fill(talk, h("p", { "data-key": "hint" }, `${found.words} wins: ${reason(after.answer)}.`));
      if (found.move) draw({ pile: found.pile, move: found.move });
    } catch (error) {
      if (error instanceof Failed) fill(talk, failed(error.failure));
    }
  }

  async function why(): Promise<void> {
    const { winning_moves: winning, losing_moves: losing } = answer.moves;
    fill(
      talk,
      h("p", { "data-key": "why" }, `This is an ${answer.moves.outcome}-position: ${reason(answer)}.`.replace("an P", "a P")),
      h("p", {}, `${winning.length} of ${winning.length + losing.length} moves win, up to symmetry.`),
    );
  }
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

/** The summands on the table, each with its board if it has one. */
function onTable(position: string, answer: InPlay): Piled[] {
  if (position.trim() === "0") return [];
  const within = (start: number, end: number) =>
    answer.summands.flatMap(({ place }, number) => (place && place.start >= start && place.end <= end ? [number] : []));
  const piles = (terms(position) ?? []).map(({ text, start, end }) => ({ text, board: boardOf(text), components: within(start, end), whole: false }));
  // Copies, and sums in brackets, are several components in one text.
  if (piles.length === 0 || piles.some(({ components }) => components.length > 1)) {
    return [{ text: position, board: null, components: answer.summands.map((_, number) => number), whole: true }];
  }
  return piles;
}

/** Why a position is won or lost, in words. */
function reason(answer: InPlay): string {
  const { why, moves, over } = answer;
  if (over) return "there is no move left";
  const member = moves.outcome === "P";
  if (why.nim_values) {
    const values: string[] = why.nim_values.flatMap((value: string, i: number) => Array.from({ length: Math.min(4, answer.summands[i]?.copies ?? 1) }, () => value));
    return values.length === 1 ? `its nim value is ${values[0]}` : `the nim values add to ${values.join(" ⊕ ")} ${member ? "= 0" : "≠ 0"}`;
  }
  if (why.quotient) {
    const { ruleset, order, value } = why.quotient;
    return `in the misère quotient of ${ruleset} (${order === null ? "infinite" : `order ${order}`}) it is ${value}, ${member ? "a" : "no"} P-value`;
  }
  if (why.game) return `it is equal to ${shortened(why.game.form ?? "a large game")}, genus ${why.game.genus}, ${why.game.class}: ${wins(moves.outcome)}`;
  return member ? "every move has an answer; all lines were played out" : "some move wins; all lines were played out";
}

function setup(place: HTMLElement, expr: string, normal: boolean, second: boolean): void {
  const input = h("input", { type: "text", value: expr, spellcheck: "false", autocomplete: "off", autocapitalize: "off", class: "wide form", list: "sums" });
  const convention = select([["misere", "misère: last loses"], ["normal", "normal: last wins"]], normal ? "normal" : "misere", () => {});
  const first = select([["you", "you"], ["page", "the page"]], second ? "page" : "you", () => {});
  const sums = ["5+4+2", "kayles(9) + kayles(5)", "cram(3x4)", "chomp(3x4)", "hackenbush(0-1,1-2,1-3,0-4,4-5)", "cram(2x3) + chomp(2,2) + 3"];
  place.append(
    h("h1", {}, "Play"),
    h(
      "form",
      {
        class: "ask",
        submit: (event: Event) => {
          event.preventDefault();
          const { at } = read();
          const keep = { seconds: at.get("seconds") ?? undefined, megabytes: at.get("megabytes") ?? undefined };
          go(link("play", { expr: input.value, play: convention.value === "normal" ? "normal" : undefined, first: first.value === "page" ? "page" : undefined, ...keep }));
        },
      },
      field("Sum", input),
      h("datalist", { id: "sums" }, ...sums.map((value) => h("option", { value }))),
      field("Play", convention),
      field("First move", first),
      h("button", { type: "submit" }, "Begin"),
    ),
    limitsForm(),
  );
}

function record(positions: string[], second: boolean): HTMLElement {
  const who = (i: number) => ((i + (second ? 1 : 0)) % 2 === 1 ? "you" : "page");
  return h(
    "details",
    { class: "record", open: positions.length > 1 },
    h("summary", {}, `${positions.length - 1} moves`),
    h("ol", { start: 0 }, ...positions.map((position, i) => h("li", {}, h("span", { class: "form" }, position), i > 0 && h("small", {}, ` ${who(i)}`)))),
  );
}
