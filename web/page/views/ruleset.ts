// A ruleset: nim values, genera, the period, and the misère quotient.
import { changed, go, link, note } from "../address.js";
import { chart } from "../chart.js";
import { command, copies } from "../copy.js";
import { field, h, properties, select, table, type Child } from "../dom.js";
import { limitsForm } from "../limits.js";
import { picture } from "../picture.js";
import { reader, solver } from "../solver.js";
import { limits, run, section } from "../task.js";
import { genus } from "./game.js";

const TABS: [string, string][] = [
  ["nim", "Nim values"],
  ["period", "Period"],
  ["genus", "Genera"],
  ["quotient", "Misère quotient"],
];

/** A number in the address, if there is one. */
function numberAt(at: URLSearchParams, name: string): number | undefined {
  const text = at.get(name);
  return text !== null && /^\d+$/.test(text) ? Number(text) : undefined;
}

export async function ruleset(place: HTMLElement, at: URLSearchParams): Promise<void> {
  const rules = at.get("rules") ?? "0.77";
  const tab = at.get("tab") ?? "nim";
  const names = h("datalist", { id: "rulesets" });
  const input = h("input", { type: "text", value: rules, list: "rulesets", spellcheck: "false", autocomplete: "off", autocapitalize: "off", class: "wide form" });
  place.append(
    h("h1", {}, "A ruleset"),
    h(
      "form",
      {
        class: "ask",
        submit: (event: Event) => {
          event.preventDefault();
          go(link("ruleset", { rules: input.value, tab, ...kept(at, "seconds", "megabytes") }));
        },
      },
      field("Name, code or formula", input, "kayles, 0.137, cut{1,6}, or n -> n-1, n-2, [a, n-2-a] for a in 1..n-3"),
      names,
      h("button", { type: "submit" }, "Show"),
    ),
    limitsForm(),
  );
  void reader.ask<any[]>({ ask: "rules" }).then(
    ({ answer }) => names.append(...answer.map((entry) => h("option", { value: entry.usage }, entry.rule))),
    () => {},
  );
  const rule = section("The rule", "rule");
  const tabs = h(
    "nav",
    { class: "tabs", "aria-label": "About this ruleset" },
    ...TABS.map(([name, label]) => h("a", { href: link("ruleset", { rules, tab: name, ...kept(at, "seconds", "megabytes") }), "aria-current": name === tab ? "true" : null }, label)),
  );
  const about = h("div", { id: "about" });
  place.append(rule.element, tabs, about);
  const found = await run<any>(rule.body, "The rule", { ask: "rule", ruleset: rules }, ({ answer }) => explained(answer));
  if (!found) return;
  if (tab === "period") await period(about, rules, at);
  else if (tab === "genus") await genera(about, rules, at);
  else if (tab === "quotient") await quotient(about, rules, at);
  else await nim(about, rules, at);
}

function kept(at: URLSearchParams, ...names: string[]): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, at.get(name) ?? undefined]));
}

function explained(answer: any): Node {
  const rows: [string, Child][] = [
    ["name", answer.name],
    ["rule", answer.rule],
    ["example", `${answer.example} → ${answer.example_options.join(", ")}`],
  ];
  if (answer.closed_form) rows.push(["closed form", answer.closed_form]);
  if (answer.source) rows.push(["source", answer.source]);
  for (const fact of answer.known) rows.push(["known", fact]);
  return properties(rows);
}

/** A form of numbers that goes into the address. */
function numbers(at: URLSearchParams, fields: [string, string, string?][], button: string): HTMLElement {
  const inputs = fields.map(([name, label, placeholder]) => {
    const input = h("input", { type: "number", min: 0, inputmode: "numeric", value: at.get(name) ?? "", placeholder });
    return { name, input, element: field(label, input) };
  });
  return h(
    "form",
    {
      class: "ask",
      submit: (event: Event) => {
        event.preventDefault();
        go(changed({ zoom: undefined, ...Object.fromEntries(inputs.map(({ name, input }) => [name, input.value])) }));
      },
    },
    ...inputs.map(({ element }) => element),
    h("button", { type: "submit" }, button),
  );
}

