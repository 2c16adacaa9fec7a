// A game: what an expression stands for, its followers, its parts, its mate, and what tells it from another.
import { changed, go, link } from "../address.js";
import { command, copies, inTex } from "../copy.js";
import { field, fill, h, properties, table, type Child } from "../dom.js";
import { limitsForm } from "../limits.js";
import { picture } from "../picture.js";
import { Failed, reader } from "../solver.js";
import { failed, run, section } from "../task.js";

interface GameForm {
  form: string | null;
  fingerprint: string;
}

interface Listed extends GameForm {
  outcome: "N" | "P";
  genus: string;
  birthday: number;
}

const TABS: [string, string][] = [
  ["followers", "Followers"],
  ["parts", "Parts and primes"],
  ["mate", "Mate"],
  ["compare", "Compare"],
];

export function wins(outcome: string): string {
  return outcome === "P" ? "P, the previous player wins" : "N, the next player wins";
}

/** Genus symbols as they are printed: 2 with 1420 above. */
export function genus(text: string): HTMLElement {
  const [base = "", above] = text.split("^");
  return h("span", { class: "genus" }, base, above !== undefined && h("sup", {}, above));
}

/** A game as a link to its own page. */
export function gameLink(game: GameForm | null, text?: string): Child {
  if (game === null) return "none";
  if (game.form === null) return "a game too long to write";
  return h("a", { class: "form", href: link("game", { expr: game.form }) }, text ?? game.form);
}

export async function game(place: HTMLElement, at: URLSearchParams): Promise<void> {
  const expr = at.get("expr") ?? "(4+2)#";
  const tab = at.get("tab") ?? "followers";
  const input = h("input", { type: "text", value: expr, spellcheck: "false", autocomplete: "off", autocapitalize: "off", class: "wide form" });
  const understood = h("div", { class: "understood", role: "status", "aria-label": "Understood as" });
  input.addEventListener("input", () => read(input.value, understood));
  place.append(
    h("h1", {}, "A game"),
    h(
      "form",
      {
        class: "ask",
        submit: (event: Event) => {
          event.preventDefault();
          go(changed({ expr: input.value }));
        },
      },
      field("Expression", input),
      h("button", { type: "submit" }, "Show"),
    ),
    understood,
    limitsForm(),
  );
  read(expr, understood);
  const shown = section("Canonical form", "show");
  const tabs = h(
    "nav",
    { class: "tabs", "aria-label": "About this game" },
    ...TABS.map(([name, label]) => h("a", { href: changed({ tab: name }), "aria-current": name === tab ? "true" : null }, label)),
  );
  const about = h("div", { id: "about" });
  place.append(shown.element, tabs, about);
  const found = await run<any>(shown.body, "The canonical form", { ask: "show", expr }, ({ answer, json }) => show(expr, answer, json));
  if (!found && tab !== "compare") return;
  if (tab === "parts") await parts(about, expr);
  else if (tab === "mate") await mate(about, expr);
  else if (tab === "compare") await compare(about, expr, at.get("other") ?? "");
  else await followers(about, expr);
}

let latest = 0;

/** Says what an expression was understood as, or points at the place where it was not. */
async function read(expr: string, place: HTMLElement): Promise<void> {
  latest += 1;
  const mine = latest;
  try {
    const { answer } = await reader.ask<any>({ ask: "read", expr, seconds: 1, megabytes: 128 });
    if (mine !== latest) return;
    const terms = answer.summands.map((term: any) => `${term.copies > 1 ? `${term.copies}·` : ""}${term.text}`);
    const rules = answer.summands.filter((term: any) => term.rule !== null).map((term: any) => h("small", {}, `${term.text}: ${term.rule}`));
    fill(
      place,
      h(
        "p",
        {},
        terms.length > 1 ? `${terms.length} summands: ${terms.join(" + ")}` : (terms[0] ?? expr),
        answer.form !== null && h("span", {}, " = ", h("span", { class: "form" }, answer.form), `, ${answer.outcome}`),
      ),
      ...rules.slice(0, 3),
    );
  } catch (error) {
    if (mine === latest && error instanceof Failed) fill(place, failed(error.failure));
  }
}

