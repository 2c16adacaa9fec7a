// The papers: what they state, the verdict on record, and the test run again in the page.
import { link, note, read } from "../address.js";
import { command, copies } from "../copy.js";
import { field, fill, h, properties, select, type Child } from "../dom.js";
import { limitsForm } from "../limits.js";
import { run } from "../task.js";

export async function papers(place: HTMLElement): Promise<void> {
  const list = h("div", { class: "claims" });
  const count = h("p", { role: "status" });
  const controls = h("div", { class: "ask" });
  place.append(
    h("h1", {}, "The papers"),
    h("p", {}, "Every item of five papers with something to compute, and the verdict of its test on record. Each test can be run again here; it takes what it needs from the library alone."),
    controls,
    limitsForm(),
    count,
    list,
  );
  const loaded = h("div");
  list.append(loaded);
  const found = await run<any[]>(loaded, "The claims", { ask: "claims" }, () => h("span"));
  if (!found) return;
  const all = found.answer;
  const search = h("input", { type: "search", value: read().at.get("q") ?? "", autocomplete: "off" });
  search.addEventListener("input", () => set({ q: search.value }));
  const options = (key: string): [string, string][] => [["", "all"], ...[...new Set(all.map((claim) => claim[key] as string))].filter(Boolean).map((value): [string, string] => [value, value])];
  controls.append(
    field("Paper", select(options("paper"), read().at.get("paper") ?? "", (paper) => set({ paper }))),
    field("Status", select(options("recorded"), read().at.get("status") ?? "", (status) => set({ status }))),
    field("Words", search),
  );

  function set(state: Record<string, string>): void {
    note(state);
    show();
  }

  function show(): void {
    const { at } = read();
    const [paper, status, q, open] = ["paper", "status", "q", "claim"].map((name) => at.get(name) ?? "");
    const words = (q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const matches = (claim: any) => {
      const text = `${claim.id} ${claim.where} ${claim.statement}`.toLowerCase();
      return (!paper || claim.paper === paper) && (!status || claim.recorded === status) && words.every((word) => text.includes(word));
    };
    const kept = all.filter((claim) => matches(claim) || claim.id === open);
    count.textContent = `${kept.length} of ${all.length} claims`;
    const papers = new Map<string, any[]>();
    for (const claim of kept) papers.set(claim.citation, [...(papers.get(claim.citation) ?? []), claim]);
    fill(list, ...[...papers].map(([citation, claims]) => h("section", {}, h("h2", {}, citation), ...claims.map((claim) => entry(claim, claim.id === open)))));
    if (open) document.getElementById(`claim-${open}`)?.scrollIntoView({ block: "center" });
  }

  show();
}

function entry(claim: any, open: boolean): HTMLElement {
  const details = h("details", { id: `claim-${claim.id}`, open });
  const body = h("div");
  details.append(
    h("summary", {}, h("span", { class: `state ${String(claim.recorded).replace(" ", "-")}` }, claim.recorded ?? "?"), h("strong", {}, claim.where), " ", claim.statement),
    body,
  );
  const build = () => {
    if (body.childElementCount > 0) return;
    const result = h("div", { class: "answer" });
    const rows: [string, Child][] = [
      ["claim", h("a", { href: link("papers", { claim: claim.id }) }, claim.id)],
      ["tested by", claim.method],
    ];
    if (claim.needs.length > 0) rows.push(["rests on", claim.needs.join(", ")]);
    for (const line of claim.recorded_detail) rows.push(["on record", line]);
    body.append(
      properties(rows),
      h("button", { type: "button", class: "again", click: () => again(result, claim.id) }, "Run the test again"),
      result,
    );
  };
  if (open) build();
  details.addEventListener("toggle", () => {
    if (details.open) build();
  });
  return details;
}

async function again(place: HTMLElement, id: string): Promise<void> {
  await run<any>(place, "The test", { ask: "verify", claims: [id] }, ({ answer, json }) =>
    h(
      "div",
      {},
      ...answer.claims.map((claim: any) => {
        const rows: [string, Child][] = [
          ["status", h("span", { class: `state ${claim.status.replace(" ", "-")}`, "data-key": "status" }, claim.status)],
          ["evidence", `${claim.evidence ?? "none"}: ${claim.range}`],
          ["time", `${claim.seconds.toFixed(2)} s`],
        ];
        if (claim.derivation) rows.push(["derivation", claim.derivation]);
        for (const line of claim.detail) rows.push(["finding", line]);
        return h(
          "div",
          {},
          properties(rows),
          claim.working?.length > 0 && h("details", {}, h("summary", {}, "The steps of the test"), h("ul", {}, ...claim.working.map((step: string) => h("li", {}, step)))),
        );
      }),
      copies({ command: command("verify", id, "-v"), json }),
    ),
  );
}