async function nim(place: HTMLElement, rules: string, at: URLSearchParams): Promise<void> {
  const from = numberAt(at, "from");
  const to = numberAt(at, "to") ?? (from ?? 0) + 100;
  const found = section("Nim values", "nim", numbers(at, [["from", "From heap"], ["to", "To heap", "100"]], "Compute"));
  place.append(found.element);
  // Boards of pairs are small unless a size is asked for.
  const question = { ask: "nim", ruleset: rules, from, to: at.has("to") ? to : undefined };
  const range = [...(from === undefined ? [] : ["--from", from]), "--to", to];
  await run<any>(found.body, "The nim values", question, async (reply) => {
    if (reply.answer.rows) return board(rules, reply.answer, reply.json, question);
    const { answer, json } = at.has("to") ? reply : await solver.ask<any>({ ...limits(), ...question, to });
    const [left, right] = (at.get("zoom") ?? "").split("-").map(Number);
    const first = Number(answer.first);
    const last = first + answer.values.length - 1;
    const drawn = chart(
      { first, values: answer.values },
      [left || first, right || last],
      `nim values of ${answer.ruleset}`,
      (left, right) => note({ zoom: left === first && right === last ? undefined : `${left}-${right}` }),
    );
    const rows: Child[][] = [];
    const SHOWN = 1000;
    for (let heap = Math.floor(first / 10) * 10; heap <= Math.min(last, first + SHOWN - 1); heap += 10) {
      rows.push([heap, ...Array.from({ length: 10 }, (_, i) => answer.values[heap + i - first] ?? "")]);
    }
    const header = ["heap", ...Array.from({ length: 10 }, (_, i) => `+${i}`)];
    const caption = last - first >= SHOWN ? `The first ${SHOWN} nim values` : "Nim values";
    return h(
      "div",
      {},
      drawn,
      copies({
        command: command("nim", rules, ...range),
        json,
        svg: async () => (await solver.ask({ ...limits(), ask: "plot", ruleset: rules, from, to })).svg ?? "",
      }),
      h("details", { open: answer.values.length <= 200 }, h("summary", {}, "The values as a table"), table(caption, header, rows, true)),
    );
  });
}

async function board(rules: string, answer: any, json: string, question: any): Promise<Node> {
  const { svg = "" } = await solver.ask({ ...limits(), ...question, ask: "plot", to: question.to ?? answer.first + 15 });
  const header = ["y \\ x", ...answer.rows.map((_: unknown, i: number) => String(answer.first + i))];
  const rows = answer.rows.map((row: any[], i: number) => [answer.first + i, ...row.map((value) => value ?? "")]);
  return h(
    "div",
    {},
    picture(svg, `nim values of ${answer.ruleset}`),
    copies({ command: command("nim", rules, ...(question.to === undefined ? [] : ["--to", question.to])), json, svg }),
    h("details", {}, h("summary", {}, "The values as a table"), table("Nim values of pairs", header, rows, true)),
  );
}

async function period(place: HTMLElement, rules: string, at: URLSearchParams): Promise<void> {
  const to = numberAt(at, "to");
  const found = section("Period of the nim values", "period", numbers(at, [["to", "Largest heap", "what takes a few seconds"]], "Search"));
  place.append(found.element);
  await run<any>(found.body, "The period", { ask: "period", ruleset: rules, to }, ({ answer, json }) => {
    const kinds: Record<string, string> = { unknown: "no period is seen" };
    const rows: [string, Child][] = [
      ["kind", h("span", { "data-key": "kind" }, kinds[answer.kind] ?? answer.kind)],
      ["proved", answer.proved ? `yes: ${answer.theorem}` : "no: observed only"],
    ];
    if (answer.period !== null) rows.push(["period", h("span", { "data-key": "period" }, answer.period)], ["saltus", answer.saltus], ["preperiod", answer.preperiod]);
    if (answer.last_exception !== null) rows.push(["last exception", `heap ${answer.last_exception}`]);
    rows.push(["computed", answer.observed_to === null ? "no value: the theorem states them all" : `all values up to heap ${answer.observed_to}`]);
    if (answer.published) rows.push(["published", `period ${answer.published.period} after ${answer.published.preperiod} values (${answer.published.source})`]);
    if (answer.pattern && answer.pattern.length <= 4000) rows.push(["values", h("span", { class: "pattern" }, answer.pattern)]);
    return h("div", {}, properties(rows), copies({ command: command("period", rules, ...(to === undefined ? [] : ["--to", to])), json }));
  });
}

