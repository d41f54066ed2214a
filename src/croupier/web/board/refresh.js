// Parts of a page that change: the page is asked for again, and what has the same name in `data-live` takes its place.

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

function renew(fresh) {
  for (const part of document.querySelectorAll("[data-live]")) {
    const now = fresh.querySelector(`[data-live="${CSS.escape(part.dataset.live)}"]`);
    if (now && now.innerHTML !== part.innerHTML) replace(part, now);
    if (now && now.className !== part.className) part.className = now.className;
  }
}

// The focus stays on what it was on; where that is gone, on what has its place.
function replace(part, now) {
  const places = () => [...part.querySelectorAll("a[href], button")];
  const held = part.contains(document.activeElement) ? document.activeElement : null;
  const [href, place] = [held?.getAttribute("href"), places().indexOf(held)];
  part.innerHTML = now.innerHTML;
  if (!held) return;
  const next = places().find((each) => href && each.getAttribute("href") === href) ?? places().at(Math.min(place, places().length - 1));
  next?.focus({ preventScroll: true });
}
