// Cram: a domino covers two free neighbouring squares. One chooses a square and then its neighbour.
import { h } from "../dom.js";
import type { BoardMove, BoardReader } from "./board.js";

function read(text: string): boolean[][] | null {
  const found = /^cram\(([^()]*)\)$/i.exec(text);
  if (!found) return null;
  const inside = found[1]!.replace(/\s/g, "");
  const size = /^(\d{1,2})x(\d{1,2})$/.exec(inside);
  if (size) return Array.from({ length: Number(size[1]) }, () => Array.from({ length: Number(size[2]) }, () => true));
  if (!/^[x./]+$/.test(inside)) return null;
  const rows = inside.split("/").map((row) => [...row].map((c) => c === "x"));
  return rows;
}

export const cram: BoardReader = (text) => {
  const free = read(text);
  if (!free) return null;
  const isFree = (y: number, x: number) => free[y]?.[x] === true;
  const without = (squares: [number, number][]): string[] => {
    const rows = free.map((row, y) => row.map((f, x) => f && !squares.some(([b, a]) => b === y && a === x)));
    return rows.some((row) => row.includes(true)) ? [`cram(${rows.map((row) => row.map((f) => (f ? "x" : ".")).join("")).join("/")})`] : [];
  };
  const places: { squares: [[number, number], [number, number]]; move: BoardMove }[] = [];
  free.forEach((row, y) =>
    row.forEach((_, x) => {
      for (const [b, a] of [[y, x + 1], [y + 1, x]] as [number, number][]) {
        if (isFree(y, x) && isFree(b, a)) {
          const squares: [[number, number], [number, number]] = [[y, x], [b, a]];
          places.push({ squares, move: { words: `row ${y + 1} column ${x + 1} and row ${b + 1} column ${a + 1}`, left: without(squares) } });
        }
      }
    }),
  );
  return {
    moves: places.map(({ move }) => move),
    draw: (make, hint) => {
      let chosen: [number, number] | null = null;
      const hinted = places.find(({ move }) => move === hint)?.squares ?? [];
      const buttons: HTMLButtonElement[] = [];
      const width = Math.max(...free.map((row) => row.length));
      const same = (a: [number, number], y: number, x: number) => a[0] === y && a[1] === x;
      const choose = (y: number, x: number, button: HTMLButtonElement) => {
        const place = chosen && places.find(({ squares }) => squares.some((s) => same(s, y, x)) && squares.some((s) => same(s, chosen![0], chosen![1])) && !same(chosen!, y, x));
        if (place) return make?.(place.move);
        for (const other of buttons) other.setAttribute("aria-pressed", "false");
        chosen = chosen && same(chosen, y, x) ? null : [y, x];
        if (chosen) button.setAttribute("aria-pressed", "true");
      };
      const grid = h("div", { class: "board cram", role: "group", "aria-label": `a board of ${free.length} rows and ${width} columns: choose two free neighbours` });
      free.forEach((row, y) => {
        const line = h("div", { class: "row" });
        row.forEach((f, x) => {
          if (!f) {
            line.append(h("span", { class: "covered" }));
            return;
          }
          const button: HTMLButtonElement = h("button", {
            type: "button",
            class: `square${hinted.some((s) => same(s, y, x)) ? " hinted" : ""}`,
            disabled: make === null,
            "aria-pressed": "false",
            "aria-label": `row ${y + 1}, column ${x + 1}`,
            click: () => choose(y, x, button),
          });
          buttons.push(button);
          line.append(button);
        });
        grid.append(line);
      });
      return grid;
    },
  };
};
