// Loads the page again and replaces the parts that are marked with `data-live`.

import { every } from "./elements.js";

let asking = false;
let again = false; // something changed while a request was running

export async function refresh() {
  again = asking;
  if (asking || document.visibilityState === "hidden") return;
  asking = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) renew(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // the server is not reachable; the next refresh tries again
  } finally {
    asking = false;
  }
  if (again) refresh();
}

/** @param {Document} fresh */
function renew(fresh) {
  for (const part of every("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${CSS.escape(part.dataset.live ?? "")}"]`);
    if (now && !now.isEqualNode(part)) replace(part, now);
    if (now && now.className !== part.className) part.className = now.className;
  }
}

/**
 * Keep the focus on the same link or button; if it is gone, on the one in its place.
 * @param {HTMLElement} part
 * @param {Element} now
 */
function replace(part, now) {
  const places = () => every("a[href], button", part);
  const active = document.activeElement;
  const held = active instanceof HTMLElement && part.contains(active) ? active : null;
  const [href, place] = [held?.getAttribute("href"), held ? places().indexOf(held) : -1];
  part.replaceChildren(...now.childNodes);
  if (!held) return;
  const next = places().find((each) => href && each.getAttribute("href") === href) ?? places().at(Math.min(place, places().length - 1));
  next?.focus({ preventScroll: true });
}