async function genera(place: HTMLElement, rules: string, at: URLSearchParams): Promise<void> {
  const to = numberAt(at, "to");
  const found = section("Genera", "genus", numbers(at, [["to", "To heap", "20"]], "Compute"));
  place.append(found.element);
  await run<any>(found.body, "The genera", { ask: "genus", ruleset: rules, to }, ({ answer, json }) => {
    const rows = answer.genera.map((symbol: string, i: number) => [answer.first + i, genus(symbol), answer.classes[i]]);
    const { period } = answer;
    return h(
      "div",
      {},
      period && h("p", {}, `Period ${period.period} after ${period.preperiod} heaps, ${period.proved ? "proved" : "observed"}.`),
      table("The genus of each heap: its nim value, and above it the misère values of its sums with heaps of 2", ["heap", "genus", "class"], rows, true),
      copies({ command: command("genus", rules, ...(to === undefined ? [] : ["--to", to])), json }),
    );
  });
}

async function quotient(place: HTMLElement, rules: string, at: URLSearchParams): Promise<void> {
  const last = numberAt(at, "last");
  const shows = at.get("show") ?? "presentation";
  const pairs = shows === "pairs" ? (numberAt(at, "pairs") ?? 30) : undefined;
  const found = section(
    "Misère quotient",
    "quotient",
    numbers(at, [["last", "Largest heap", "all heaps"]], "Compute"),
    field(
      "Show",
      select(
        [
          ["presentation", "generators, relations and heaps"],
          ["table", "multiplication table"],
          ["picture", "Cayley graph, or the wall of an infinite quotient"],
          ["pairs", "P-positions of two heaps"],
          ["structure", "structure"],
        ],
        shows,
        (value) => go(changed({ show: value === "presentation" ? undefined : value })),
      ),
    ),
  );
  place.append(found.element);
  const question = { ask: "quotient", ruleset: rules, to: last, table: shows === "table", structure: shows === "structure", picture: shows === "picture", pairs };
  const flags = { table: "--table", structure: "--structure", picture: "--graph" }[shows as "table"];
  const bound = last === undefined ? ["--solve"] : ["--to", last];
  await run<any>(found.body, "The quotient", question, ({ answer, json, svg, tex }) => {
    const drawn = svg !== undefined && picture(svg, `a picture of the quotient of ${answer.ruleset}`);
    return h(
      "div",
      {},
      ...(answer.infinite ? infinite(answer) : finite(answer)),
      drawn,
      shows === "picture" && !svg && h("p", {}, "The Cayley graph has more nodes than anyone can read."),
      answer.table && tableOf(answer),
      answer.structure && structure(answer.structure),
      copies({ command: command("quotient", rules, ...bound, flags), json, ...(tex === undefined ? {} : { tex }), ...(svg === undefined ? {} : { svg }) }),
      shows === "presentation" && heaps(answer),
    );
  });
}

/** A relation or an element, with its exponents raised. */
function monomial(text: string): HTMLElement {
  const parts = text.split(/\^(\d+)/);
  return h("span", { class: "monomial" }, ...parts.map((part, i) => (i % 2 === 1 ? h("sup", {}, part) : part)));
}

function listed(items: string[]): HTMLElement {
  const MOST = 200;
  const shown = items.slice(0, MOST).flatMap((item, i) => (i > 0 ? [", ", monomial(item)] : [monomial(item)]));
  return h("span", {}, ...shown, items.length > MOST && ` … ${items.length} in all`);
}

function finite(answer: any): Child[] {
  const rows: [string, Child][] = [
    ["heaps", answer.period !== undefined ? "all" : `up to ${answer.max_heap}`],
    ["order", h("span", { "data-key": "order" }, answer.order)],
    ["P-values", h("span", {}, `${answer.p_order}: `, listed(answer.p_values))],
    ["kind", answer.tame ? "tame" : "wild"],
    ["generators", answer.generators.map((g: any) => `${g.name} = heap ${g.heap}`).join(", ")],
    ["relations", listed(answer.relations.map(([u, v]: [string, string]) => `${u} = ${v}`))],
  ];
  if (answer.period !== undefined) rows.push(["period", `${answer.period} after ${answer.preperiod} heaps, proved`]);
  rows.push(["verified", "for all sums, and reduced"]);
  return [properties(rows)];
}

