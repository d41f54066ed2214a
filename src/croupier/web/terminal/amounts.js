// The amounts that the table takes on a spot now, as the table itself decides.

/**
 * @import { Amounts as Taken } from "../shared/wire.js"
 * @import { Place } from "./types.js"
 */

export class Amounts {
  /** @param {string} api */
  constructor(api) {
    this.api = api;
  }

  /**
   * The nearest amounts below and above this one.
   * @param {Place} place
   * @param {number} cents
   */
  async near(place, cents) {
    return (await this.#ask(place, cents)).near;
  }

  /**
   * The most that can be added; null if nothing can.
   * @param {Place} place
   */
  async most(place) {
    return (await this.#ask(place, 0)).most;
  }

  /**
   * @param {Place} place
   * @param {number} amount
   * @returns {Promise<Taken>}
   */
  async #ask({ wager, spot }, amount) {
    const answer = await fetch(`${this.api}/amounts?${new URLSearchParams({ wager, spot: spot ?? "", amount: String(amount) })}`).catch(() => null);
    return answer?.ok ? answer.json() : { most: null, near: [] };
  }
}
