// How figures and words are written: cents as dollars, seconds, and sentences with {braces} filled in.

const JOINED = "\u2060"; // a word joiner: no line ends after a minus sign

/** @param {number} cents */
export function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100).toString().replace(/\B(?=(\d{3})+$)/g, ",");
  return `${cents < 0 ? `−${JOINED}` : ""}$${whole}.${(Math.abs(cents) % 100).toString().padStart(2, "0")}`;
}

/**
 * An amount in a sentence: $1,000, or $2.50.
 * @param {number} cents
 */
export const amount = (cents) => dollars(cents).replace(/\.00$/, "");

/**
 * A chip has little room: 5, 2.50, 1,250 or 12.5k.
 * @param {number} cents
 */
export function onChip(cents) {
  const units = cents / 100;
  if (units >= 10_000) return `${Math.floor(units / 100) / 10}k`;
  return cents % 100 ? units.toFixed(2) : String(units);
}

/** @param {number} cents */
export const signed = (cents) => (cents > 0 ? `+${dollars(cents)}` : dollars(cents));

/** @param {number} ms */
export const seconds = (ms) => Math.max(0, Math.ceil(ms / 1000));

/**
 * @param {string} sentence
 * @param {Record<string, unknown>} values
 */
export function fill(sentence, values = {}) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * The chips that make up an amount, highest first, at most `most` of them.
 * @param {number} cents
 * @param {readonly number[]} denominations
 */
export function breakdown(cents, denominations, most = 6) {
  /** @type {number[]} */
  const chips = [];
  let rest = cents;
  for (const chip of [...denominations].sort((a, b) => b - a)) {
    while (rest >= chip && chips.length < most) {
      chips.push(chip);
      rest -= chip;
    }
  }
  return chips;
}
