// Parts of a page that change: the page is asked for again, and what has the same name in `data-live` takes its place.

let asking = false;

export async function refresh() {
  if (asking || document.visibilityState === "hidden") return;
  asking = true;
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const part of document.querySelectorAll("[data-live]")) {
      const now = fresh.querySelector(`[data-live="${CSS.escape(part.dataset.live)}"]`);
      if (now && now.innerHTML !== part.innerHTML && !part.contains(document.activeElement)) part.innerHTML = now.innerHTML;
      if (now && now.className !== part.className) part.className = now.className;
    }
  } catch {
    // the server is away: the next time will tell
  } finally {
    asking = false;
  }
}
