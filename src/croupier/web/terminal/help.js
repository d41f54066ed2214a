// The help panel: keys, and every wager with what it pays, its exact edge and a way to place it.
import { fill } from "../shared/format.js";
import { byId, html, put } from "../shared/elements.js";

export function makeHelp(spots, order, words, nameOf, place) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("help"));
  const list = byId("help-wagers");
  const search = /** @type {HTMLInputElement} */ (byId("help-search"));
  const kinds = new Map();
  for (const spot of spots) if (!spot.at) kinds.set(spot.wager, [...(kinds.get(spot.wager) ?? []), spot]);
  const chosen = (spot) => {
    dialog.close(); // a refusal is said at the table
    place(spot);
  };
  const listed = order.filter((wager) => kinds.has(wager)); // as the rules list them
  const items = listed.map((wager) => item(nameOf(wager), kinds.get(wager), words, chosen));
  list.replaceChildren(...items);
  search.addEventListener("input", () => {
    const wanted = search.value.trim().toLowerCase();
    for (const each of items) each.hidden = !each.dataset.search.includes(wanted);
  });
  for (const close of dialog.querySelectorAll("[data-close]")) close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return { open: () => dialog.open || dialog.showModal() };
}

function item(name, found, words, place) {
  const spots = [...found].sort((one, other) => one.spot.localeCompare(other.spot, "en", { numeric: true }));
  const select = /** @type {HTMLSelectElement | null} */ (spots.length > 1 ? html("select", { "aria-label": fill(words.spot_of, { wager: name }) }, ...spots.map((spot, i) => html("option", { value: i }, spot.spot.replaceAll("-", ", ") || "–"))) : null);
  const decides = spots.length === 1 ? spots[0] : spots.find(({ spot }) => !spot); // of one number it is on its tooltip
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

// The exact edges of a spot: one for each choice that the player has.
function edges(spot, words) {
  if (!spot.edges?.length) return [html("span", { class: "dim" }, words.no_edge)];
  return spot.edges.map(({ when, edge, percent: value }) => html("p", {}, html("strong", {}, `${percent(value)} %`), ` ${edge}`, when ? html("span", { class: "dim" }, when) : null));
}

export const percent = (value) => value.toFixed(Math.abs(value) >= 10 ? 1 : 2).replace("-", "−");
