// A chart of values by heap, with zoom and the value under the pointer. A slider moves the pointer by keyboard.
import { h } from "./dom.js";

export interface Chart {
  first: number;
  values: (number | string)[];
}

/** Draws values; `zoomed` is told which heaps are in sight. */
export function chart(data: Chart, [from, to]: [number, number], label: string, zoomed: (from: number, to: number) => void): HTMLElement {
  const last = data.first + data.values.length - 1;
  const number = (value: number | string) => (typeof value === "number" ? value : Number(value));
  let left = Math.max(data.first, Math.min(from, last));
  let right = Math.max(left, Math.min(to, last));
  const canvas = h("canvas", { class: "chart", role: "img", "aria-label": label });
  const slider = h("input", { type: "range", min: data.first, max: last, value: left, class: "wide" });
  const output = h("output", { class: "pointed" });
  const inSight = h("span", { class: "insight" });
  const id = `heap-${label.replace(/\W+/g, "-")}`;
  slider.id = id;

  const style = (name: string) => getComputedStyle(canvas).getPropertyValue(name).trim();
  let plot = { x: 50, y: 12, width: 1, height: 1, most: 1, least: 0 };

  function draw(): void {
    const width = canvas.clientWidth || 640;
    const height = canvas.clientHeight || 320;
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext("2d");
    if (!context) return;
    context.scale(ratio, ratio);
    context.clearRect(0, 0, width, height);
    const values = data.values.slice(left - data.first, right - data.first + 1).map(number).filter(Number.isFinite);
    let most = 1;
    for (const value of values) most = Math.max(most, value);
    plot = { x: 56, y: 14, width: width - 72, height: height - 50, most, least: 0 };
    const step = nice(most / 6);
    context.font = "12px system-ui, sans-serif";
    context.fillStyle = style("--soft");
    context.strokeStyle = style("--grid");
    context.textAlign = "right";
    context.textBaseline = "middle";
    for (let value = 0; value <= most; value += step) {
      const y = yOf(value);
      line(context, plot.x, y, plot.x + plot.width, y);
      context.fillText(String(Math.round(value)), plot.x - 8, y);
    }
    context.textAlign = "center";
    context.textBaseline = "top";
    const across = nice(Math.max(1, (right - left) / 8));
    for (let heap = Math.ceil(left / across) * across; heap <= right; heap += across) {
      context.fillText(String(heap), xOf(heap), plot.y + plot.height + 8);
    }
    const radius = Math.max(1.2, Math.min(4, plot.width / (right - left + 1) / 3));
    context.fillStyle = style("--point");
    for (let heap = left; heap <= right; heap += 1) {
      const value = number(data.values[heap - data.first]!);
      if (!Number.isFinite(value)) continue;
      context.beginPath();
      context.arc(xOf(heap), yOf(value), radius, 0, 2 * Math.PI);
      context.fill();
    }
    const heap = Number(slider.value);
    if (heap >= left && heap <= right) {
      const value = number(data.values[heap - data.first]!);
      context.strokeStyle = style("--accent");
      line(context, xOf(heap), plot.y, xOf(heap), plot.y + plot.height);
      if (Number.isFinite(value)) {
        context.beginPath();
        context.arc(xOf(heap), yOf(value), radius + 3, 0, 2 * Math.PI);
        context.stroke();
      }
    }
    inSight.textContent = `heaps ${left} to ${right}`;
  }

  const xOf = (heap: number) => plot.x + (right === left ? plot.width / 2 : ((heap - left) / (right - left)) * plot.width);
  const yOf = (value: number) => plot.y + plot.height - (value / plot.most) * plot.height;
  const heapAt = (x: number) => Math.round(left + ((x - plot.x) / plot.width) * (right - left));

  function point(heap: number): void {
    const kept = Math.max(data.first, Math.min(last, heap));
    slider.value = String(kept);
    output.textContent = `heap ${kept}: ${data.values[kept - data.first]}`;
    draw();
  }

  function look(newLeft: number, newRight: number): void {
    const span = Math.max(4, Math.min(last - data.first, Math.round(newRight - newLeft)));
    left = Math.max(data.first, Math.min(Math.round(newLeft), last - span));
    right = Math.min(last, left + span);
    zoomed(left, right);
    // What is pointed at stays in sight.
    point(Math.max(left, Math.min(right, Number(slider.value))));
  }

  const zoom = (factor: number, centre = (left + right) / 2) => look(centre - (centre - left) * factor, centre + (right - centre) * factor);
  const shift = (part: number) => look(left + part * (right - left), right + part * (right - left));
  const button = (label: string, name: string, act: () => void) => h("button", { type: "button", "aria-label": name, title: name, click: act }, label);

  slider.addEventListener("input", () => {
    const heap = Number(slider.value);
    if (heap < left || heap > right) look(heap - (right - left) / 2, heap + (right - left) / 2);
    point(heap);
  });
  let dragged: { x: number; left: number; right: number } | null = null;
  canvas.addEventListener("pointerdown", (event) => {
    dragged = { x: event.offsetX, left, right };
    canvas.setPointerCapture(event.pointerId);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (dragged && Math.abs(event.offsetX - dragged.x) > 3) {
      const moved = ((dragged.x - event.offsetX) / plot.width) * (dragged.right - dragged.left);
      look(dragged.left + moved, dragged.right + moved);
    } else {
      point(Math.max(left, Math.min(right, heapAt(event.offsetX))));
    }
  });
  canvas.addEventListener("pointerup", () => (dragged = null));
  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.25 : 0.8, Math.max(left, Math.min(right, heapAt(event.offsetX))));
    },
    { passive: false },
  );
  new ResizeObserver(draw).observe(canvas);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  queueMicrotask(() => point(Number(slider.value)));
  return h(
    "div",
    { class: "charted" },
    canvas,
    h(
      "div",
      { class: "chart-tools" },
      button("+", "Zoom in", () => zoom(0.5)),
      button("−", "Zoom out", () => zoom(2)),
      button("◀", "Towards smaller heaps", () => shift(-0.5)),
      button("▶", "Towards larger heaps", () => shift(0.5)),
      button("all", "Show all heaps", () => look(data.first, last)),
      inSight,
    ),
    h("div", { class: "field" }, h("label", { for: id }, "Heap under the pointer"), slider, output),
  );
}

function line(context: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

/** The next of 1, 2, 5, 10, 20, … */
function nice(step: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, step)));
  const factor = [1, 2, 5, 10].find((f) => f * power >= step) ?? 10;
  return Math.max(1, factor * power);
}
