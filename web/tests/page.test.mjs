// The page in a real browser: `node --test web/tests` after `web/build`.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, native, serve, workerScript } from "./site.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let site;
let browser;
before(async () => {
  site = await serve();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  site?.server.close();
});

const link = (view, state = {}) => `${site.origin}/#/${view}?${new URLSearchParams(state)}`;

/** Opens a page that notes what goes wrong: errors, violations of the policy, requests that leave it. */
async function open(address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const wrong = [];
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(`${message.type()}: ${message.text()}`);
  });
  context.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "blob:" && origin !== site.origin) wrong.push(`a request to ${request.url()}`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
  });
  await page.goto(address);
  await settled(page);
  return { page, wrong, close: () => context.close() };
}

/** Waits until nothing is being computed. */
async function settled(page) {
  await page.waitForFunction(() => document.querySelector("h1") && !document.querySelector('[aria-busy="true"]'), null, { timeout: 60_000 });
  // One computation may begin the next.
  await page.waitForTimeout(150);
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), null, { timeout: 60_000 });
}

const text = (page, key) => page.locator(`[data-key="${key}"]`).first().innerText();

/** Asks the library of the page, in a worker as the page does, one question after the other. */
async function asked(page, questions) {
  return page.evaluate(async ([questions, name]) => {
    const worker = new Worker(name, { type: "module" });
    const replies = [];
    for (const [id, question] of questions.entries()) {
      replies.push(
        await new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => {
            if (data.broken) reject(new Error(data.broken));
            if (data.id === id + 1 && data.reply) resolve(JSON.parse(data.reply));
          };
          worker.onerror = (event) => reject(new Error(event.message));
          worker.postMessage({ id: id + 1, question: JSON.stringify(question) });
        }),
      );
    }
    worker.terminate();
    return replies;
  }, [questions, await workerScript()]);
}

const GAMES = ["2+2", "2##", "(4+2)#", "2#-2", "5+4+2", "632", "kayles(9)", "0.137(12)", "2###", "*12+*5", "cram(3x4)", "chomp(3x3)", "hackenbush(cycle:5)", "2[#-2]", "cut{1,6}(13)", "node-kayles(petersen)"];
const RULESETS = ["kayles", "0.137", "cut{1,6}", "saliquant", "totient", "subtraction{1,2}", "n -> n-1, n-2, [a, n-2-a] for a in 1..n-3", "divide-and-residue", "wythoff", "josephus"];
const CASES = [
  ...GAMES.map((expr) => [{ ask: "show", expr }, ["show", expr]]),
  ...["(4+2)#", "2##", "2+2", "(2##0)#"].flatMap((expr) => [
    [{ ask: "parts", expr }, ["parts", expr]],
    [{ ask: "primes", expr }, ["primes", expr]],
    [{ ask: "mate", expr }, ["mate", expr, "--chain", "--concubine"]],
  ]),
  ...[["2+2", "0"], ["2##", "2#"], ["2+3", "1"], ["2-4", "0"]].map(([expr, other]) => [{ ask: "compare", expr, other }, ["compare", expr, other]]),
  ...RULESETS.map((ruleset) => [{ ask: "nim", ruleset, from: null, to: 12 }, ["nim", ruleset, "--to", "12"]]),
  ...["0.77", "cut{1,6}", "0.137", "grundy"].map((ruleset) => [{ ask: "period", ruleset, to: 500 }, ["period", ruleset, "--to", "500"]]),
  ...["0.77", "grundy", "0.07", "dividing"].map((ruleset) => [{ ask: "genus", ruleset, to: 25 }, ["genus", ruleset, "--to", "25"]]),
  ...["0.75", "0.77", "0.123"].map((ruleset) => [{ ask: "quotient", ruleset, to: null }, ["quotient", ruleset, "--solve"]]),
  [{ ask: "quotient", ruleset: "0.07", to: 14, table: true, structure: true }, ["quotient", "0.07", "--to", "14", "--table", "--structure"]],
  [{ ask: "quotient", ruleset: "0.3122", to: 7 }, ["quotient", "0.3122", "--to", "7"]],
  ...["5+4+2", "cram(3x3) + kayles(5)", "2#+3"].map((expr) => [{ ask: "moves", expr, normal: false }, ["moves", expr, "--all"], (answer) => answer.moves]),
  [{ ask: "moves", expr: "totient(7) + totative(7)", normal: true }, ["moves", "totient(7) + totative(7)", "--all", "--normal"], (answer) => answer.moves],
  [{ ask: "rules" }, ["rules"]],
];

