// The panels around the felt: balance, last result, the player's bets, the other players, and questions to the player.
import { dollars, fill, seconds, signed } from "../shared/format.js";
import { byId, every, html, keep, one, put } from "../shared/elements.js";
import { isHeld } from "./undo.js";

/**
 * @import { DueShown, OwnShown, PlayerShown, RowShown, WonShown } from "../shared/wire.js"
 * @import { KeyedChip, ListedChip, NameOf, Question, Words } from "./types.js"
 */

/**
 * The balance, including acts under way. A player who sits down while a round runs reads when the chips come.
 * @param {import("./store.js").Store} store
 * @param {import("./player.js").Player} player
 * @param {Words} words
 */
export function showRack({ you, view, held }, player, words) {
  const rack = dollars(Math.max(0, (you?.rack ?? 0) - player.coming));
  const laid = dollars((you?.laid ?? 0) + player.coming);
  byId("balance").textContent = rack;
  byId("laid").textContent = laid;
  byId("rack").setAttribute("aria-label", fill(words.balance_words, { rack, laid }));
  byId("rack").setAttribute("aria-busy", String(player.busy));
  byId("chips-wait").hidden = you === null || held || view?.phase === "open";
}

/**
 * The result of the last round, bet by bet; `ends` has how bets end, in words.
 * @param {Pick<WonShown, "round" | "rows"> | null} won
 * @param {{ color: string, words: string } | undefined} outcome
 * @param {Words} words
 * @param {NameOf} nameOf
 * @param {Pick<import("./types.js").Boot, "rows" | "grades">} ends
 */
