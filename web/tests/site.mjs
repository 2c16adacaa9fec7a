// The built page on a server of its own, a browser, and the program to compare with.
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";

const root = fileURLToPath(new URL("../..", import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
export const folder = process.env.MISERE_PAGE ?? join(target, "page");
export const program = process.env.MISERE ?? join(target, "release", "misere");

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** Serves the files and nothing else. */
export async function serve() {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://page").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    try {
      const body = await readFile(file);
      response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "cache-control": "no-store" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${server.address().port}` };
}

/** Starts the browser, with a profile that is thrown away. */
export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/** What the program prints as JSON, a list if it has several lines; its exit code does not matter. */
export async function native(...args) {
  const run = promisify(execFile);
  const options = { maxBuffer: 1 << 28, timeout: 120_000 };
  const { stdout } = await run(program, [...args, "--format", "json", "--quiet"], options).catch((error) => error);
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  return answers.length === 1 ? answers[0] : answers;
}

/** The script of the worker, whose name has the sum of its content. */
export async function workerScript() {
  const files = await readdir(join(folder, "assets"));
  return `./assets/${files.find((file) => /^worker-.*\.js$/.test(file))}`;
}
