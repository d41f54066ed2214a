// Outcomes in words, in short and in color, by the part name that a game declares.
import { facesOf } from "./devices/dice.js";
import { fill } from "../shared/format.js";

/** @import { Boot, OutcomeWords } from "./types.js" */

/** @param {string} outcome */
const total = (outcome) => facesOf(outcome).reduce((one, other) => one + other);

/** @type {Record<string, (boot: Boot) => Pick<OutcomeWords, "words" | "short">>} */
const PARTS = {
  pocket: ({ words, colors }) => ({
    words: (outcome) => fill(words.number_called, { number: outcome, color: words[`color_${colors?.[outcome]}`] }),
    short: (outcome) => outcome,
  }),
  faces: ({ words }) => ({
    words: (outcome) => fill(words.dice_called, { dice: outcome.replace("-", " + "), total: total(outcome) }),
    short: (outcome) => String(total(outcome)),
  }),
  symbol: ({ words, symbols }) => ({
    words: (outcome) => fill(words.wheel_called, { symbol: symbols[outcome] ?? outcome }),
    short: (outcome) => symbols[outcome] ?? outcome,
  }),
};

/**
 * @param {Boot} boot
 * @returns {OutcomeWords}
 */
export const outcomeWords = (boot) => ({
  ...PARTS[boot.outcome](boot),
  color: ({ color, outcome }) => color ?? (boot.symbols[outcome] ? outcome : "cream"),
});
