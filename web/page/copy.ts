// Buttons that copy or save an answer, and the command that gives the same.
import { h } from "./dom.js";
import type { Reply } from "./solver.js";
import { solver } from "./solver.js";
import { limits } from "./task.js";

/** A word of a shell command. */
export function quoted(word: string): string {
  return /^[A-Za-z0-9_.:,+=/-]+$/.test(word) && !word.startsWith("-") ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The command of the program that gives the same answer. */
export function command(...words: (string | number | undefined | false)[]): string {
  const kept = words.filter((word) => word !== undefined && word !== false && word !== "");
  return ["misere", ...kept.map((word) => (typeof word === "string" && word.startsWith("--") ? word : quoted(String(word))))].join(" ");
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea", { readonly: true, class: "offscreen" });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

export interface Copies {
  command?: string;
  json?: string;
  tex?: string | (() => Promise<string>);
  svg?: string | (() => Promise<string>);
}

/** A row of buttons; what is not there has none. */
export function copies(what: Copies): HTMLElement {
  const said = h("span", { class: "said", role: "status" });
  const button = (name: string, text: string | (() => Promise<string>) | undefined) =>
    text !== undefined &&
    h(
      "button",
      {
        type: "button",
        class: "copy",
        click: async () => {
          try {
            await copy(typeof text === "string" ? text : await text());
            said.textContent = `${name} copied`;
          } catch (error) {
            said.textContent = String(error);
          }
          setTimeout(() => (said.textContent = ""), 4000);
        },
      },
      `Copy ${name}`,
    );
  const bar = h("div", { class: "copies" });
  for (const child of [
    button("command", what.command),
    button("JSON", what.json),
    button("TeX", what.tex),
    button("SVG", what.svg),
    button("link", location.href),
  ]) {
    if (child) bar.append(child);
  }
  bar.append(said);
  if (what.command !== undefined) bar.append(h("code", { class: "command" }, what.command));
  return bar;
}

/** Asks the same question again in TeX and takes one field of the answer. */
export function inTex(question: { ask: string } & Record<string, unknown>, take: (reply: Reply) => string): () => Promise<string> {
  return async () => take(await solver.ask({ ...limits(), notation: "tex", ...question }));
}