test("the page computes what the program computes", async () => {
  const { page, wrong, close } = await open(link("start"));
  const replies = await asked(page, CASES.map(([question]) => question));
  for (const [i, [question, args, part = (answer) => answer]] of CASES.entries()) {
    const reply = replies[i];
    assert.ok(reply.answer, `${args.join(" ")}: ${JSON.stringify(reply.failure)}`);
    assert.deepEqual(part(reply.answer), await native(...args), JSON.stringify(question));
  }
  assert.ok(CASES.length >= 50, `${CASES.length} comparisons`);
  assert.deepEqual(wrong, []);
  await close();
});

const VIEWS = {
  start: ["start", {}],
  game: ["game", { expr: "(4+2)#" }],
  parts: ["game", { expr: "2##", tab: "parts" }],
  mate: ["game", { expr: "(2##1)#", tab: "mate" }],
  compare: ["game", { expr: "2+2", tab: "compare", other: "0" }],
  nim: ["ruleset", { rules: "kayles", to: "200" }],
  board: ["ruleset", { rules: "wythoff" }],
  period: ["ruleset", { rules: "0.77", tab: "period" }],
  genus: ["ruleset", { rules: "0.77", tab: "genus" }],
  quotient: ["ruleset", { rules: "0.75", tab: "quotient" }],
  cayley: ["ruleset", { rules: "0.75", tab: "quotient", show: "picture" }],
  table: ["ruleset", { rules: "0.75", tab: "quotient", show: "table" }],
  pairs: ["ruleset", { rules: "0.77", tab: "quotient", show: "pairs", last: "20" }],
  structure: ["ruleset", { rules: "0.75", tab: "quotient", show: "structure" }],
  wall: ["ruleset", { rules: "0.3122", tab: "quotient", show: "picture", last: "7" }],
  play: ["play", { expr: "cram(3x3) + kayles(5) + chomp(2x3) + hackenbush(0-1,1-2,1-3) + 3", play: "normal" }],
  listed: ["play", { expr: "2##+2#" }],
  atlas: ["atlas", { state: "infinite" }],
  papers: ["papers", { paper: "structure", claim: "structure.fig6" }],
};

