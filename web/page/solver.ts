// Questions to a worker, one at a time. A computation is stopped by ending its worker.

export interface Place {
  text: string;
  start: number;
  end: number;
}

export interface Failure {
  kind: "input" | "stopped" | "reach" | "cancelled" | "broken";
  message: string;
  hint?: string;
  place?: Place;
}

export interface Reply<A = any> {
  answer: A;
  svg?: string;
  tex?: string;
  stopped?: Failure;
  /** The answer as it came, for those who copy it. */
  json: string;
  milliseconds: number;
}

export class Failed extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

export type Question = { ask: string } & Record<string, unknown>;

interface Job {
  id: number;
  question: string;
  progress: (text: string) => void;
  resolve: (reply: Reply) => void;
  reject: (error: Failed) => void;
  known: string;
}

export class Solver {
  #worker: Worker | null = null;
  #waiting: Job[] = [];
  #running: Job | null = null;
  #ids = 0;

  /** Asks; `progress` is told how far the work has come. */
  ask<A = any>(question: Question, progress: (text: string) => void = () => {}): Promise<Reply<A>> {
    return new Promise((resolve, reject) => {
      this.#ids += 1;
      this.#waiting.push({ id: this.#ids, question: JSON.stringify(question), progress, resolve, reject, known: "" });
      this.#next();
    });
  }

  /** Stops everything; what is running is told what was known. */
  stop(): void {
    const jobs = [...(this.#running ? [this.#running] : []), ...this.#waiting];
    if (this.#running) this.#end();
    this.#waiting = [];
    for (const job of jobs) {
      const known = job.known === "" ? "nothing was known yet" : `it had come to: ${job.known}`;
      job.reject(new Failed({ kind: "cancelled", message: `stopped; ${known}` }));
    }
  }

  /** Loads the library before it is needed. */
  prepare(): void {
    this.#start();
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#running = null;
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", (event) => this.#hear(event.data));
    worker.addEventListener("error", (event) => this.#hear({ id: this.#running?.id ?? 0, broken: event.message }));
    this.#worker = worker;
    return worker;
  }

  #next(): void {
    if (this.#running || this.#waiting.length === 0) return;
    const job = this.#waiting.shift()!;
    this.#running = job;
    this.#start().postMessage({ id: job.id, question: job.question });
  }

  #hear(said: { id: number; progress?: string; reply?: string; broken?: string; milliseconds?: number }): void {
    if (said.broken !== undefined) {
      const job = this.#running;
      this.#end();
      const message = "the computation failed: it may have needed more memory than the browser gives";
      job?.reject(new Failed({ kind: "broken", message, hint: said.broken }));
      this.#next();
      return;
    }
    const job = this.#running;
    if (!job || job.id !== said.id) return;
    if (said.progress !== undefined) {
      job.known = said.progress;
      job.progress(said.progress);
      return;
    }
    if (said.reply === undefined) return;
    this.#running = null;
    const reply = JSON.parse(said.reply);
    if (reply.failure) job.reject(new Failed(reply.failure));
    else job.resolve({ ...reply, json: JSON.stringify(reply.answer), milliseconds: said.milliseconds ?? 0 });
    this.#next();
  }
}

/** For what was asked for, and for what is shown while somebody types. */
export const solver = new Solver();
export const reader = new Solver();