export function showResult(won, outcome, words, nameOf, ends) {
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
      html("th", { scope: "row" }, nameOf(row.wager, row.spot), html("small", {}, gradeName(row, words, ends), row.cite ? html("span", { class: "cite" }, ` · ${row.cite}`) : null)),
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

/**
 * Wins before losses, the largest first.
 * @template {{ net: number }} T
 * @param {T[]} rows
 */
export const bestFirst = (rows) => [...rows].sort((a, b) => Number(b.net > 0) - Number(a.net > 0) || Math.abs(b.net) - Math.abs(a.net));

/**
 * @param {RowShown} row
 * @param {Words} words
 * @param {Pick<import("./types.js").Boot, "rows" | "grades">} ends
 */
const gradeName = ({ wager, grade }, words, { rows, grades }) => rows[wager]?.[grade] ?? words[`grade_${grade}`] ?? grades[grade] ?? grade;

/**
 * Whether the text of a box differs from the last one.
 * @param {HTMLElement} box
 * @param {string} said
 */
function changed(box, said) {
  if (box.dataset.said === said) return false;
  box.dataset.said = said;
  return true;
}

/**
 * The buttons of a bet in the list.
 * @typedef {{ remove: (chip: KeyedChip) => void, call: (chip: KeyedChip, on: boolean, kind?: string) => void }} OnChip
 */

/**
 * The player's own bets, with buttons to take them down and, if the rules have it, to call them on or off. The line of a
 * bet stays the same element while the bet is on the felt.
 * @param {ListedChip[]} chips
 * @param {Words} words
 * @param {NameOf} nameOf
 * @param {Record<string, string>} calls
 * @param {OnChip} on
 */
export function showMine(chips, words, nameOf, calls, on) {
  const box = byId("mine");
  const lines = keep(one("ul", box), new Map(chips.map((chip) => [chip.key, chip])), (chip) => line(chip, on), box);
  lines.forEach((each, i) => {
    shownIn.set(each, chips[i]);
    if (changed(each, JSON.stringify(chips[i]))) fillLine(each, chips[i], words, nameOf, chips[i].wager in calls);
  });
  showAlike(chips.filter(({ stake }) => stake), words, calls, on);
  one(".nothing", box).hidden = chips.length > 0;
  byId("mine-count").textContent = chips.length ? String(chips.length) : "";
}

/**
 * The player's bets that one button calls on or off together, by their kind: at least two of a kind, not for the dealers.
 * @param {KeyedChip[]} chips
 * @param {Record<string, string>} calls
 * @returns {Map<string, KeyedChip[]>}
 */
export function alike(chips, calls) {
  /** @type {Map<string, KeyedChip[]>} */
  const kinds = new Map();
  for (const chip of chips.filter(({ wager, tip }) => wager in calls && !tip)) {
    kinds.set(calls[chip.wager], [...(kinds.get(calls[chip.wager]) ?? []), chip]);
  }
  return new Map([...kinds].filter(([, like]) => like.length > 1));
}

/**
 * A button for each kind of like bets: all of them on, or if they are on, all of them off.
 * @param {KeyedChip[]} chips
 * @param {Words} words
 * @param {Record<string, string>} calls
 * @param {OnChip} on
 */
function showAlike(chips, words, calls, on) {
  const box = byId("alike");
  const kinds = alike(chips, calls);
  if (!changed(box, JSON.stringify([...kinds]))) return;
  box.replaceChildren(
    ...[...kinds].map(([kind, like]) => {
      const off = like.some((chip) => chip.on === false);
      const onclick = () => on.call(like[0], off, kind);
      return html("button", { type: "button", class: "button small", onclick }, fill(off ? words.all_on : words.all_off, { kind }));
    }),
  );
  box.hidden = kinds.size === 0;
}

/** @type {WeakMap<HTMLElement, KeyedChip>} The chip that a line of the list shows now. */
const shownIn = new WeakMap();

/**
 * @param {KeyedChip} first
 * @param {OnChip} on
 */
function line(first, on) {
  const made = html("li", {}, html("span", { class: "what" }), html("span", { class: "stake" }));
  const chip = () => shownIn.get(made) ?? first;
  const call = html("button", { type: "button", class: "button small call", onclick: () => on.call(chip(), chip().on === false) });
  const down = html("button", { type: "button", class: "button small down", onclick: () => on.remove(chip()) });
  made.append(call, down);
  return made;
}

/**
 * @param {HTMLElement} made
 * @param {ListedChip} chip
 * @param {Words} words
 * @param {NameOf} nameOf
 * @param {boolean} callable
 */
function fillLine(made, chip, words, nameOf, callable) {
  const wager = nameOf(chip.wager, chip.spot);
  const off = chip.on === false;
  const [what, stake, call, down] = every(":scope > *", made);
  made.classList.toggle("locked", chip.locked);
  const pending = chip.pending > 0 ? fill(chip.held ? words.tip_waits : words.not_accepted_yet, { amount: dollars(chip.pending) }) : chip.pending && words.being_taken_back;
  const notes = [chip.tip && words.for_dealers, chip.prison && words.in_prison, chip.lit && words.locked_in, pending];
  made.classList.toggle("pending", chip.pending !== 0);
  put(what, `${wager}:`, ...notes.map((note) => (note ? html("small", {}, note) : null)));
  stake.textContent = chip.stake ? dollars(chip.stake) : "";
  call.hidden = !callable || !chip.stake;
  call.classList.toggle("off", off);
  call.textContent = off ? words.off : words.on;
  call.setAttribute("aria-label", fill(off ? words.call_on : words.call_off, { wager }));
  down.hidden = !chip.held && (chip.tip || isHeld(chip) || !chip.stake);
  down.textContent = chip.held ? words.undo : "×";
  down.setAttribute("aria-label", fill(chip.held ? words.undo_tip : words.take_down, { wager }));
}

/**
 * The players at the table, in the colors of their chips.
 * @param {Record<string, PlayerShown>} players
 * @param {string | undefined} own
 * @param {Words} words
 * @param {boolean} colored whether the player's own chips have a color too
 */
export function showPlayers(players, own, words, colored) {
  const box = byId("players");
  if (!changed(box, [own, ...Object.keys(players)].join())) return;
  const seated = Object.entries(players).sort(([, a], [, b]) => a.place - b.place);
  one("ul", box).replaceChildren(
    ...seated.map(([id, { color, name }]) => {
      const dot = html("i", { class: "dot" });
      dot.style.background = id === own && !colored ? "var(--gold)" : color;
      return html("li", {}, dot, id === own ? words.you : name);
    }),
  );
  box.hidden = seated.length < 2;
}

/**
 * The answers of the player.
 * @typedef {{ choose: (due: DueShown, choice: string) => void, accept: () => void, decline: () => void }} OnAsked
 */

/**
 * The questions to the player: about a wager, and whether to shoot. Returns the sentence of the last card if one is new.
 * @param {OwnShown | null} you
 * @param {Words} words
 * @param {Question | null} question
 * @param {NameOf} nameOf
 * @param {OnAsked} on
 * @param {number} offer how long the dice are offered, in milliseconds
 * @param {SVGElement} after gets the focus when the last question is gone
 */
export function showAsked(you, words, question, nameOf, on, offer, after) {
  /** @type {Map<string, () => HTMLElement>} */
  const cards = new Map((you?.pending ?? []).map((due) => [`${due.wager}|${due.spot ?? ""}`, () => choice(due, question, nameOf, on)]));
  if (you?.dice === "offered") cards.set("dice", () => dice(words, on, offer));
  const box = byId("asked");
  const before = new Set(every(":scope > *", box).map((each) => each.dataset.key));
  const shown = keep(box, cards, (make) => make(), after);
  return [...cards.keys()].some((key) => !before.has(key)) ? one("p", shown[shown.length - 1]).textContent : null;
}

/**
 * @param {DueShown} due
 * @param {Question | null} question
 * @param {NameOf} nameOf
 * @param {OnAsked} on
 */
const choice = (due, question, nameOf, on) =>
  card(
    fill(question?.says ?? "", { stake: dollars(due.stake), wager: nameOf(due.wager, due.spot), back: dollars(Math.max(...Object.values(due.back))) }),
    ...due.choices.map((each, i) => {
      const said = fill(question?.answers[each] ?? each, { back: dollars(due.back[each]) });
      return html("button", { type: "button", class: i ? "button" : "button gold", onclick: () => on.choose(due, each) }, said);
    }),
  );

/**
 * @param {Words} words
 * @param {OnAsked} on
 * @param {number} offer
 */
const dice = (words, on, offer) =>
  card(
    fill(words.dice_offered, { seconds: seconds(offer) }),
    html("button", { type: "button", class: "button gold", onclick: on.accept }, words.dice_take),
    html("button", { type: "button", class: "button", onclick: on.decline }, words.dice_decline),
  );

/**
 * @param {string} sentence
 * @param {...HTMLElement} buttons
 */
const card = (sentence, ...buttons) =>
  html("div", { class: "asked-card", role: "group", "aria-label": sentence }, html("p", {}, sentence), html("div", { class: "row" }, ...buttons));
