// The odds explorer: a choice shows at once, only what is not as posted stands in the address, an evening comes when
// it is solved. Without this the page does the same by its buttons.
const chooser = document.querySelector("[data-chooser]");
const share = document.querySelector("[data-share]");
const session = document.querySelector("[data-session]");

if (matchMedia("(min-width: 62rem)").matches) document.querySelector(".what-if")?.setAttribute("open", "");

function tidy() {
  for (const each of chooser.querySelectorAll("[data-posted]")) each.disabled = each.value === each.dataset.posted;
}

chooser.addEventListener("submit", tidy);
// Who comes back finds the choices of this address, not those with which he left it.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("[data-chooser], [data-evening]")) form.reset();
  for (const each of chooser.querySelectorAll("[data-posted]")) each.disabled = false;
});
chooser.addEventListener("change", (event) => {
  if (event.target.matches("[data-house]")) {
    location.href = `/odds?house=${encodeURIComponent(event.target.value)}`;
    return;
  }
  chooser.requestSubmit();
});
document.querySelector("[data-evening]")?.addEventListener("change", (event) => event.currentTarget.requestSubmit());

if (navigator.clipboard) {
  share.hidden = false;
  share.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    share.textContent = share.dataset.copied;
  });
}

if (session) {
  fetch(session.dataset.session)
    .then(async (answer) => {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      session.replaceChildren(...(answer.ok ? page.body : page.querySelector("[data-says]")).childNodes);
    })
    .catch(() => {}); // the server is away; the button asks again
}
