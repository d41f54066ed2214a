// Shows a past round on the felt; the live table goes on in the background.
import { fill } from "../shared/format.js";
import { as, byId } from "../shared/elements.js";
import { inLanguage } from "../shared/language.js";

/** @import { RoundShown } from "../shared/wire.js" */

export class PastRound {
  /** @type {RoundShown | null} */
  #round = null;
  /** @type {HTMLElement | null} */
  #from = null; // the button that opened it

  /**
   * `own()` is the player's name, `show(round | null)` draws the felt.
   * @param {string} api
   * @param {import("./types.js").Words} words
   * @param {() => string | undefined} own
   * @param {(round: RoundShown | null) => void} show
   */
  constructor(api, words, own, show) {
    this.own = own;
    this.api = api;
    this.words = words;
    this.show = show;
    byId("recall-back").addEventListener("click", () => this.leave());
  }

  get active() {
    return this.#round !== null;
  }

  get round() {
    return this.#round;
  }

  /**
   * @param {number} number
   * @param {HTMLElement} from
   */
  async enter(number, from) {
    const answer = await fetch(inLanguage(`${this.api}/rounds/${number}`));
    if (!answer.ok) return;
    /** @type {RoundShown} */
    const round = await answer.json();
    this.#round = round;
    this.#from = from;
    document.body.classList.add("recalling");
    byId("recall").hidden = false;
    byId("recall-words").textContent = this.#says(round);
    as(HTMLAnchorElement, byId("recall-page")).href = `${location.pathname}/rounds/${number}`;
    this.show(round);
    byId("recall-back").focus();
  }

  /** @param {RoundShown} past */
  #says({ round, shooter, players }) {
    const shot = shooter ? fill(this.words.shot, { name: shooter === this.own() ? this.words.you_else : (players[shooter]?.name ?? shooter) }) : "";
    return `${fill(this.words.recalled, { round })}${shot}`;
  }

  leave() {
    if (!this.active) return;
    this.#round = null;
    document.body.classList.remove("recalling");
    const focused = byId("recall").contains(document.activeElement);
    byId("recall").hidden = true;
    if (focused) this.#from?.focus();
    this.show(null);
  }
}

