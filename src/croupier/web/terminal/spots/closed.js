// Spots that take no chips now look closed, and say why. The server decides which: the page only looks it up. A switch lights
// those that are open.
import { byId, svg } from "../../shared/elements.js";

/**
 * @import { Felt } from "../felt.js"
 * @import { Place, Spot, Words } from "../types.js"
 */

const KEPT = "croupier.open-bets";
const HATCH = "closed-hatch"; // the id of the pattern that terminal.css fills closed spots with

export class ClosedSpots {
  /**
   * @param {Felt} felt
   * @param {import("../store.js").Store} store
   * @param {Words} words
   */
  constructor(felt, store, words) {
    this.felt = felt;
    this.store = store;
    this.words = words;
    this.#light(localStorage.getItem(KEPT) === "on");
  }

  /**
   * Why a spot takes no chips of this player now; empty if it is open.
   * @param {Place} place
   */
  reason(place) {
    return this.store.view?.closed[""] ?? this.#own(place);
  }

  /**
   * The reason that is the spot's own: not that betting is closed.
   * @param {Place} place
   */
  #own({ wager, spot }) {
    const { view, you } = this.store;
    const key = `${wager}|${spot ?? ""}`;
    return you?.closed[key] ?? view?.closed[key] ?? view?.closed[wager] ?? "";
  }

  // Give every spot its look and its description.
  draw() {
    if (!this.felt.picture.querySelector(`#${HATCH}`)) this.felt.picture.prepend(hatch());
    for (const spot of this.felt.spots) {
      const reason = this.#own(spot);
      spot.element.classList.toggle("closed", reason !== "");
      this.#describe(spot, reason && this.said(reason));
    }
  }

  /** @param {string} reason */
  said(reason) {
    return this.words.closed_because.replace("{reason}", () => reason);
  }

  /**
   * @param {Spot} spot
   * @param {string} closed
   */
  #describe({ element, told }, closed) {
    const said = [closed, told?.covers].filter(Boolean).join(" ");
    if ((element.getAttribute("aria-description") ?? "") !== said) element.setAttribute("aria-description", said);
  }

  get lit() {
    return byId("open-bets").getAttribute("aria-pressed") === "true";
  }

  // Light the open spots, or no longer; returns what to announce.
  turn() {
    this.#light(!this.lit);
    localStorage.setItem(KEPT, this.lit ? "on" : "off");
    return this.lit ? this.words.open_bets_on : this.words.open_bets_off;
  }

  /** @param {boolean} on */
  #light(on) {
    byId("open-bets").setAttribute("aria-pressed", String(on));
    document.body.classList.toggle("lighting", on);
  }
}

// The pattern of closed spots; every picture of the felt needs its own.
function hatch() {
  const lines = svg("pattern", { id: HATCH, width: 12, height: 12, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  lines.append(svg("rect", { width: 12, height: 12, fill: "#04110b", "fill-opacity": 0.3 }), svg("rect", { width: 3, height: 12, fill: "#04110b", "fill-opacity": 0.4 }));
  return lines;
}
