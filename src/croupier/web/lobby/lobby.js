// The lobby keeps up with its tables: phase, seats, last numbers, and whether they are in service.
import { fill } from "../shared/format.js";
import { mergePatch } from "../shared/merge.js";
import { Link } from "../shared/socket.js";
import { html, keep } from "../shared/elements.js";

const tables = document.querySelector(".tables");
const state = document.querySelector(".link-state");

const picture = ({ text, color, picture: source }) =>
  source ? html("img", { class: "dice", src: source, alt: text }) : html("span", { class: "pocket", "data-color": color }, text);

function numbers(card, path, last) {
  if (!last.length) return;
  const known = new Map(last.map((each) => [`${each.round} ${each.text}`, each]));
  keep(card.querySelector(".last"), [...known.keys()], (key) => {
    const { round, text } = known.get(key);
    const title = fill(tables.dataset.round, { number: round, outcome: text });
    const link = { class: "outcome", href: `${path}/rounds/${round}`, title, "aria-label": title };
    return html("li", {}, html("a", link, picture(known.get(key))));
  });
  const check = tables.querySelector(`[data-check="${CSS.escape(card.dataset.table)}"]`);
  check.hidden = false;
  check.href = `${path}/rounds/${last[0].round}`;
}

let cards = {};

function draw(id) {
  const { phase, open, seats, last, fault } = cards[id];
  const card = tables.querySelector(`[data-table="${CSS.escape(id)}"]`);
  card.querySelector(".phase").textContent = phase;
  card.querySelector(".phase").classList.toggle("is-open", open);
  card.querySelector(".seats").textContent = seats;
  card.querySelector(".fault").textContent = fault ?? "";
  numbers(card, `/tables/${encodeURIComponent(id)}`, last);
}

function show(now, changed) {
  cards = now;
  Object.keys(changed).forEach(draw);
}

new Link("/api/1/lobby/socket", {
  link: (now) => (state.textContent = now === "open" ? "" : tables.dataset.waiting),
  lobby: ({ tables: all }) => show(all, all),
  delta: ({ patch }) => show(mergePatch(cards, patch), patch),
});
