// The forms in which a player sets limits, on the page of the session and in the dialog of a terminal.
import { as, every, one } from "../shared/elements.js";

/**
 * Listen to the forms in a box, also to those that are put into it later.
 * @param {HTMLElement} box
 * @param {(kind: string) => unknown} done called when a limit was set
 */
export function listenToLimits(box, done) {
  box.addEventListener("submit", (event) => {
    event.preventDefault();
    const form = as(HTMLFormElement, event.target);
    const kind = form.dataset.limit ?? "";
    const field = form.elements.namedItem(kind);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) throw new TypeError(`no field ${kind}`);
    send(box, kind, Math.round(Number(field.value) * Number(field.dataset.unit)), done);
  });
  box.addEventListener("click", (event) => {
    const { remove: kind } = event.target instanceof HTMLElement ? event.target.dataset : {};
    if (kind) send(box, kind, null, done);
  });
}

/**
 * @param {HTMLElement} box
 * @param {string} kind
 * @param {number | null} most
 * @param {(kind: string) => unknown} done
 */
async function send(box, kind, most, done) {
  const buttons = every("button", box);
  for (const each of buttons) each.setAttribute("aria-disabled", "true");
  const why = await sent({ [kind]: most }).catch(() => one("[data-failed]", box.parentElement ?? box).dataset.failed ?? "");
  for (const each of buttons) each.removeAttribute("aria-disabled");
  one("[data-fault]", box).textContent = why;
  if (!why) done(kind);
}

/**
 * Why the server did not take it; an empty text if it did.
 * @param {Record<string, number | null>} limits
 */
async function sent(limits) {
  const answer = await fetch("/api/1/session", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(limits) });
  /** @type {{ error?: string }} */
  const said = await answer.json();
  return answer.ok ? "" : (said.error ?? String(answer.status));
}