for (const [name, [view, state]] of Object.entries(VIEWS)) {
  test(`the view ${name}: no error, accessible in light and dark, fits a narrow screen`, async () => {
    const { page, wrong, close } = await open(link(view, state));
    assert.equal(await page.locator(".failure").count(), 0, await page.locator("main").innerText());
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme });
      // The policy of the page allows no script of others; the browser's own evaluation is not under it.
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
      assert.deepEqual(violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]), [], `${name}, ${colorScheme}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForTimeout(50);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    assert.deepEqual(wrong, []);
    if (process.env.MISERE_SCREENSHOTS) {
      await page.screenshot({ path: `${process.env.MISERE_SCREENSHOTS}/${name}-narrow.png` });
      await page.setViewportSize({ width: 1200, height: 900 });
      await page.screenshot({ path: `${process.env.MISERE_SCREENSHOTS}/${name}-dark.png`, fullPage: true });
      await page.emulateMedia({ colorScheme: "light" });
      await page.screenshot({ path: `${process.env.MISERE_SCREENSHOTS}/${name}.png`, fullPage: true });
    }
    await close();
  });
}

test("what is shown is what the program prints", async () => {
  const { page, close } = await open(link("game", { expr: "(4+2)#", tab: "parts" }));
  const game = await native("show", "(4+2)#");
  assert.equal(await text(page, "form"), game.form);
  assert.ok((await text(page, "outcome")).startsWith(game.outcome));
  assert.equal((await text(page, "genus")).replace(/\s/g, ""), game.genus.replace("^", ""));
  const { partitions } = await native("primes", "(4+2)#");
  const shown = await page.locator(".partitions li").allInnerTexts();
  assert.deepEqual(shown, partitions.map((games) => games.map(({ form }) => form).join(" + ")));
  await page.goto(link("ruleset", { rules: "0.77", tab: "quotient", last: "20" }));
  await settled(page);
  assert.equal(await text(page, "order"), String((await native("quotient", "0.77", "--to", "20")).order));
  await page.goto(link("ruleset", { rules: "0.77", tab: "nim", to: "39" }));
  await settled(page);
  const cells = await page.locator("#nim-answer tbody td").allInnerTexts();
  assert.deepEqual(cells.map(Number), (await native("nim", "0.77", "--to", "39")).values);
  // The slider moves the pointer, by keyboard.
  await page.locator('input[type="range"]').focus();
  for (let i = 0; i < 9; i += 1) await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".pointed").innerText(), `heap 9: ${(await native("nim", "0.77", "--to", "9")).values[9]}`);
  await close();
});

test("wrong input is pointed at, while typing and after", async () => {
  const { page, wrong, close } = await open(link("game", { expr: "2" }));
  await page.getByLabel("Expression").fill("2## + kaylse(5)");
  await page.locator(".understood pre.caret").waitFor();
  const shown = await page.locator(".understood").innerText();
  const [line, carets] = (await page.locator(".understood pre.caret").textContent()).split("\n");
  assert.equal(line.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1).slice(0, 6), "kaylse");
  assert.match(shown, /kayles/, "the hint");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.locator("#show-answer .failure.input").waitFor();
  await page.goto(link("ruleset", { rules: "kayls" }));
  await page.locator("#rule-answer .failure.input pre.caret").waitFor();
  await page.goto(link("ruleset", { rules: "n -> n-1, n-" }));
  await page.locator("#rule-answer .failure.input pre.caret").waitFor();
  assert.deepEqual(wrong, []);
  await close();
});

test("what is typed is never markup", async () => {
  const evil = `<img src=x onerror="document.title='owned'"><b>2</b>`;
  const { page, wrong, close } = await open(link("game", { expr: evil }));
  for (const [view, state] of [["ruleset", { rules: evil }], ["play", { expr: evil, moves: evil }], ["atlas", { q: evil }], ["papers", { q: evil, claim: evil }], ["game", { expr: "2", tab: "compare", other: evil }], [evil, {}]]) {
    assert.equal(await page.locator("main img, main b").count(), 0);
    await page.goto(link(view, state));
    await settled(page);
  }
  assert.equal(await page.locator("main img, main b").count(), 0);
  assert.notEqual(await page.title(), "owned");
  assert.deepEqual(wrong, []);
  await close();
});

test("a computation can be stopped, says what was known, and the next one works", async () => {
  const { page, wrong, close } = await open(link("start"));
  await page.goto(link("ruleset", { rules: "0.4", tab: "quotient", seconds: "600" }));
  await page.locator("#quotient-answer .progress", { hasText: /heap (1\d|[2-9]\d)/ }).waitFor({ timeout: 60_000 });
  await page.locator("#quotient-answer").getByRole("button", { name: "Stop" }).click();
  assert.match(await page.locator("#quotient-answer .failure.cancelled").innerText(), /had come to: heap \d+/);
  await page.goto(link("game", { expr: "2+2" }));
  await settled(page);
  assert.equal(await text(page, "form"), "32");
  // Another view stops what the last one was computing.
  await page.goto(link("ruleset", { rules: "0.4", tab: "quotient", seconds: "600" }));
  await page.locator("#quotient-answer .progress", { hasText: "heap" }).waitFor();
  await page.goto(link("game", { expr: "3" }));
  await settled(page);
  assert.equal(await text(page, "form"), "3");
  assert.deepEqual(wrong, []);
  await close();
});

test("limits are answers with a reason", async () => {
  const { page, wrong, close } = await open(link("ruleset", { rules: "0.4", tab: "quotient", seconds: "2" }));
  assert.match(await page.locator("#quotient-answer .failure.stopped").innerText(), /time limit/);
  assert.ok(Number(await text(page, "order")) > 1, "the last quotient that was proved");
  await page.goto(link("game", { expr: "*200+*200", megabytes: "2" }));
  await settled(page);
  assert.match(await page.locator("#show-answer .failure.stopped").innerText(), /memory limit/);
  assert.deepEqual(wrong, []);
  await close();
});

test("links bring back the view", async () => {
  const { page, close } = await open(link("game", { expr: "2" }));
  const seen = [];
  const note = async () => {
    await settled(page);
    seen.push([page.url(), await page.locator("main").innerText()]);
  };
  await page.getByLabel("Expression").fill("(4+2)#");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await page.getByRole("link", { name: "Parts and primes" }).click();
  await note();
  await page.getByRole("link", { name: "A ruleset" }).click();
  await settled(page);
  await page.getByLabel("Name, code or formula").fill("0.137");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await settled(page);
  await page.getByLabel("To heap").fill("60");
  await page.getByRole("button", { name: "Compute" }).click();
  await settled(page);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await note();
  assert.match(page.url(), /zoom=\d+-\d+/);
  await page.getByRole("link", { name: "The atlas" }).click();
  await page.getByLabel("Code").fill("0.15");
  await page.getByRole("button", { name: "order" }).click();
  await note();
  await page.getByRole("link", { name: "The papers" }).click();
  await settled(page);
  await page.getByLabel("Status").selectOption("corrected");
  await note();
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await settled(page);
  await page.getByRole("button", { name: "take 1, leave 1 of 2" }).click();
  await page.locator(".record li").nth(2).waitFor();
  await note();
  const times = (text) => text.replace(/\b\d+(\.\d+)? s\b/g, "").replace(/The page moved: .*/g, "").replace(/\n+/g, "\n");
  for (const [url, before] of seen) {
    const again = await open(url);
    assert.equal(times(await again.page.locator("main").innerText()).trim(), times(before).trim(), url);
    await again.close();
  }
  await close();
});

test("the page plays perfectly, and a hint wins", async () => {
  // 5+4+2 is an N-position of misère Nim: whoever follows the hints wins.
  const { page, wrong, close } = await open(link("play", { expr: "5+4+2" }));
  for (let turn = 0; turn < 8; turn += 1) {
    if (await page.locator('[data-key="verdict"]').count()) break;
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".board .hinted").first().waitFor();
    const before = page.url();
    await page.locator(".board .hinted").first().click();
    await page.waitForFunction((before) => location.href !== before, before);
    await page.locator(`.record li:nth-child(odd):last-child, [data-key="verdict"]`).first().waitFor();
    await settled(page);
  }
  assert.match(await text(page, "verdict"), /you win/);
  // From a P-position the page wins, whatever is played: here always the first move of the first board.
  for (const expr of ["chomp(1x1) + chomp(3,1)", "2+2", "cram(2x3)", "kayles(4) + kayles(4)", "hackenbush(0-1,0-2,1-3)"]) {
    for (const play of ["misere", "normal"]) {
      const { outcome } = await native("moves", expr, ...(play === "normal" ? ["--normal"] : []));
      const first = outcome === "P" ? "you" : "page";
      await page.goto(link("play", { expr, play, first }));
      for (let turn = 0; turn < 30; turn += 1) {
        await settled(page);
        if (await page.locator('[data-key="verdict"]').count()) break;
        await page.waitForFunction(() => document.querySelector('[data-key="verdict"], .board button:enabled, .board [role="button"], .moves button:enabled'), null, { timeout: 30_000 });
        if (await page.locator('[data-key="verdict"]').count()) break;
        const before = page.url();
        if (await page.locator(".board.cram").count()) {
          const pressed = await page.evaluate(() => {
            const squares = [...document.querySelectorAll(".board.cram .square")];
            for (const a of squares) {
              for (const b of squares) {
                if (a === b) continue;
                const url = location.href;
                a.click();
                b.click();
                if (location.href !== url) return true;
                if (b.getAttribute("aria-pressed") === "true") b.click();
              }
            }
            return false;
          });
          assert.ok(pressed, "a move on the board");
        } else if (await page.locator('.board [role="button"]').count()) {
          await page.locator('.board [role="button"]').first().press("Enter");
        } else {
          await page.locator(".board button:enabled, .moves button:enabled").first().click();
        }
        await page.waitForFunction((before) => location.href !== before, before);
      }
      assert.match(await text(page, "verdict"), /you lose/, `${expr}, ${play}`);
    }
  }
  assert.deepEqual(wrong, []);
  await close();
});

test("a graph is walked by its nodes", async () => {
  const { page, close } = await open(link("game", { expr: "2##" }));
  const node = page.locator('#graph-answer g[role="link"]').nth(2);
  assert.match(await node.locator("title").textContent(), /^2 = /);
  await node.press("Enter");
  await settled(page);
  assert.equal(await text(page, "form"), "2");
  await close();
});

test("a claim is run again", async () => {
  const { page, wrong, close } = await open(link("papers", { claim: "structure.fig6" }));
  await page.locator('[id="claim-structure.fig6"]').getByRole("button", { name: "Run the test again" }).click();
  await page.locator('[data-key="status"]').waitFor({ timeout: 60_000 });
  const { claims } = await native("verify", "structure.fig6");
  assert.equal(await text(page, "status"), claims[0].status);
  assert.deepEqual(wrong, []);
  await close();
});

test("the row of the atlas leads to its ruleset", async () => {
  const { page, close } = await open(link("atlas", { q: "0.71" }));
  await page.getByRole("link", { name: "0.71", exact: true }).click();
  await settled(page);
  assert.equal(await text(page, "order"), "36");
  await close();
});

test("copies: the command gives the same answer", async () => {
  const { page, close } = await open(link("game", { expr: "2## + 3" }), { permissions: ["clipboard-read", "clipboard-write"] });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  const bar = page.locator("#show-answer .copies");
  await bar.getByRole("button", { name: "Copy JSON" }).click();
  await bar.getByText("JSON copied").waitFor();
  assert.deepEqual(JSON.parse(await clipboard()), await native("show", "2## + 3"));
  await bar.getByRole("button", { name: "Copy command" }).click();
  await bar.getByText("command copied").waitFor();
  assert.equal(await clipboard(), "misere show '2## + 3'");
  await bar.getByRole("button", { name: "Copy TeX" }).click();
  await bar.getByText("TeX copied").waitFor();
  assert.match(await clipboard(), /^\$.*\\#.*\$$/);
  const graph = page.locator("#graph-answer .copies");
  await graph.getByRole("button", { name: "Copy SVG" }).click();
  await graph.getByText("SVG copied").waitFor();
  assert.match(await clipboard(), /^<svg /);
  await close();
});

test("the page works offline after a visit", async () => {
  const { page, close } = await open(link("start"));
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller && registration.active?.state !== "activated") {
      await new Promise((resolve) => registration.active.addEventListener("statechange", resolve));
    }
  });
  await page.reload();
  await page.context().setOffline(true);
  await page.goto(link("game", { expr: "2+2" }));
  await page.reload();
  await settled(page);
  assert.equal(await text(page, "form"), "32");
  await close();
});
