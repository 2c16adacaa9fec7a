// Chomp: one eats a square and all that are right of it and below it.
import { h } from "../dom.js";
import type { BoardMove, BoardReader } from "./board.js";

function read(text: string): number[] | null {
  const found = /^chomp\(([\d,x\s]+)\)$/i.exec(text);
  if (!found) return null;
  const inside = found[1]!.replace(/\s/g, "");
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(inside);
  if (size) return Array.from({ length: Number(size[1]) }, () => Number(size[2]));
  if (!/^\d{1,2}(,\d{1,2})*$/.test(inside)) return null;
  const rows = inside.split(",").map(Number);
  return rows.every((row, y) => y === 0 || row <= rows[y - 1]!) ? rows : null;
}

export const chomp: BoardReader = (text) => {
  const rows = read(text);
  if (!rows) return null;
  const left = (y: number, x: number): string[] => {
    const kept = rows.map((row, b) => (b < y ? row : Math.min(row, x))).filter((row) => row > 0);
    return kept.length > 0 ? [`chomp(${kept.join(",")})`] : [];
  };
  const moves: { y: number; x: number; move: BoardMove }[] = rows.flatMap((row, y) =>
    Array.from({ length: row }, (_, x) => ({ y, x, move: { words: `row ${y + 1}, column ${x + 1}`, left: left(y, x) } })),
  );
  return {
    moves: moves.map(({ move }) => move),
    draw: (make, hint) => {
      const bite = moves.find(({ move }) => move === hint);
      const bar = h("div", { class: "board chomp", role: "group", "aria-label": `a bar of chocolate with rows of ${rows.join(", ")}` });
      rows.forEach((_, y) => {
        const line = h("div", { class: "row" });
        for (const { x, move } of moves.filter((m) => m.y === y)) {
          const poisoned = x === 0 && y === 0;
          line.append(
            h(
              "button",
              {
                type: "button",
                class: `piece${poisoned ? " poisoned" : ""}${bite && y >= bite.y && x >= bite.x ? " hinted" : ""}`,
                disabled: make === null,
                "aria-label": `eat from ${move.words}${poisoned ? ", the poisoned square" : ""}`,
                title: `eat from ${move.words}`,
                click: () => make?.(move),
              },
              poisoned ? "☠" : "",
            ),
          );
        }
        bar.append(line);
      });
      return bar;
    },
  };
};
