// The lobby keeps up with its tables: phase, seats, last numbers.
import { fill } from "./format.js";
import { Link } from "./socket.js";
import { html, keep } from "./svg.js";

const tables = document.querySelector(".tables");
const state = document.querySelector(".link-state");

const picture = ({ text, color, picture: source }) =>
  source ? html("img", { class: "dice", src: source, alt: text }) : html("span", { class: "pocket", "data-color": color }, text);

function numbers(card, path, last) {
  if (!last.length) return;
  const known = new Map(last.map((each) => [each.round, each]));
  keep(card.querySelector(".last"), [...known.keys()], (round) => {
    const title = fill(tables.dataset.round, { number: round, outcome: known.get(round).text });
    const link = { class: "outcome", href: `${path}/rounds/${round}`, title, "aria-label": title };
    return html("li", {}, html("a", link, picture(known.get(round))));
  });
  const check = tables.querySelector(`[data-check="${CSS.escape(card.dataset.table)}"]`);
  check.hidden = false;
  check.href = `${path}/rounds/${last[0].round}`;
}

// What of a card has changed.
function draw(id, { phase, open, seats, last }) {
  const card = tables.querySelector(`[data-table="${CSS.escape(id)}"]`);
  if (phase !== undefined) card.querySelector(".phase").textContent = phase;
  if (open !== undefined) card.querySelector(".phase").classList.toggle("is-open", open);
  if (seats !== undefined) card.querySelector(".seats").textContent = seats;
  if (last !== undefined) numbers(card, `/tables/${encodeURIComponent(id)}`, last);
}

const all = (cards) => Object.entries(cards).forEach(([id, card]) => draw(id, card));

new Link("/api/1/lobby/socket", {
  link: (now) => (state.textContent = now === "open" ? "" : tables.dataset.waiting),
  lobby: ({ tables: cards }) => all(cards),
  delta: ({ patch }) => all(patch),
});
