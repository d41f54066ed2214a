// If a touch could mean several spots, they are offered by name, as large buttons.
import { byId, html, put } from "../../shared/elements.js";

const MOST = 9;

/** @import { NameOf, Spot, Words } from "../types.js" */

export class Chooser {
  /**
   * `pick` gets the chosen spot. If a spot covers numbers (`covers`, by wager and spot), these come before its name.
   * @param {Words} words
   * @param {NameOf} nameOf
   * @param {(spot: Spot) => void} pick
   * @param {Record<string, string[]>} covers
   */
  constructor(words, nameOf, pick, covers) {
    this.box = byId("chooser");
    this.words = words;
    this.nameOf = nameOf;
    this.pick = pick;
    this.covers = covers;
    addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  /**
   * Offer these spots, the likeliest first; a single one is picked at once. `low` if the touch was in the lower half.
   * @param {Spot[]} spots
   * @param {boolean} low
   */
  ask(spots, low) {
    this.close();
    if (spots.length < 2) {
      for (const spot of spots) this.pick(spot);
      return;
    }
    put(
      this.box,
      html("p", {}, this.words.which),
      html("button", { type: "button", class: "button icon", "aria-label": this.words.close, onclick: () => this.close() }, "×"),
      html("div", { class: "choices" }, ...spots.slice(0, MOST).map((spot) => this.#choice(spot))),
    );
    this.box.classList.toggle("above", low);
    this.box.hidden = false;
  }

  close() {
    this.box.hidden = true;
  }

  /** @param {Spot} spot */
  #choice(spot) {
    const numbers = spot.spot && `${spot.wager}|${spot.spot}` in this.covers;
    const pays = spot.told?.odds;
    const chosen = () => {
      this.close();
      this.pick(spot);
    };
    return html(
      "button",
      { type: "button", class: "button", "aria-label": spot.title.charAt(0).toUpperCase() + spot.title.slice(1), onclick: chosen },
      html("strong", {}, numbers ? spot.spot.replaceAll("-", " ") : this.nameOf(spot.wager, spot.spot)),
      html("small", {}, [numbers ? this.nameOf(spot.wager) : "", pays].filter(Boolean).join(" · ")),
    );
  }
}
