// Pictures that the library drew. Their style sheet is adopted, since the page allows none within its markup.
import { h } from "./dom.js";

/** Shows a picture; `node` is told of each node that a graph draws, in order. */
export function picture(svg: string, label: string, node?: (element: SVGElement, number: number) => void): HTMLElement {
  const styles: string[] = [];
  const unstyled = svg.replace(/<style>([^<]*)<\/style>/g, (_, style: string) => (styles.push(style), ""));
  const parsed = new DOMParser().parseFromString(unstyled, "image/svg+xml");
  const drawn = document.importNode(parsed.documentElement, true) as unknown as SVGSVGElement;
  const sheet = new CSSStyleSheet();
  const rules = ":host{display:block}svg{max-width:none;height:auto;display:block}g[tabindex]{cursor:pointer}g[tabindex]:focus{outline:3px solid #d55e00}g[tabindex]:hover .node{stroke-width:2.5}";
  sheet.replaceSync(rules + styles.join(""));
  drawn.setAttribute("role", node ? "group" : "img");
  drawn.setAttribute("aria-label", label);
  if (node) {
    const nodes = [...drawn.querySelectorAll("g > title")].map((title) => title.parentElement as unknown as SVGElement);
    nodes.forEach(node);
  }
  const host = h("div", { class: "picture" });
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.append(drawn);
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, host);
}
