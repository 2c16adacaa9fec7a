// A computation in the page: progress and a stop button while it runs, then its answer or the reason why not.
import { read } from "./address.js";
import { fill, h } from "./dom.js";
import { Failed, solver, type Failure, type Question, type Reply } from "./solver.js";

/** The limits in the address, or the usual ones. */
export function limits(): { seconds: number; megabytes: number } {
  const { at } = read();
  const number = (name: string, usual: number) => {
    const value = Number(at.get(name) ?? usual);
    return Number.isFinite(value) && value >= 0 ? value : usual;
  };
  return { seconds: number("seconds", 30), megabytes: Math.floor(number("megabytes", 512)) };
}

/** What went wrong, with a caret below the place. */
export function failed(failure: Failure): HTMLElement {
  const names = { input: "Not understood", stopped: "Stopped at a limit", reach: "Out of reach", cancelled: "Stopped", broken: "Failed" };
  const { place, hint } = failure;
  return h(
    "div",
    { class: `failure ${failure.kind}`, role: failure.kind === "input" ? "alert" : "status" },
    h("p", {}, h("strong", {}, `${names[failure.kind]}: `), failure.message),
    place && caret(place.text, place.start, place.end),
    hint !== undefined && h("p", { class: "hint" }, `Hint: ${hint}`),
  );
}

/** The text with its place marked, as the program shows it; a long text is cut around the place. */
function caret(text: string, start: number, end: number): HTMLElement {
  const WINDOW = 60;
  const from = Math.max(0, Math.min(start - WINDOW / 2, text.length - WINDOW));
  const line = text.slice(from, from + WINDOW).replace(/\s/g, " ");
  const width = Math.max(1, Math.min(end, from + WINDOW) - start);
  return h(
    "pre",
    { class: "caret", "aria-label": `at character ${start + 1}`, role: "img" },
    `${line}\n${" ".repeat(start - from)}${"^".repeat(width)}`,
  );
}

/** Asks, and shows in `place` what is going on and then what `show` makes of the answer. */
export async function run<A>(
  place: HTMLElement,
  what: string,
  question: Question,
  show: (reply: Reply<A>) => Node | Promise<Node>,
): Promise<Reply<A> | null> {
  // The view was left while it waited for something else.
  if (!place.isConnected) return null;
  const progress = h("span", { class: "progress" });
  const begin = performance.now();
  const clock = setInterval(() => {
    const seconds = (performance.now() - begin) / 1000;
    time.textContent = seconds < 1 ? "" : `${seconds.toFixed(0)} s`;
  }, 250);
  const time = h("span", { class: "time" });
  const stop = h("button", { type: "button", class: "stop", click: () => solver.stop() }, "Stop");
  place.setAttribute("aria-busy", "true");
  fill(place, h("div", { class: "running", role: "status" }, h("span", { class: "spinner", "aria-hidden": "true" }), `${what} … `, progress, " ", time, stop));
  try {
    const reply = await solver.ask<A>({ ...limits(), ...question }, (text) => (progress.textContent = text));
    const answer = await show(reply);
    fill(place, reply.stopped && failed(reply.stopped), answer);
    place.dataset.milliseconds = reply.milliseconds.toFixed(1);
    return reply;
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    fill(place, failed(error.failure));
    return null;
  } finally {
    clearInterval(clock);
    place.setAttribute("aria-busy", "false");
  }
}

/** A section with a heading and a place for an answer. */
export function section(title: string, id: string, ...children: (Node | string | null)[]): { element: HTMLElement; body: HTMLElement } {
  const body = h("div", { class: "answer", id: `${id}-answer` });
  const element = h("section", { id, "aria-labelledby": `${id}-title` }, h("h2", { id: `${id}-title` }, title), ...children, body);
  return { element, body };
}
