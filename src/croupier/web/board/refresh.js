// Parts of a page that change: the page is asked for again, and what has the same name in `data-live` takes its place.

import { every } from "../shared/elements.js";

let asking = false;
let again = false; // something moved while we asked

export async function refresh() {
  again = asking;
  if (asking || document.visibilityState === "hidden") return;
  asking = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (answer.ok) renew(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    // the server is away: the next time will tell
  } finally {
    asking = false;
  }
  if (again) refresh();
}

/** @param {Document} fresh */
function renew(fresh) {
  for (const part of every("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${CSS.escape(part.dataset.live ?? "")}"]`);
    if (now && now.innerHTML !== part.innerHTML) replace(part, now);
    if (now && now.className !== part.className) part.className = now.className;
  }
}

/**
 * The focus stays on what it was on; where that is gone, on what has its place.
 * @param {HTMLElement} part
 * @param {Element} now
 */
function replace(part, now) {
  const places = () => every("a[href], button", part);
  const active = document.activeElement;
  const held = active instanceof HTMLElement && part.contains(active) ? active : null;
  const [href, place] = [held?.getAttribute("href"), held ? places().indexOf(held) : -1];
  part.innerHTML = now.innerHTML;
  if (!held) return;
  const next = places().find((each) => href && each.getAttribute("href") === href) ?? places().at(Math.min(place, places().length - 1));
  next?.focus({ preventScroll: true });
}
