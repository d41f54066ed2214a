// The odds explorer: a choice is applied at once, the address has only choices that differ from the posted ones, and the
// result of an evening is loaded when it is computed. Without this script the buttons of the page do the same.
import { as, every, one } from "../shared/elements.js";

const chooser = as(HTMLFormElement, one("[data-chooser]"));
const share = one("[data-share]");
const [session] = every("[data-session]");
const posted = every("[data-posted]", chooser).map((each) => as(HTMLSelectElement, each));
const forms = every("[data-chooser], [data-evening]").map((each) => as(HTMLFormElement, each));

if (matchMedia("(min-width: 62rem)").matches) document.querySelector(".what-if")?.setAttribute("open", "");

function tidy() {
  for (const each of posted) each.disabled = each.value === each.dataset.posted;
}

chooser.addEventListener("submit", tidy);
// After going back, the page shows the choices of its address.
window.addEventListener("pageshow", () => {
  for (const form of forms) form.reset();
  for (const each of posted) each.disabled = false;
});
chooser.addEventListener("change", (event) => {
  const changed = event.target;
  if (changed instanceof HTMLSelectElement && changed.matches("[data-house]")) {
    location.href = `/odds?house=${encodeURIComponent(changed.value)}`;
    return;
  }
  chooser.requestSubmit();
});
for (const form of forms) if (form !== chooser) form.addEventListener("change", () => form.requestSubmit());

if (navigator.clipboard) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    share.textContent = share.dataset.copied ?? "";
  });
}

if (session) {
  fetch(session.dataset.session ?? "")
    .then(async (answer) => {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      session.replaceChildren(...(answer.ok ? page.body : one("[data-says]", page)).childNodes);
    })
    .catch(() => {}); // the server is not reachable; the button tries again
}
