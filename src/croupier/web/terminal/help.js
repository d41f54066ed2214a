// The help dialog: keys, and every bet with its pays, its exact edge and a button that places it.
import { fill } from "../shared/format.js";
import { as, byId, every, html, put } from "../shared/elements.js";

/**
 * @import { SpotShown } from "../shared/wire.js"
 * @import { NameOf, Place, Words } from "./types.js"
 * @typedef {SpotShown} Spot
 * @typedef {{ open: () => void }} Help
 */

/**
 * `order` has the wagers in the order of the rules; `place(spot)` places a bet, also one that the shown felt has no spot for.
 * @param {Spot[]} spots
 * @param {string[]} order
 * @param {Words} words
 * @param {NameOf} nameOf
 * @param {(place: Place) => void} place
 * @returns {Help}
 */
export function makeHelp(spots, order, words, nameOf, place) {
  const dialog = as(HTMLDialogElement, byId("help"));
  const list = byId("help-wagers");
  const search = as(HTMLInputElement, byId("help-search"));
  /** @type {Map<string, Spot[]>} */
  const kinds = new Map();
  for (const spot of spots) if (!spot.at) kinds.set(spot.wager, [...(kinds.get(spot.wager) ?? []), spot]);
  /** @param {Spot} spot */
  const chosen = (spot) => {
    dialog.close(); // a refusal is shown at the table
    place(spot);
  };
  const items = order.flatMap((wager) => {
    const found = kinds.get(wager);
    return found ? [item(nameOf(wager), found, words, chosen)] : [];
  });
  list.replaceChildren(...items);
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    for (const each of items) each.hidden = !each.dataset.search?.includes(wanted);
  });
  for (const close of every("[data-close]", dialog)) close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return { open: () => dialog.open || dialog.showModal() };
}

/**
 * @param {string} name
 * @param {Spot[]} found
 * @param {Words} words
 * @param {(spot: Spot) => void} place
 */
function item(name, found, words, place) {
  const spots = [...found].sort((one, other) => (one.spot ?? "").localeCompare(other.spot ?? "", "en", { numeric: true }));
  const select = spots.length > 1 ? html("select", { "aria-label": fill(words.spot_of, { wager: name }) }, ...spots.map((spot, i) => html("option", { value: i }, spot.spot?.replaceAll("-", ", ") ?? "–"))) : null;
  const decides = spots.length === 1 ? spots[0] : spots.find(({ spot }) => !spot); // a single number has it in its tooltip
  const chosen = () => spots[select ? Number(select.value) : 0];
  const edge = html("div", { class: "edge" });
  const show = () => put(edge, ...edges(chosen(), words));
  select?.addEventListener("change", show);
  show();
  return html(
    "li",
    { "data-search": `${name} ${spots.map((spot) => spot.title).join(" ")}`.toLowerCase() },
    html("div", { class: "what" }, html("strong", {}, name), html("span", { class: "dim" }, [decides?.covers, spots[0].says].filter(Boolean).join(". "))),
    edge,
    select,
    html("button", { type: "button", class: "button small", "aria-label": fill(words.place_on, { wager: name }), onclick: () => place(chosen()) }, words.place),
  );
}

/**
 * The exact edges of a spot, one for each choice of the player.
 * @param {Spot} spot
 * @param {Words} words
 */
function edges({ edges: known }, words) {
  if (!known.length) return [html("span", { class: "dim" }, words.no_edge)];
  return known.map(({ when, edge, percent: value }) => html("p", {}, html("strong", {}, `${percent(value)} %`), ` ${edge}`, when ? html("span", { class: "dim" }, when) : null));
}

/** @param {number} value */
export const percent = (value) => value.toFixed(Math.abs(value) >= 10 ? 1 : 2).replace("-", "−");
