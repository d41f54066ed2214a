// Around the felt: what the player has, what the last round brought, the wagers that stand, and what is asked of the player.
import { dollars, fill, signed } from "../shared/format.js";
import { byId, every, html, keep, one, put } from "../shared/elements.js";

// What the player has, with all that is under way; and once the round runs, why who has just come has nothing.
export function showRack({ you, view, held }, player, words) {
  const rack = dollars(Math.max(0, (you?.rack ?? 0) - player.coming));
  const laid = dollars((you?.laid ?? 0) + player.coming);
  byId("balance").textContent = rack;
  byId("laid").textContent = laid;
  byId("rack").setAttribute("aria-label", fill(words.balance_words, { rack, laid }));
  byId("rack").setAttribute("aria-busy", String(player.busy));
  byId("chips-wait").hidden = you === null || held || view.phase === "open";
}

// The last round, wager by wager.
export function showResult(won, outcome, words, nameOf, rowNames) {
  const box = byId("result");
  if (!won) {
    box.hidden = true;
    return;
  }
  if (!changed(box, JSON.stringify([won, outcome]))) return;
  const net = won.rows.reduce((sum, row) => sum + row.net, 0);
  const rows = bestFirst(won.rows).map((row) =>
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

// What was won comes first, then what was lost; of each the largest.
export const bestFirst = (rows) => [...rows].sort((a, b) => Number(b.net > 0) - Number(a.net > 0) || Math.abs(b.net) - Math.abs(a.net));

const gradeName = ({ wager, grade }, words, rowNames) => rowNames[wager]?.[grade] ?? words[`grade_${grade}`] ?? String(grade ?? "").replaceAll("-", " ");

// Whether what a box says is another thing than what it said last.
function changed(box, said) {
  if (box.dataset.said === said) return false;
  box.dataset.said = said;
  return true;
}

// The player's own wagers: each can come down, and be called where the rules have such a call. Its line stays the same
// while the wager stands.
export function showMine(chips, words, nameOf, callable, on) {
  const box = byId("mine");
  const lines = keep(box.querySelector("ul"), chips.map((chip) => chip.key), () => line(on), box);
  lines.forEach((each, i) => {
    shownIn.set(each, chips[i]);
    if (changed(each, JSON.stringify(chips[i]))) fillLine(each, chips[i], words, nameOf, callable.includes(chips[i].wager));
  });
  one(".nothing", box).hidden = chips.length > 0;
  byId("mine-count").textContent = chips.length || "";
}

/** @type {WeakMap<HTMLElement, any>} The chip that a line of the list shows. */
const shownIn = new WeakMap();

function line(on) {
  const made = html("li", {}, html("span", { class: "what" }), html("span", { class: "stake" }));
  const call = html("button", { type: "button", class: "button small call", onclick: () => on.call(shownIn.get(made), shownIn.get(made).on === false) });
  const down = html("button", { type: "button", class: "button small down", onclick: () => on.remove(shownIn.get(made)) }, "×");
  made.append(call, down);
  return made;
}

function fillLine(made, chip, words, nameOf, callable) {
  const wager = nameOf(chip.wager, chip.spot);
  const off = chip.on === false;
  const [what, stake, call, down] = made.children;
  made.classList.toggle("locked", chip.locked);
  put(what, wager, chip.tip ? html("small", {}, words.for_dealers) : null, chip.prison ? html("small", {}, words.in_prison) : null);
  stake.textContent = dollars(chip.stake);
  call.hidden = !callable || chip.tip;
  call.classList.toggle("off", off);
  call.textContent = off ? words.off : words.on;
  call.setAttribute("aria-label", fill(off ? words.call_on : words.call_off, { wager }));
  down.hidden = chip.prison || chip.tip || chip.key.endsWith("|held");
  down.setAttribute("aria-label", fill(words.take_down, { wager }));
}

// Who sits here, in the colors of their chips.
export function showPlayers(players, own, words) {
  const box = byId("players");
  if (!changed(box, [own, ...Object.keys(players)].join())) return;
  const seated = Object.entries(players).sort(([, a], [, b]) => a.place - b.place);
  box.querySelector("ul").replaceChildren(
    ...seated.map(([id, { color, name }]) => {
      const dot = html("i", { class: "dot" });
      dot.style.background = id === own ? "var(--gold)" : color;
      return html("li", {}, dot, id === own ? words.you : name);
    }),
  );
  box.hidden = seated.length < 2;
}

// What is asked: a choice in prison, the dice. Says whether there is something new to answer.
export function showAsked(you, words, nameOf, on, after) {
  const due = new Map((you?.pending ?? []).map((each) => [`${each.wager}|${each.spot ?? ""}`, each]));
  if (you?.dice === "offered") due.set("dice", null);
  const box = byId("asked");
  const before = new Set(every(":scope > *", box).map((each) => each.dataset.key));
  keep(box, [...due.keys()], (key) => (key === "dice" ? dice(words, on) : choice(due.get(key), words, nameOf, on)), after);
  return [...due.keys()].some((key) => !before.has(key));
}

const choice = (due, words, nameOf, on) =>
  card(
    fill(words.choice_due, { wager: nameOf(due.wager, due.spot) }),
    ...due.choices.map((each, i) =>
      html("button", { type: "button", class: i ? "button" : "button gold", onclick: () => on.choose(due, each) }, words[`choice_${each}`] ?? each),
    ),
  );

const dice = (words, on) =>
  card(
    words.dice_offered,
    html("button", { type: "button", class: "button gold", onclick: on.accept }, words.dice_take),
    html("button", { type: "button", class: "button", onclick: on.decline }, words.dice_decline),
  );

const card = (sentence, ...buttons) =>
  html("div", { class: "asked-card", role: "group", "aria-label": sentence }, html("p", {}, sentence), html("div", { class: "row" }, ...buttons));

