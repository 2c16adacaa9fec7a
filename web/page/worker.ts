// The library, away from the page: a question comes in, progress and the answer go out.
import start, { ask } from "../pkg/misere_web.js";

interface Asked {
  id: number;
  question: string;
}

let asked = 0;
(self as any).reportProgress = (text: string) => postMessage({ id: asked, progress: text });

const ready = start();
addEventListener("message", async (event: MessageEvent<Asked>) => {
  const { id, question } = event.data;
  try {
    await ready;
    asked = id;
    const begin = performance.now();
    const reply = ask(question);
    postMessage({ id, reply, milliseconds: performance.now() - begin });
  } catch (error) {
    // The memory of a program that was aborted cannot be trusted: the page starts it anew.
    postMessage({ id, broken: String(error) });
  }
});
ready.then(
  () => postMessage({ id: 0, ready: true }),
  (error: unknown) => postMessage({ id: 0, broken: String(error) }),
);
