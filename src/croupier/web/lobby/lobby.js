// The lobby follows its tables: phase, seats, last numbers, and whether they are in service.
import { fill } from "../shared/format.js";
import { mergePatch } from "../shared/merge.js";
import { Link } from "../shared/socket.js";
import { as, html, keep, one } from "../shared/elements.js";

/** @import { LiveCard, Number as Outcome } from "../shared/wire.js" */

const tables = one(".tables");
const state = one(".link-state");

/** @param {Outcome} number */
const picture = ({ text, color, picture: source }) =>
  source ? html("img", { class: "dice", src: source, alt: text }) : html("span", { class: "pocket", "data-color": color }, text);

/**
 * @param {HTMLElement} card
 * @param {string} path
 * @param {Outcome[]} last
 */
function numbers(card, path, last) {
  if (!last.length) return;
  const known = new Map(last.map((each) => [`${each.round} ${each.text}`, each]));
  keep(one(".last", card), known, (number) => {
    const { round, text } = number;
    const title = fill(tables.dataset.round ?? "", { number: round, outcome: text });
    const link = { class: "outcome", href: `${path}/rounds/${round}`, title, "aria-label": title };
    return html("li", {}, html("a", link, picture(number)));
  });
  const check = as(HTMLAnchorElement, one(`[data-check="${CSS.escape(card.dataset.table ?? "")}"]`, tables));
  check.hidden = false;
  check.href = `${path}/rounds/${last[0].round}`;
}

/** @type {Record<string, LiveCard>} The state of the page: what is on each card. */
let cards = {};

/** @param {string} id */
function draw(id) {
  const { phase, open, seats, last, fault } = cards[id];
  const card = one(`[data-table="${CSS.escape(id)}"]`, tables);
  one(".phase", card).textContent = phase;
  one(".phase", card).classList.toggle("is-open", open);
  one(".seats", card).textContent = seats;
  one(".fault", card).textContent = fault ?? "";
  numbers(card, `/tables/${encodeURIComponent(id)}`, last);
}

/**
 * @param {Record<string, LiveCard>} now
 * @param {object} changed
 */
function show(now, changed) {
  cards = now;
  Object.keys(changed).forEach(draw);
}

new Link("/api/1/lobby/socket", {
  link: (now) => (state.textContent = now === "open" ? "" : (tables.dataset.lost ?? "")),
  lobby: ({ tables: all }) => show(all, all),
  cards: ({ patch }) => show(mergePatch(cards, patch), patch),
});
