// A nim heap as a row of counters: one takes a counter and all that are right of it.
import { h } from "../dom.js";
import type { BoardMove, BoardReader } from "./board.js";

const written = (n: number) => (n === 0 ? [] : [n < 10 ? String(n) : `*${n}`]);

export const nim: BoardReader = (text) => {
  const size = /^\d$/.test(text) ? Number(text) : /^\*\d{1,2}$/.test(text) ? Number(text.slice(1)) : null;
  if (size === null) return null;
  const moves: BoardMove[] = Array.from({ length: size }, (_, left) => ({ words: `leave ${left} of ${size}`, left: written(left) }));
  return {
    moves,
    draw: (make, hint) =>
      h(
        "div",
        { class: "board nim", role: "group", "aria-label": `a heap of ${size}` },
        ...moves.map((move, left) =>
          h("button", {
            type: "button",
            class: `counter${hint && left >= moves.indexOf(hint) ? " hinted" : ""}`,
            disabled: make === null,
            "aria-label": `take ${size - left}, ${move.words}`,
            title: move.words,
            click: () => make?.(move),
          }),
        ),
      ),
  };
};
