// Kayles as a row of pins: a ball knocks down one pin or two neighbours.
import { h } from "../dom.js";
import type { BoardMove, BoardReader } from "./board.js";

export const kayles: BoardReader = (text) => {
  const found = /^(kayles|0\.77)\((\d{1,2})\)$/i.exec(text);
  if (!found) return null;
  const size = Number(found[2]);
  const row = (n: number) => (n > 0 ? [`kayles(${n})`] : []);
  const one = Array.from({ length: size }, (_, at): BoardMove => ({ words: `pin ${at + 1}`, left: [...row(at), ...row(size - at - 1)] }));
  const two = Array.from({ length: Math.max(0, size - 1) }, (_, at): BoardMove => ({ words: `pins ${at + 1} and ${at + 2}`, left: [...row(at), ...row(size - at - 2)] }));
  return {
    moves: [...two, ...one],
    draw: (make, hint) => {
      const button = (move: BoardMove, kind: string) =>
        h("button", {
          type: "button",
          class: `${kind}${hint === move ? " hinted" : ""}`,
          disabled: make === null,
          "aria-label": `knock down ${move.words}`,
          title: `knock down ${move.words}`,
          click: () => make?.(move),
        });
      return h(
        "div",
        { class: "board kayles", role: "group", "aria-label": `${size} pins` },
        ...one.flatMap((move, at) => [button(move, "pin"), ...(at + 1 < size ? [button(two[at]!, "gap")] : [])]),
      );
    },
  };
};
