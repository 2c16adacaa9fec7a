// The address: which view is shown, and its whole state, in the part after `#`.

export interface Address {
  view: string;
  at: URLSearchParams;
}

/** Reads the address. */
export function read(): Address {
  const text = location.hash.replace(/^#\/?/, "");
  const split = text.indexOf("?");
  const view = split < 0 ? text : text.slice(0, split);
  return { view: view || "start", at: new URLSearchParams(split < 0 ? "" : text.slice(split + 1)) };
}

/** Writes an address; empty values are left out. */
export function link(view: string, state: Record<string, string | number | undefined>): string {
  const at = new URLSearchParams();
  for (const [name, value] of Object.entries(state)) {
    if (value !== undefined && value !== "") at.set(name, String(value));
  }
  const text = at.toString();
  return text === "" ? `#/${view}` : `#/${view}?${text}`;
}

/** The same view with some of its state changed. */
export function changed(state: Record<string, string | number | undefined>): string {
  const { view, at } = read();
  return link(view, { ...Object.fromEntries(at), ...state });
}

/** Goes there. */
export function go(to: string): void {
  if (location.hash === to) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = to;
}

/** Notes a change of the state that needs no new view. */
export function note(state: Record<string, string | number | undefined>): void {
  history.replaceState(null, "", changed(state));
}
