// The acts of a player since betting opened, and the commands that undo the last one. An act is stored as its change on
// each spot. The server decides an undo like any other act.

/**
 * @import { Command } from "../shared/socket.js"
 * @import { Act, Place, Placed, Plan, Stakes } from "./types.js"
 */

const HELD = "|held";

/**
 * @param {string} wager
 * @param {string | null | undefined} spot
 * @param {unknown} tip
 */
export const keyOf = (wager, spot, tip) => `${wager}|${spot ?? ""}|${tip ? 1 : 0}`;

/**
 * The wager and spot of a key, as a command has them.
 * @param {string} key
 */
export function whereOf(key) {
  const [wager, spot] = key.split("|");
  return spot ? { wager, spot } : { wager };
}

/**
 * Whether a wager is held on the felt: in prison, or waiting for a choice or a draw. The player cannot change it.
 * @param {{ key: string }} chip
 */
export const isHeld = ({ key }) => key.endsWith(HELD);

/**
 * The key of a wager, whether it is held or not.
 * @param {string} key
 */
export const unheld = (key) => (key.endsWith(HELD) ? key.slice(0, -HELD.length) : key);

// Acts in order; refused ones are removed.
export class Acts {
  /** @type {Act[]} */
  #done = [];

  get empty() {
    return this.#done.length === 0;
  }

  /** @param {Act} act */
  did(act) {
    this.#done.push(act);
  }

  // Remove and return the last act.
  last() {
    return this.#done.pop();
  }

  /** @param {Act} act */
  forget(act) {
    this.#done = this.#done.filter((each) => each !== act);
  }

  clear() {
    this.#done = [];
  }
}

/**
 * Apply a command to `stakes`, as far as its result is known before the table answers. `stays` are keys that `clear` does
 * not remove.
 * @param {Stakes} stakes
 * @param {Command} command
 * @param {Set<string>} stays
 */
export function after(stakes, command, stays = new Set()) {
  if (command.do === "place") add(stakes, keyOf(command.wager, command.spot, command.tip), command.amount);
  else if (command.do === "raise") add(stakes, keyOf(command.wager, command.spot, false), command.amount);
  else if (command.do === "reduce") add(stakes, keyOf(command.wager, command.spot, false), -command.amount);
  else if (command.do === "take-down") stakes.set(keyOf(command.wager, command.spot, false), 0);
  else if (command.do === "clear") for (const each of stakes.keys()) if (isOwn(each) && !stays.has(each)) stakes.set(each, 0);
  return stakes;
}

/**
 * The chips that a command puts down.
 * @param {Command} command
 * @returns {Placed[]}
 */
export const placed = (command) => (command.do === "place" || command.do === "raise" ? [command] : []);

/**
 * @param {Stakes} stakes
 * @param {string} key
 * @param {number} cents
 */
const add = (stakes, key, cents) => stakes.set(key, Math.max(0, (stakes.get(key) ?? 0) + cents));

/**
 * Whether a wager is the player's own, and not a tip for the dealers.
 * @param {string} key
 */
export const isOwn = (key) => key.endsWith("|0");

/**
 * The difference between two layouts, by key.
 * @param {Stakes} before
 * @param {Stakes} now
 */
export function changed(before, now) {
  const keys = [...new Set([...before.keys(), ...now.keys()])].filter(isOwn);
  const change = new Map(keys.map((key) => [key, (now.get(key) ?? 0) - (before.get(key) ?? 0)]));
  for (const [key, cents] of change) if (!cents) change.delete(key);
  return change;
}

/**
 * The commands that undo a change, from what is on the layout now.
 * @param {Stakes} change
 * @param {Stakes} standing
 * @returns {Command[]}
 */
export function back(change, standing) {
  return [...change].flatMap(/** @returns {Command[]} */ ([key, cents]) => {
    const now = standing.get(key) ?? 0;
    if (cents < 0) return [{ do: "place", ...whereOf(key), amount: -cents }];
    if (now > cents) return [{ do: "reduce", ...whereOf(key), amount: cents }];
    return now ? [{ do: "take-down", ...whereOf(key) }] : [];
  });
}

/**
 * The commands that double the player's bets. Those that may not be raised stay as they are.
 * @param {Set<string>} fixed
 * @returns {Plan}
 */
export const doubling = (fixed) => (stakes) =>
  [...stakes].filter(([key, cents]) => isOwn(key) && cents && !fixed.has(key)).map(([key, amount]) => ({ do: "raise", ...whereOf(key), amount }));

/** @param {Placed[]} bets */
export const sumOf = (bets) => bets.reduce((total, { amount }) => total + amount, 0);

/**
 * The commands that place these bets.
 * @param {Placed[]} bets
 * @returns {Plan}
 */
export const placing = (bets) => () => bets.map((bet) => ({ do: "place", ...where(bet), amount: bet.amount }));

/**
 * The commands that add these amounts to the bets that the player has.
 * @param {Placed[]} bets
 * @returns {Plan}
 */
export const pressing = (bets) => (stakes) =>
  bets.filter(({ wager, spot }) => stakes.get(keyOf(wager, spot, false))).map((bet) => ({ do: "raise", ...where(bet), amount: bet.amount }));

/**
 * The wager and spot of a place, as a command has them.
 * @param {Place} place
 */
export const where = ({ wager, spot }) => (spot ? { wager, spot } : { wager });
