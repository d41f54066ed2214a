// Bets for the dealers. The table gives them back to nobody: no command takes one down. So the terminal asks first, and keeps
// the chips here until just before the close: until then the player can take them back.
import { as, byId } from "../shared/elements.js";
import { dollars, fill } from "../shared/format.js";

/**
 * @import { HeldTip, NameOf, Place, Words } from "./types.js"
 * @import { Player } from "./player.js"
 */

const LEAD = 1500; // milliseconds before the close: time for the way to the table
const LOOK = 100;

/**
 * `left()` are the milliseconds until the close, null while no clock runs; `open()` says whether the table takes bets.
 * `sent` and `late` are called with a tip that the table has taken, and with one for which betting closed too early.
 * @typedef {object} Betting
 * @property {() => number | null} left
 * @property {() => boolean} open
 * @property {(tip: HeldTip) => void} sent
 * @property {(tip: HeldTip) => void} late
 */

export class Tips {
  #looks = 0;

  /**
   * @param {Player} player
   * @param {Betting} betting
   * @param {Words} words
   * @param {NameOf} nameOf
   */
  constructor(player, betting, words, nameOf) {
    this.player = player;
    this.betting = betting;
    this.words = words;
    this.nameOf = nameOf;
    this.dialog = as(HTMLDialogElement, byId("ask-tip"));
  }

  /**
   * Ask whether these chips are for the dealers; resolves to the answer.
   * @param {Place} place
   * @param {number} amount
   * @returns {Promise<boolean>}
   */
  ask(place, amount) {
    byId("ask-tip-words").textContent = fill(this.words.tip_asks, { amount: dollars(amount), where: this.nameOf(place.wager, place.spot) });
    this.dialog.returnValue = "";
    this.dialog.showModal();
    return new Promise((answer) => this.dialog.addEventListener("close", () => answer(this.dialog.returnValue === "yes"), { once: true }));
  }

  /**
   * Keep a bet for the dealers until the close.
   * @param {Place} place
   * @param {number} amount
   */
  hold(place, amount) {
    const { player } = this;
    const tip = { place, amount, round: player.link.round, change: new Map() };
    player.held = [...player.held, tip];
    player.acts.did(tip);
    player.on.changed();
    this.#looks ||= setInterval(() => this.#look(), LOOK);
    return Promise.resolve(true);
  }

  /**
   * Take back the bet that was kept last on a spot; resolves to null if there is none.
   * @param {Place} place
   * @returns {Promise<true | null>}
   */
  takeBack({ wager, spot }) {
    const tip = this.player.held.findLast(({ place }) => place.wager === wager && (place.spot ?? "") === (spot ?? ""));
    if (tip) this.#release(tip);
    return Promise.resolve(tip ? true : null);
  }

  /** @param {HeldTip} tip */
  #release(tip) {
    const { player } = this;
    player.held = player.held.filter((each) => each !== tip);
    player.acts.forget(tip);
    player.on.changed();
  }

  #look() {
    const { betting, player } = this;
    const left = betting.left();
    for (const tip of player.held) {
      if (tip.round !== player.link.round || !betting.open()) {
        this.#release(tip);
        betting.late(tip);
      } else if (left !== null && left <= LEAD) this.#send(tip);
    }
    if (player.held.length) return;
    clearInterval(this.#looks);
    this.#looks = 0;
  }

  /** @param {HeldTip} tip */
  async #send(tip) {
    this.#release(tip);
    if (await this.player.tip(tip.place, tip.amount)) this.betting.sent(tip);
  }
}
