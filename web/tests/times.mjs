// How long the page takes, beside the program: `node web/tests/times.mjs` after `web/build` and
// `cargo build --release -p misere-cli`. The figures are in docs/performance.md.
import { spawnSync } from "node:child_process";
import { launch, program, serve, workerScript } from "./site.mjs";

const RUNS = 5;
const median = (times) => times.toSorted((a, b) => a - b)[times.length >> 1];
const row = (what, times) => console.log(`${what}: ${median(times).toFixed(0)} ms (${times.map((time) => time.toFixed(0)).join(", ")})`);

const site = await serve();
const browser = await launch();

const first = [];
for (let run = 0; run < RUNS; run += 1) {
  const page = await (await browser.newContext()).newPage();
  const begin = performance.now();
  await page.goto(`${site.origin}/#/game?expr=${encodeURIComponent("(4+2)#")}`);
  await page.locator('[data-key="form"]').first().waitFor();
  first.push(performance.now() - begin);
  await page.context().close();
}
row("first answer, nothing cached", first);

const page = await browser.newPage();
await page.goto(site.origin);
const QUESTIONS = [
  [{ ask: "quotient", ruleset: "0.77", to: null }, ["quotient", "0.77", "--solve"]],
  [{ ask: "show", expr: "kayles(30)" }, ["show", "kayles(30)"]],
  [{ ask: "show", expr: "kayles(50)" }, ["show", "kayles(50)"]],
  [{ ask: "quotient", ruleset: "0.07", to: 33 }, ["quotient", "0.07", "--to", "33"]],
];
for (const [question, args] of QUESTIONS) {
  const [inPage, alone] = [[], []];
  for (let run = 0; run < RUNS; run += 1) {
    inPage.push(
      await page.evaluate(async ([question, name]) => {
        const worker = new Worker(name, { type: "module" });
        const answer = (id, question) =>
          new Promise((resolve) => {
            worker.onmessage = ({ data }) => data.id === id && data.reply && resolve();
            worker.postMessage({ id, question: JSON.stringify(question) });
          });
        // The first question loads the library.
        await answer(1, { ask: "show", expr: "0" });
        const begin = performance.now();
        await answer(2, question);
        worker.terminate();
        return performance.now() - begin;
      }, [question, await workerScript()]),
    );
    const begin = performance.now();
    spawnSync(program, [...args, "--format", "json"]);
    alone.push(performance.now() - begin);
  }
  row(`${args.join(" ")}, in the page`, inPage);
  row(`${args.join(" ")}, the program`, alone);
}
await browser.close();
site.server.close();
