// The help panel: keys, and every wager with what it pays, its exact edge and a way to place it.
import { fill } from "./format.js";
import { byId, html } from "./svg.js";

export function makeHelp(spots, words, nameOf, place) {
  const dialog = byId("help");
  const list = byId("help-wagers");
  const search = byId("help-search");
  const kinds = new Map();
  for (const spot of spots) if (!spot.at) kinds.set(spot.wager, [...(kinds.get(spot.wager) ?? []), spot]);
  const chosen = (spot) => {
    dialog.close(); // a refusal is said at the table
    place(spot);
  };
  const items = [...kinds].map(([wager, found]) => item(nameOf(wager), found, words, chosen));
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
  const first = spots[0];
  const select = spots.length > 1 ? html("select", { "aria-label": fill(words.spot_of, { wager: name }) }, ...spots.map((spot, i) => html("option", { value: i }, spot.spot.replaceAll("-", ", ") || "–"))) : null;
  return html(
    "li",
    { "data-search": `${name} ${spots.map((spot) => spot.title).join(" ")}`.toLowerCase() },
    html("div", { class: "what" }, html("strong", {}, name), html("span", { class: "dim" }, first.says ?? "")),
    html("div", { class: "edge" }, ...edge(first, words)),
    select,
    html("button", { type: "button", class: "button small", "aria-label": fill(words.place_on, { wager: name }), onclick: () => place(spots[select ? Number(select.value) : 0]) }, words.place),
  );
}

function edge(spot, words) {
  if (spot.edge == null) return [html("span", { class: "dim" }, words.no_edge)];
  return [html("strong", {}, `${percent(spot.edge_percent)} %`), html("span", { class: "dim" }, spot.edge.length < 14 ? spot.edge : "")];
}

export const percent = (value) => value.toFixed(value >= 10 ? 1 : 2);
