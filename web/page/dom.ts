// Elements. Whatever a user typed becomes a text node: no function here takes markup.

export type Child = Node | string | number | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

/** Makes an element; a function among the attributes listens to the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  set(element, attributes);
  add(element, children);
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

/** Makes an element of a drawing. */
export function s(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS(SVG, tag) as SVGElement;
  set(element, attributes);
  add(element, children);
  return element;
}

function set(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
}

function add(element: Element, children: Child[]): void {
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(typeof child === "number" ? String(child) : child);
    }
  }
}

/** Replaces what an element contains. */
export function fill(element: Element, ...children: Child[]): void {
  element.replaceChildren();
  add(element, children);
}

/** A table with a caption and headers. */
export function table(caption: string, header: string[], rows: Child[][], rowHeaders = false): HTMLElement {
  const body = rows.map((row) =>
    h("tr", {}, ...row.map((cell, i) => (rowHeaders && i === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell)))),
  );
  const head = header.length > 0 && h("thead", {}, h("tr", {}, ...header.map((cell) => h("th", { scope: "col" }, cell))));
  return scrollable(h("table", {}, h("caption", {}, caption), head, h("tbody", {}, ...body)), caption);
}

/** A list of properties. */
export function properties(rows: [string, Child][]): HTMLElement {
  return h("dl", {}, ...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
}

/** What may be wider than the screen, in a frame that keyboards can scroll. */
export function scrollable(content: Element, label: string): HTMLElement {
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, content);
}

let counter = 0;

/** A labelled control. */
export function field(label: string, control: HTMLElement, note?: string): HTMLElement {
  counter += 1;
  control.id ||= `field-${counter}`;
  const described = note === undefined ? null : h("small", { id: `${control.id}-note` }, note);
  if (described) control.setAttribute("aria-describedby", described.id);
  return h("div", { class: "field" }, h("label", { for: control.id }, label), control, described);
}

/** A list to choose from. */
export function select(options: [string, string][], chosen: string, changed: (value: string) => void): HTMLSelectElement {
  const control = h("select", { change: () => changed(control.value) });
  for (const [value, label] of options) control.append(h("option", { value, selected: value === chosen }, label));
  return control;
}
