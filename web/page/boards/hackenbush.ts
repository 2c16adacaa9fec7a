// Hackenbush: one cuts an edge, and what is not connected with the ground disappears. The ground is vertex 0.
import { s } from "../dom.js";
import type { BoardMove, BoardReader } from "./board.js";

type Edge = [number, number];

function read(text: string): Edge[] | null {
  const found = /^hackenbush\(([^()]*)\)$/i.exec(text);
  if (!found) return null;
  const inside = found[1]!.replace(/\s/g, "");
  const known = /^(path|cycle|star|complete):(\d{1,2})$/.exec(inside);
  if (known) {
    const n = Number(known[2]);
    const range = (count: number) => Array.from({ length: Math.max(0, count) }, (_, i) => i);
    if (known[1] === "path") return range(n - 1).map((i) => [i, i + 1]);
    if (known[1] === "cycle") return n < 3 ? null : range(n).map((i) => [i, (i + 1) % n]);
    if (known[1] === "star") return range(n).map((i) => [0, i + 1]);
    return range(n).flatMap((i) => range(i).map((j): Edge => [j, i]));
  }
  if (!/^\d{1,3}-\d{1,3}(-\d{1,3})*(,\d{1,3}-\d{1,3}(-\d{1,3})*)*$/.test(inside)) return null;
  const edges = inside.split(",").map((edge) => edge.split("-").map(Number));
  return edges.every((edge) => edge.length === 2) ? (edges as Edge[]) : null;
}

/** The edges that hang together with the ground. */
function grounded(edges: Edge[]): Edge[] {
  const reached = new Set([0]);
  for (let before = 0; before !== reached.size; ) {
    before = reached.size;
    for (const [a, b] of edges) {
      if (reached.has(a) || reached.has(b)) reached.add(a).add(b);
    }
  }
  return edges.filter(([a]) => reached.has(a));
}

/** Places of the vertices: as high as they are far from the ground, those of one height spread out by their parents. */
function places(edges: Edge[]): Map<number, [number, number]> {
  const height = new Map([[0, 0]]);
  const order = [0];
  for (const v of order) {
    for (const [a, b] of edges) {
      const other = a === v ? b : b === v ? a : null;
      if (other !== null && !height.has(other)) {
        height.set(other, height.get(v)! + 1);
        order.push(other);
      }
    }
  }
  const at = new Map<number, [number, number]>();
  const highest = Math.max(0, ...height.values());
  const WIDTH = 320;
  for (let level = 0; level <= highest; level += 1) {
    const row = order.filter((v) => height.get(v) === level);
    row.forEach((v, i) => at.set(v, [(WIDTH * (i + 1)) / (row.length + 1), 24 + (highest - level) * 64]));
  }
  return at;
}

export const hackenbush: BoardReader = (text) => {
  const edges = read(text);
  if (!edges || edges.length === 0 || edges.length > 60 || grounded(edges).length !== edges.length) return null;
  const moves = edges.map(([a, b], cut): BoardMove => {
    const kept = grounded(edges.filter((_, i) => i !== cut));
    return { words: `cut ${a}–${b}`, left: kept.length > 0 ? [`hackenbush(${kept.map((edge) => edge.join("-")).join(",")})`] : [] };
  });
  return {
    moves,
    draw: (make, hint) => {
      const at = places(edges);
      const bottom = Math.max(...[...at.values()].map(([, y]) => y));
      const drawing = s("svg", { class: "board hackenbush", viewBox: `0 0 320 ${bottom + 24}`, role: "group", "aria-label": "edges to cut" });
      drawing.append(s("path", { class: "ground", d: `M10 ${bottom}H310` }));
      edges.forEach(([a, b], i) => {
        const move = moves[i]!;
        const [x1, y1] = at.get(a)!;
        const [x2, y2] = at.get(b)!;
        // Edges between the same vertices bend apart, and loops are drawn as loops.
        const twins = edges.slice(0, i).filter(([c, d]) => (c === a && d === b) || (c === b && d === a)).length;
        const bend = twins === 0 ? 0 : (twins % 2 === 1 ? 1 : -1) * 26 * Math.ceil(twins / 2);
        const path = a === b ? `M${x1} ${y1}c-30 -34 30 -34 0 0` : `M${x1} ${y1}Q${(x1 + x2) / 2 + bend} ${(y1 + y2) / 2} ${x2} ${y2}`;
        const cut = () => make?.(move);
        const attributes = make
          ? {
              tabindex: 0,
              role: "button",
              "aria-label": move.words,
              click: cut,
              keydown: (event: KeyboardEvent) => {
                if (event.key === "Enter" || event.key === " ") {
                  event.preventDefault();
                  cut();
                }
              },
            }
          : {};
        drawing.append(
          s("g", { class: `edge${hint === move ? " hinted" : ""}`, ...attributes }, s("title", {}, move.words), s("path", { class: "reach", d: path }), s("path", { class: "bar", d: path })),
        );
      });
      for (const [v, [x, y]] of at) {
        if (v !== 0) drawing.append(s("circle", { class: "vertex", cx: x, cy: y, r: 5 }));
      }
      return drawing;
    },
  };
};
