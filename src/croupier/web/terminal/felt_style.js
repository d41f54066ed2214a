// Which felt is shown: full or simple as the player chose it, along the table or upright as the screen is held.
import { byId } from "../shared/elements.js";
import { fill } from "../shared/format.js";
import { rememberedChoice } from "./remembered_switch.js";

const UPRIGHT = matchMedia("(max-width: 40rem) and (max-aspect-ratio: 1/1)"); // a phone; a tablet has room along its short side
const SMALL = matchMedia("(max-width: 62rem), (max-aspect-ratio: 1/1), (max-height: 30rem)");

export class FeltStyle {
  #elsewhere = 0;
  #asked = 0;

  /**
   * `layout` is the kind of layout for which the choice is remembered, `load` gets a picture, `show` shows it.
   * @param {string} layout
   * @param {import("./types.js").Words} words
   * @param {(query: string) => Promise<string>} load
   * @param {(picture: string) => void} show
   */
  constructor(layout, words, load, show) {
    this.words = words;
    this.load = load;
    this.show = show;
    this.chosen = rememberedChoice(`felt.${layout}`, SMALL.matches ? "simple" : "full");
    if (new URLSearchParams(location.search).has("coach")) this.chosen.choose("simple"); // newcomers begin with few spots
    this.button = byId("felt-style");
    this.button.addEventListener("click", () => this.turn());
    UPRIGHT.addEventListener("change", () => this.#change());
    this.#name();
  }

  get simple() {
    return this.chosen.value === "simple";
  }

  /** The felt in the address of its pictures. */
  get query() {
    return `felt=${this.chosen.value}&way=${UPRIGHT.matches ? "upright" : "along"}`;
  }

  // The other felt. Without a connection this one stays.
  async turn() {
    const before = this.chosen.value;
    this.chosen.choose(this.simple ? "full" : "simple");
    if (await this.#change()) return;
    this.chosen.choose(before);
    this.#name();
  }

  /**
   * How many of the player's bets are not on the felt that is shown.
   * @param {number} bets
   */
  elsewhere(bets) {
    if (bets === this.#elsewhere) return;
    this.#elsewhere = bets;
    this.#name();
  }

  // Whether the picture could be loaded.
  async #change() {
    this.#asked += 1;
    const mine = this.#asked;
    const picture = await this.load(this.query).catch(() => null);
    if (picture !== null && mine === this.#asked) {
      byId("felt-box").classList.toggle("simple", this.simple); // its size depends on it
      this.show(picture);
      this.#name();
    }
    return picture !== null;
  }

  #name() {
    const { words } = this;
    const bets = this.#elsewhere;
    const there = bets === 1 ? words.bet_elsewhere : fill(words.bets_elsewhere, { bets });
    this.button.textContent = bets ? there : this.simple ? words.felt_full : words.felt_simple;
    this.button.classList.toggle("gold", bets > 0);
    byId("felt-box").classList.toggle("simple", this.simple);
  }
}
