// What a player did since the betting opened, and the commands that take the last of it back.
// An act is remembered as what it changed on each spot it touched; the server judges the way back like any act.

/**
 * @import { Command } from "../shared/socket.js"
 * @import { Act, Stakes } from "./types.js"
 */

/**
 * @param {string} wager
 * @param {string | null | undefined} spot
 * @param {unknown} tip
 */
export const keyOf = (wager, spot, tip) => `${wager}|${spot ?? ""}|${tip ? 1 : 0}`;

/**
 * Where a key is, as a command says it.
 * @param {string} key
 */
export function whereOf(key) {
  const [wager, spot] = key.split("|");
  return spot ? { wager, spot } : { wager };
}

// Acts in the order in which they were done; one that is refused never was.
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

  // The last act, which is no longer remembered.
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
 * What lies where after a command, as far as a player knows before the table has said it: `stakes` is changed. `stays`
 * are keys that a clearing leaves alone.
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
 * @param {Stakes} stakes
 * @param {string} key
 * @param {number} cents
 */
const add = (stakes, key, cents) => stakes.set(key, Math.max(0, (stakes.get(key) ?? 0) + cents));

/**
 * A wager for the dealers is theirs.
 * @param {string} key
 */
export const isOwn = (key) => key.endsWith("|0");

/**
 * What changed between two layouts, by key.
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
 * The commands that take a change back from what stands now.
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
