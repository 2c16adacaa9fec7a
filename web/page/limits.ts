// The limits of computations, as a form.
import { changed, go } from "./address.js";
import { field, h } from "./dom.js";
import { limits } from "./task.js";

/** A form that puts the limits into the address. */
export function limitsForm(): HTMLElement {
  const now = limits();
  const seconds = h("input", { type: "number", min: 0, max: 3600, step: "any", value: now.seconds, inputmode: "decimal" });
  const megabytes = h("input", { type: "number", min: 1, max: 3072, value: now.megabytes, inputmode: "numeric" });
  const usual = now.seconds === 30 && now.megabytes === 512;
  return h(
    "details",
    { class: "limits", open: !usual },
    h("summary", {}, `Limits: ${now.seconds} s, ${now.megabytes} MB`),
    h(
      "form",
      {
        submit: (event: Event) => {
          event.preventDefault();
          go(changed({ seconds: seconds.value === "30" ? undefined : seconds.value, megabytes: megabytes.value === "512" ? undefined : megabytes.value }));
        },
      },
      field("Time in seconds", seconds),
      field("Memory in megabytes", megabytes, "at most 3072: memory of 32 bits"),
      h("button", { type: "submit" }, "Set"),
    ),
  );
}
