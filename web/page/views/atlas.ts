// The atlas: what is known of the misère quotients of octal games.
import { link, note, read } from "../address.js";
import { rows, type Row } from "../atlas-source.js";
import { field, fill, h, scrollable, select } from "../dom.js";

const COLUMNS: [keyof Row, string][] = [
  ["code", "code"],
  ["state", "quotient"],
  ["order", "order"],
  ["pOrder", "P-values"],
  ["kind", "kind"],
  ["period", "period"],
  ["preperiod", "preperiod"],
  ["heap", "proved to heap"],
  ["infiniteFrom", "infinite from heap"],
];

export function atlas(place: HTMLElement, at: URLSearchParams): void {
  const all = rows();
  const search = h("input", { type: "search", value: at.get("q") ?? "", spellcheck: "false", autocomplete: "off" });
  const states = ["", ...new Set(all.map((row) => row.state))];
  const count = h("p", { role: "status" });
  const body = h("tbody");
  const head = h("tr");
  const now = () => {
    const { at } = read();
    return { q: at.get("q") ?? "", state: at.get("state") ?? "", sort: at.get("sort") ?? "", down: at.get("down") === "1" };
  };
  const set = (state: Record<string, string | undefined>) => {
    note(state);
    show();
  };
  search.addEventListener("input", () => set({ q: search.value }));

  function show(): void {
    const { q, state, sort, down } = now();
    const wanted = q.trim().toLowerCase();
    const found = all.filter((row) => (state === "" || row.state === state) && (wanted === "" || row.codes.some((code) => code.includes(wanted)) || row.kind === wanted));
    const key = COLUMNS.find(([name]) => name === sort)?.[0];
    if (key) {
      const compare = (a: Row, b: Row) => {
        const [x, y] = [a[key], b[key]];
        if (x === null || y === null) return Number(x === null) - Number(y === null);
        const order = typeof x === "number" && typeof y === "number" ? x - y : String(x).localeCompare(String(y), "en", { numeric: true });
        return down ? -order : order;
      };
      found.sort(compare);
    }
    fill(
      head,
      ...COLUMNS.map(([name, label]) =>
        h(
          "th",
          { scope: "col", "aria-sort": name === sort ? (down ? "descending" : "ascending") : null },
          h("button", { type: "button", class: "sort", click: () => set({ sort: name, down: name === sort && !down ? "1" : undefined }) }, label, name === sort ? (down ? " ▼" : " ▲") : ""),
        ),
      ),
    );
    fill(body, ...found.map(line));
    count.textContent = `${found.length} of ${all.length} classes`;
  }

  function line(row: Row): HTMLElement {
    const last = row.state === "solved" ? undefined : (row.infiniteFrom ?? (row.heap !== null ? Math.min(row.heap, 12) : undefined));
    const to = link("ruleset", { rules: row.code, tab: "quotient", last });
    const others = row.codes.filter((code) => code !== row.code);
    const numbers = [row.order, row.pOrder, row.kind, row.period, row.preperiod, row.heap, row.infiniteFrom];
    return h(
      "tr",
      {},
      h("th", { scope: "row" }, h("a", { href: to }, row.code), others.length > 0 && h("small", {}, ` ${others.join(", ")}`)),
      h("td", {}, h("span", { class: `state ${row.state}` }, row.state)),
      ...numbers.map((cell) => h("td", {}, cell === null ? "–" : cell)),
    );
  }

  place.append(
    h("h1", {}, "The atlas"),
    h("p", {}, "The misère quotients of the octal games with up to three digits and the quaternary games with up to four. Codes in one row have the same games up to the size of heaps. Solved: the quotient of all heaps is proved. Open: proved up to a heap. Infinite: from some heap on."),
    h(
      "div",
      { class: "ask" },
      field("Code", search),
      field("Quotient", select(states.map((state) => [state, state || "all"]), now().state, (state) => set({ state }))),
    ),
    count,
    scrollable(h("table", { class: "atlas" }, h("caption", {}, "Octal games"), h("thead", {}, head), body), "Octal games"),
  );
  show();
}