function show(expr: string, answer: any, json: string): Node {
  const rows: [string, Child][] = [];
  if (answer.form !== undefined && answer.birthday !== undefined) {
    const classes: string[] = [answer.class, ...(answer.classes ?? []).filter((name: string) => name !== answer.class)];
    rows.push(
      ["canonical form", h("span", { class: "form", "data-key": "form" }, answer.form ?? "too long to write")],
      ["outcome", h("span", { "data-key": "outcome" }, wins(answer.outcome))],
      ["genus", h("span", { "data-key": "genus" }, genus(answer.genus))],
      ["class", classes.join(", ")],
      ["birthday", answer.birthday],
      ["parity", answer.parity],
      ["options", answer.options],
      ["followers", answer.subpositions],
      ["prime", answer.unit ? "no, a unit" : answer.prime === null ? "not looked for in a game of this size" : answer.prime ? "yes" : "no"],
      ["fingerprint", h("code", { class: "fingerprint" }, answer.fingerprint)],
    );
  } else {
    rows.push(["outcome", wins(answer.outcome)]);
  }
  if (answer.quotient) {
    const { ruleset, order, value } = answer.quotient;
    rows.push(["quotient", `of ${ruleset} (${order === null ? "infinite" : `order ${order}`}), where it is ${value}`]);
  }
  return h(
    "div",
    {},
    properties(rows),
    copies({
      command: command("show", expr),
      json,
      tex: inTex({ ask: "show", expr }, (reply) => `$${reply.answer.form}$`),
    }),
  );
}

async function followers(place: HTMLElement, expr: string): Promise<void> {
  const options = section("Options", "options");
  const graph = section("Followers", "graph");
  place.append(options.element, graph.element);
  await run<any>(options.body, "The options", { ask: "options", expr }, ({ answer, json }) =>
    h(
      "div",
      {},
      answer.options.length === 0
        ? h("p", {}, "There is no option: the game is over.")
        : table(
            answer.count > answer.options.length ? `The first ${answer.options.length} of ${answer.count} options` : "The options; each leads to its own page",
            ["option", "outcome", "genus", "birthday"],
            answer.options.map((option: Listed) => [gameLink(option), option.outcome, genus(option.genus), option.birthday]),
          ),
      copies({ json }),
    ),
  );
  await run<any>(graph.body, "The picture", { ask: "graph", expr }, ({ answer, svg = "" }) =>
    h(
      "div",
      {},
      h("p", {}, "Every follower once, in the row of its birthday. Filled: P-positions. Choose a node to go there."),
      picture(svg, `the followers of ${expr}`, (node, number) => {
        const form: string | null = answer.nodes[number] ?? null;
        if (form === null) return;
        node.setAttribute("tabindex", "0");
        node.setAttribute("role", "link");
        const there = () => go(changed({ expr: form }));
        node.addEventListener("click", there);
        node.addEventListener("keydown", (event) => {
          if ((event as KeyboardEvent).key === "Enter") there();
        });
      }),
      copies({ command: command("graph", expr), svg }),
    ),
  );
}

