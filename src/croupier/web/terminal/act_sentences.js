// The result of a player's act as a sentence for screen readers: what is on the spot now, and the balance.
import { dollars, fill } from "../shared/format.js";

/** @import { Place } from "./types.js" */

export class ActSentences {
  /**
   * `own()` is what only this player sees.
   * @param {import("./types.js").Words} words
   * @param {import("./types.js").NameOf} nameOf
   * @param {{ stakeOn: (wager: string, spot?: string | null) => number }} player
   * @param {() => import("../shared/wire.js").OwnShown | null} own
   */
  constructor(words, nameOf, player, own) {
    this.words = words;
    this.nameOf = nameOf;
    this.player = player;
    this.own = own;
  }

  get #left() {
    return dollars(this.own()?.rack ?? 0);
  }

  /** @param {Place} place */
  on({ wager, spot }) {
    const amount = this.player.stakeOn(wager, spot);
    const where = this.nameOf(wager, spot);
    return fill(amount ? this.words.said_on : this.words.said_down, { amount: dollars(amount), where, left: this.#left });
  }

  /**
   * @param {Place} place
   * @param {number} cents
   */
  tip({ wager, spot }, cents) {
    return fill(this.words.said_tip, { amount: dollars(cents), where: this.nameOf(wager, spot) });
  }

  /**
   * The table has taken a bet for the dealers.
   * @param {Place} place
   * @param {number} cents
   */
  given({ wager, spot }, cents) {
    return fill(this.words.said_given, { amount: dollars(cents), where: this.nameOf(wager, spot), left: this.#left });
  }

  /** @param {string} did */
  all(did) {
    return fill(this.words.said_all, { did, laid: dollars(this.own()?.laid ?? 0), left: this.#left });
  }

  /**
   * @param {Place} place
   * @param {boolean} on
   * @param {string} [kind]
   */
  call({ wager, spot }, on, kind) {
    if (kind !== undefined) return fill(on ? this.words.said_all_working : this.words.said_all_off, { kind });
    return fill(on ? this.words.said_working : this.words.said_off, { wager: this.nameOf(wager, spot) });
  }

  rack() {
    return fill(this.words.said_rack, { left: this.#left });
  }
}