function infinite(answer: any): Child[] {
  const sign = (c: number) => (c < 0 ? " − " : " + ");
  const { wall } = answer;
  const form = wall.coefficients
    .map((c: number, i: number) => (c === 0 ? "" : `${sign(c)}${Math.abs(c) === 1 ? "" : Math.abs(c)}n${answer.wild[i]}`))
    .join("")
    .replace(/^ \+ /, "");
  return [
    properties([
      ["heaps", `up to ${answer.max_heap}`],
      ["order", h("span", { "data-key": "order" }, "infinite")],
      ["wild heaps", answer.wild.join(", ")],
      ["wall", form === "" ? "none: only thresholds and residues matter" : `the form ${form} matters from −${wall.half_width} to ${wall.half_width}`],
      ["thresholds", wall.thresholds.join(", ")],
      ["moduli", wall.moduli.join(", ")],
      ["tame part", `order ${answer.tame_order}`],
      ["generators", answer.generators.map((g: any) => `${g.name} = heap ${g.heap}`).join(", ")],
      ["relations", listed(answer.relations.map(([u, v]: [string, string]) => `${u} = ${v}`))],
      ["verified", "for all sums"],
    ]),
    pieces(answer),
  ];
}

function pieces(answer: any): HTMLElement {
  const set = (numbers: any, i: number) => {
    const { numbers: some, residues } = numbers;
    const words = [...some.map(String)];
    const [threshold, modulus] = [answer.wall.thresholds[i], answer.wall.moduli[i]];
    const large = threshold > 0 ? `≥ ${threshold}` : "any";
    if (residues.length === modulus) words.push(large);
    else if (residues.length > 0) words.push(`${large} ≡ ${residues.join(", ")} (mod ${modulus})`);
    return words.join(", ") || "none";
  };
  const bounds = (piece: any) => (piece.least === null && piece.most === null ? "" : `${piece.least ?? "−∞"} to ${piece.most ?? "∞"}`);
  const rows = answer.pieces.map((piece: any) => [monomial(piece.element), ...piece.numbers.map(set), bounds(piece)]);
  const header = ["element", ...answer.wild.map((heap: number) => `copies of heap ${heap}`), "form"];
  return table("P in pieces: an element of the tame part with these numbers of wild heaps", header, rows, true);
}

function tableOf(answer: any): HTMLElement {
  const rows = answer.table.map((row: number[], x: number) => [monomial(answer.elements[x]), ...row.map((xy) => monomial(answer.elements[xy]))]);
  return table("Multiplication table", ["·", ...answer.elements], rows, true);
}

function structure(found: any): HTMLElement {
  return h(
    "div",
    {},
    properties([
      ["units", listed(found.units)],
      ["kernel", h("span", {}, `order ${found.kernel_order}, identity `, monomial(found.kernel_identity))],
      ["nim group", `order ${found.nim_group_order}; ${found.kernel_is_nim_group ? "it is the kernel" : "not the kernel"}`],
      ["in the kernel", found.plays_as_normal ? "P-positions are those of normal play" : "P-positions are not those of normal play"],
    ]),
    table("Archimedean components", ["idempotent", "order", "group"], found.components.map((c: any) => [monomial(c.idempotent), c.order, c.group_order]), true),
  );
}

function heaps(answer: any): HTMLElement {
  const rows: Child[][] = [];
  const SHOWN = 500;
  const first: number = answer.first;
  const values: (string | null)[] = answer.pretending;
  const last = Math.min(first + values.length, first + SHOWN) - 1;
  for (let heap = Math.floor(first / 10) * 10; heap <= last; heap += 10) {
    rows.push([heap, ...Array.from({ length: 10 }, (_, i) => {
      const at = heap + i - first;
      if (at < 0 || at >= values.length) return "";
      const value = values[at];
      return value === null || value === undefined ? "wild" : monomial(value);
    })]);
  }
  const caption = values.length > SHOWN ? `The values of the first ${SHOWN} heaps` : "The value of each heap";
  return table(caption, ["heap", ...Array.from({ length: 10 }, (_, i) => `+${i}`)], rows, true);
}