async function parts(place: HTMLElement, expr: string): Promise<void> {
  const primes = section("Prime partitions", "primes");
  const list = section("Parts", "parts");
  const lattice = section("Part lattice", "lattice");
  place.append(primes.element, list.element, lattice.element);
  await run<any>(primes.body, "The prime partitions", { ask: "primes", expr }, ({ answer, json }) => {
    const partition = (games: GameForm[]) => {
      const cells: Child[] = games.flatMap((game, i) => (i > 0 ? [" + ", gameLink(game)] : [gameLink(game)]));
      if (answer.odd) cells.push(cells.length > 0 ? " + 1" : "1");
      return h("li", {}, ...(cells.length > 0 ? cells : ["0"]));
    };
    const count = answer.partitions.length;
    const title = answer.unit ? "A unit." : answer.prime ? "It is prime." : count === 1 ? "One prime partition." : `${count} prime partitions, up to association.`;
    return h(
      "div",
      {},
      h("p", { "data-key": "primes" }, title),
      h("ul", { class: "partitions" }, ...answer.partitions.map(partition)),
      copies({
        command: command("primes", expr),
        json,
        tex: inTex({ ask: "primes", expr }, ({ answer }) =>
          answer.partitions.map((games: GameForm[]) => `$${[...games.map((g) => g.form), ...(answer.odd ? ["1"] : [])].join(" + ")}$`).join("\n"),
        ),
      }),
    );
  });
  await run<any>(list.body, "The parts", { ask: "parts", expr }, ({ answer, json }) =>
    h(
      "div",
      {},
      table(
        `${answer.even_parts.length} even parts`,
        ["part", "counterpart", "found by"],
        answer.even_parts.map((row: any) => [gameLink(row.part), gameLink(row.counterpart), row.novel ? "novel" : "derived"]),
      ),
      copies({ command: command("parts", expr), json }),
    ),
  );
  await run<any>(lattice.body, "The lattice", { ask: "lattice", expr }, ({ svg = "" }) =>
    h("div", {}, picture(svg, `the part lattice of ${expr}`), copies({ command: command("parts", expr, "--graph"), svg })),
  );
}

async function mate(place: HTMLElement, expr: string): Promise<void> {
  const found = section("Mate", "mate");
  place.append(found.element);
  await run<any>(found.body, "The mate", { ask: "mate", expr }, ({ answer, json }) =>
    h(
      "div",
      {},
      properties([
        ["mate", gameLink(answer.mate)],
        ["chain", h("span", {}, ...answer.chain.flatMap((game: GameForm, i: number) => (i > 0 ? [" → ", gameLink(game)] : [gameLink(game)])))],
        ["concubine", gameLink(answer.concubine)],
      ]),
      h("p", {}, h("small", {}, "The chain goes on to the mate of the mate, up to a repetition. The concubine is a game whose mate is this one, although it is not the mate of this one.")),
      copies({ command: command("mate", expr, "--chain", "--concubine"), json }),
    ),
  );
}

async function compare(place: HTMLElement, expr: string, other: string): Promise<void> {
  const input = h("input", { type: "text", value: other, spellcheck: "false", autocomplete: "off", class: "wide form" });
  const found = section(
    "Compare",
    "compare",
    h(
      "form",
      {
        class: "ask",
        submit: (event: Event) => {
          event.preventDefault();
          go(changed({ other: input.value }));
        },
      },
      field("with the game", input),
      h("button", { type: "submit" }, "Compare"),
    ),
  );
  place.append(found.element);
  if (other === "") return;
  await run<any>(found.body, "The comparison", { ask: "compare", expr, other }, ({ answer, json }) => {
    const rows: [string, Child][] = [["equal", h("span", { "data-key": "equal" }, answer.equal ? "yes" : "no")]];
    if (answer.sums) {
      rows.push(["sums", h("span", {}, gameLink(answer.sums[0]), " and ", gameLink(answer.sums[1]))]);
    } else {
      if (answer.distinguisher) rows.push(["told apart by", h("span", {}, "X = ", gameLink(answer.distinguisher), ": G + X and H + X have different outcomes")]);
      rows.push(["linked", answer.link ? h("span", {}, "by T = ", gameLink(answer.link), ": G + T and H + T are both P-positions") : "no: one is an option of the other"]);
    }
    return h("div", {}, properties(rows), copies({ command: command("compare", expr, other), json }));
  });
}
