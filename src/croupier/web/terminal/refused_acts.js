// The refusals of one act as a single one: what the table said, and which bets it is about if the act had several.
import { fill } from "../shared/format.js";

/** @import { NameOf, Refusal, Refused, Words } from "./types.js" */

/**
 * Null if there was no answer. `taken` says how many bets of the act were accepted.
 * @param {Refused[]} refused
 * @param {number} taken
 * @param {NameOf} nameOf
 * @param {Words} words
 * @returns {Refusal | null}
 */
export function refusalOf(refused, taken, nameOf, words) {
  const [{ refusal }] = refused;
  if (refusal === null || refused.length + taken === 1) return refusal;
  /** @type {Map<string, string[]>} */
  const why = new Map();
  for (const each of refused) {
    const message = each.refusal?.message ?? words.no_answer;
    why.set(message, [...(why.get(message) ?? []), named(each, nameOf)]);
  }
  const said = [...why].map(([message, names]) => fill(words.not_placed, { where: names.join(", "), message }));
  if (taken) said.push(fill(taken === 1 ? words.other_placed : words.others_placed, { count: taken }));
  return { ...refusal, message: said.join(" ") };
}

/**
 * @param {Refused} refused
 * @param {NameOf} nameOf
 */
const named = ({ command }, nameOf) => (command && "wager" in command ? nameOf(command.wager, "spot" in command ? command.spot : null) : "");
