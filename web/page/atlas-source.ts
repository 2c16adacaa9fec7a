// Where the atlas comes from: tables with one row for each game, and the first of a class in the rows of the others.
import octal from "../../data/atlas/octal.tsv?raw";
import quaternary from "../../data/atlas/quaternary.tsv?raw";

export interface Row {
  code: string;
  /** All codes of the class. */
  codes: string[];
  state: string;
  order: number | null;
  pOrder: number | null;
  kind: string;
  period: number | null;
  preperiod: number | null;
  /** The last heap whose quotient is proved. */
  heap: number | null;
  /** The first heap whose quotient is infinite. */
  infiniteFrom: number | null;
}

const KINDS: Record<string, string> = { yes: "tame", no: "wild", tame: "tame", wild: "wild" };

/** Reads the tables: one row for each class of codes. */
export function rows(): Row[] {
  const classes = new Map<string, Row>();
  const number = (value: string | undefined) => (value === undefined || !/^\d+$/.test(value) ? null : Number(value));
  for (const text of [octal, quaternary]) {
    const [header = "", ...lines] = text.trim().split("\n");
    const names = header.split("\t");
    for (const line of lines) {
      const cells = line.split("\t");
      const cell = (name: string) => cells[names.indexOf(name)];
      const code = cell("game") ?? "";
      const first = classes.get(cell("same_as") ?? "") ?? classes.get(code);
      if (first) {
        if (!first.codes.includes(code)) first.codes.push(code);
        continue;
      }
      classes.set(code, {
        code,
        codes: [code],
        state: cell("quotient") ?? "",
        order: number(cell("order")),
        pOrder: number(cell("p_order")),
        kind: KINDS[cell("tame") ?? ""] ?? "",
        period: number(cell("quotient_period")),
        preperiod: number(cell("quotient_preperiod")),
        heap: number(cell("max_heap")),
        infiniteFrom: number(cell("infinite_from")),
      });
    }
  }
  return [...classes.values()];
}
