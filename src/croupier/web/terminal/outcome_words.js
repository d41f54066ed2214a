// Outcomes in words, in short and in color, for the game of the table.
import { facesOf } from "./devices/dice.js";
import { fill } from "../shared/format.js";

/** @param {string} outcome */
const total = (outcome) => facesOf(outcome).reduce((one, other) => one + other);

/**
 * @param {import("./types.js").Boot} boot
 * @returns {import("./types.js").OutcomeWords}
 */
export const outcomeWords = ({ game, words, colors, symbols }) => ({
  words: (outcome) => {
    if (game === "roulette") return fill(words.number_called, { number: outcome, color: words[`color_${colors?.[outcome]}`] });
    if (game === "craps") return fill(words.dice_called, { dice: outcome.replace("-", " + "), total: total(outcome) });
    return fill(words.wheel_called, { symbol: symbols[outcome] ?? outcome });
  },
  short: (outcome) => (game === "craps" ? String(total(outcome)) : (symbols[outcome] ?? outcome)),
  color: ({ color, outcome }) => color ?? (symbols[outcome] ? outcome : "cream"),
});
