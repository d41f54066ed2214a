// Beside the felt: what the last round brought, the wagers that stand, and what is asked of the player.
import { dollars, fill, signed } from "./format.js";
import { byId, html } from "./svg.js";

// The last round, wager by wager.
export function showResult(won, outcome, words, nameOf, rowNames) {
  const box = byId("result");
  if (!won) {
    box.hidden = true;
    return;
  }
  const net = won.rows.reduce((sum, row) => sum + row.net, 0);
  const rows = won.rows.map((row) =>
    html(
      "tr",
      { class: row.net > 0 ? "won" : row.net < 0 ? "lost" : "" },
      html("th", { scope: "row" }, nameOf(row.wager, row.spot), html("small", {}, `${gradeName(row, words, rowNames)}${row.cite ? ` · ${row.cite}` : ""}`)),
      html("td", { class: "number" }, dollars(row.stake)),
      html("td", { class: "number" }, signed(row.net)),
    ),
  );
  box.replaceChildren(
    html("h2", {}, fill(words.result_of, { round: won.round }), outcome ? html("span", { class: "pocket", "data-color": outcome.color }, outcome.words) : null),
    html("p", { class: `net ${net > 0 ? "won" : net < 0 ? "lost" : ""}` }, signed(net)),
    html(
      "table",
      {},
      html("thead", {}, html("tr", {}, html("th", { scope: "col" }, words.wager), html("th", { scope: "col", class: "number" }, words.stake), html("th", { scope: "col", class: "number" }, words.net))),
      html("tbody", {}, ...rows),
    ),
  );
  box.hidden = false;
}

const gradeName = ({ wager, grade }, words, rowNames) => rowNames[wager]?.[grade] ?? words[`grade_${grade}`] ?? String(grade ?? "").replaceAll("-", " ");

// The player's own wagers: each can come down, and be called where the rules have such a call.
export function showMine(chips, words, nameOf, callable, on) {
  const box = byId("mine");
  const rows = chips.map((chip) =>
    html(
      "li",
      { class: chip.locked ? "locked" : "" },
      html("span", { class: "what" }, nameOf(chip.wager, chip.spot), chip.tip ? html("small", {}, words.for_dealers) : null, chip.prison ? html("small", {}, words.in_prison) : null),
      html("span", { class: "stake" }, dollars(chip.stake)),
      callable.includes(chip.wager) && !chip.tip ? calls(chip, words, nameOf, on) : null,
      chip.prison || chip.tip ? null : html("button", { type: "button", class: "button small", "aria-label": fill(words.take_down, { wager: nameOf(chip.wager, chip.spot) }), onclick: () => on.remove(chip) }, "✕"),
    ),
  );
  box.querySelector("ul").replaceChildren(...rows);
  box.querySelector(".nothing").hidden = rows.length > 0;
  byId("mine-count").textContent = rows.length || "";
}

function calls(chip, words, nameOf, on) {
  const off = chip.on === false;
  const label = fill(off ? words.call_on : words.call_off, { wager: nameOf(chip.wager, chip.spot) });
  return html("button", { type: "button", class: `button small call ${off ? "off" : ""}`, "aria-label": label, onclick: () => on.call(chip, off) }, off ? words.off : words.on);
}

// Who sits here, in the colors of their chips.
export function showPlayers(players, own, words) {
  const box = byId("players");
  const said = Object.keys(players).join();
  if (box.dataset.said === said) return;
  box.dataset.said = said;
  const seated = Object.entries(players).sort(([, one], [, other]) => one.place - other.place);
  box.querySelector("ul").replaceChildren(
    ...seated.map(([id, { color, name }]) => {
      const dot = html("i", { class: "dot" });
      dot.style.background = id === own ? "var(--gold)" : color;
      return html("li", {}, dot, id === own ? words.you : name);
    }),
  );
  box.hidden = seated.length < 2;
}

// What is asked: a choice in prison, the dice.
export function showAsked(you, words, nameOf, on) {
  const box = byId("asked");
  const cards = (you?.pending ?? []).map((due) =>
    card(
      fill(words.choice_due, { wager: nameOf(due.wager, due.spot) }),
      ...due.choices.map((choice, i) =>
        html("button", { type: "button", class: i ? "button" : "button gold", onclick: () => on.choose(due, choice) }, words[`choice_${choice}`] ?? choice),
      ),
    ),
  );
  if (you?.dice === "offered") {
    cards.push(
      card(
        words.dice_offered,
        html("button", { type: "button", class: "button gold", onclick: on.accept }, words.dice_take),
        html("button", { type: "button", class: "button", onclick: on.decline }, words.dice_decline),
      ),
    );
  }
  const said = cards.map((each) => each.textContent).join();
  if (box.dataset.said === said) return false;
  box.dataset.said = said;
  box.replaceChildren(...cards);
  return cards.length > 0;
}

const card = (sentence, ...buttons) =>
  html("div", { class: "asked-card", role: "group", "aria-label": sentence }, html("p", {}, sentence), html("div", { class: "row" }, ...buttons));

