// What the player can do next, in one sentence; after an outcome, what it did to the player, and a win for as long as it is shown. The game declares the sentences about its bets; which of them are open is
// what the server says.
import { amount, fill } from "../shared/format.js";
import { DECIDED } from "./table_events.js";

/**
 * @import { TableShown } from "../shared/wire.js"
 * @import { KeyedChip, Parts } from "./types.js"
 */

/**
 * @param {Parts} page
 * @param {TableShown} view
 * @param {KeyedChip[]} mine the player's bets
 */
export function nextStep({ boot, clock, closed, felt, link, service, store, words }, view, mine) {
  if (!link.open || service.short || !store.you) return "";
  if (DECIDED.has(view.phase)) return store.result || words.next_soon;
  if (store.wins) return fill(words.you_win, { amount: amount(store.wins) });
  if (!boot.taken.includes(view.phase)) return view.stage ? words[`phase_${view.phase}`] : words.next_result;
  /** @param {Record<string, string>} steps */
  const open = (steps) => Object.entries(steps).find(([wager]) => felt.spots.some((spot) => spot.wager === wager && !closed.reason(spot)))?.[1];
  const own = mine.filter((chip) => !chip.tip);
  if (view.offered === store.player) return words.next_take_dice;
  if (boot.waits && clock.left === null && view.phase === "open" && !own.some((chip) => boot.line.includes(chip.wager))) return boot.waits;
  if (view.offered) return fill(words.next_offered, { name: name(view, view.offered) });
  if (!own.length) return open(boot.firstSteps) ?? "";
  const laid = new Set(own.map((chip) => chip.wager));
  const more = open(Object.fromEntries(Object.entries(boot.moreSteps).filter(([wager]) => !laid.has(wager))));
  if (more) return more;
  if (view.shooter === store.player) return words.next_you_roll;
  return view.shooter ? fill(words.next_rolls, { name: name(view, view.shooter) }) : words[`next_more_${boot.turn}`];
}

/**
 * @param {TableShown} view
 * @param {string} id
 */
const name = ({ players }, id) => players[id]?.name ?? id;
