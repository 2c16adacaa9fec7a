// Chooses the view that the address names.
import { read } from "./address.js";
import { fill, h } from "./dom.js";
import { reader, solver } from "./solver.js";
import { atlas } from "./views/atlas.js";
import { game } from "./views/game.js";
import { papers } from "./views/papers.js";
import { play } from "./views/play.js";
import { ruleset } from "./views/ruleset.js";
import { start } from "./views/start.js";

/** A view fills a part of the page by the state in the address. */
export type View = (place: HTMLElement, at: URLSearchParams) => void | Promise<void>;

const VIEWS: Record<string, { title: string; show: View }> = {
  start: { title: "Start", show: start },
  game: { title: "A game", show: game },
  ruleset: { title: "A ruleset", show: ruleset },
  play: { title: "Play", show: play },
  atlas: { title: "The atlas", show: atlas },
  papers: { title: "The papers", show: papers },
};

let shown = "";

async function show(): Promise<void> {
  const { view, at } = read();
  const { title, show } = VIEWS[view] ?? VIEWS.start!;
  solver.stop();
  const place = document.getElementById("view")!;
  fill(
    document.getElementById("views")!,
    ...Object.entries(VIEWS).map(([name, other]) =>
      h("a", { href: `#/${name}`, "aria-current": other.title === title ? "page" : null }, other.title),
    ),
  );
  document.title = `${title} – misère games`;
  fill(place);
  await show(place, at);
  // Whoever changes the view begins at its top; whoever changes a part of it stays there.
  if (shown !== "" && shown !== view) {
    place.focus();
    scrollTo(0, 0);
  }
  shown = view;
}

addEventListener("hashchange", () => void show());
solver.prepare();
reader.prepare();
void show();

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  void navigator.serviceWorker.register("./offline.js").catch(() => {});
}
