// The usual units of bets whose pays would be rounded: suggested once for each kind of bet, when chips make no whole units.
import { dollars, fill } from "../shared/format.js";

/** @import { NameOf, Place, Unit, Words } from "./types.js" */

export class Units {
  /** @type {Set<string>} The wagers for which the player has read it. */
  #said = new Set();

  /**
   * @param {Record<string, Unit>} units
   * @param {NameOf} nameOf
   * @param {Words} words
   */
  constructor(units, nameOf, words) {
    this.units = units;
    this.nameOf = nameOf;
    this.words = words;
  }

  /**
   * What to say when this stake lies on a spot, the button below it, and the chips that it adds; null for whole units.
   * @param {Place} place
   * @param {number} stake
   */
  suggestion({ wager, spot }, stake) {
    const known = this.units[wager];
    const over = known ? stake % known.unit : 0;
    if (!over || this.#said.has(wager)) return null;
    this.#said.add(wager);
    const more = known.unit - over;
    const said = fill(this.words.usual_unit, { where: this.nameOf(wager, spot), unit: dollars(known.unit), wins: dollars(known.wins) });
    return { said, button: fill(this.words.make_it, { amount: dollars(stake + more) }), more };
  }
}
