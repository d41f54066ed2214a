// Favorites: layouts that the player saves by name in this browser, for all tables of a game, and lays again with one press.
import { as, byId, html } from "../../shared/elements.js";
import { dollars, fill } from "../../shared/format.js";
import { isOwn, sumOf, whereOf } from "../undo.js";

/**
 * @import { Placed, Stakes, Words } from "../types.js"
 * @typedef {{ name: string, bets: Placed[] }} Favorite
 */

const MOST = 8;

export class Favorites {
  /**
   * `layout` is the kind of layout for which they are stored; `stakes()` is what the player has on it.
   * @param {string} layout
   * @param {Words} words
   * @param {{ stakes: () => Stakes, lay: (name: string, bets: Placed[]) => void }} on
   */
  constructor(layout, words, on) {
    this.stored = `croupier.favorites.${layout}`;
    this.words = words;
    this.on = on;
    this.list = byId("favorites");
    this.name = as(HTMLInputElement, byId("favorite-name"));
    this.form = as(HTMLFormElement, byId("favorite-form"));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#save();
    });
  }

  show() {
    const known = this.#known;
    const full = known.length >= MOST;
    const bets = this.#bets;
    const could = fill(this.words.favorite_words, { amount: dollars(sumOf(bets)) });
    byId("favorite-words").textContent = full ? this.words.favorites_full : bets.length ? could : this.words.favorite_nothing;
    for (const part of this.form.elements) part.toggleAttribute("disabled", full || !bets.length);
    this.name.placeholder = this.#free(known);
    this.list.replaceChildren(...known.map((each) => this.#line(each)));
    byId("favorites-box").hidden = known.length === 0;
  }

  /** @returns {Favorite[]} */
  get #known() {
    try {
      const found = JSON.parse(localStorage.getItem(this.stored) ?? "[]");
      return Array.isArray(found) ? found : [];
    } catch {
      return []; // somebody else wrote there
    }
  }

  // The bets of the player on the layout, without those for the dealers.
  get #bets() {
    return [...this.on.stakes()].filter(([key, cents]) => isOwn(key) && cents > 0).map(([key, amount]) => ({ ...whereOf(key), amount }));
  }

  /**
   * The first name that is not in use.
   * @param {Favorite[]} known
   */
  #free(known) {
    const names = new Set(known.map(({ name }) => name));
    const numbered = Array.from({ length: MOST + 1 }, (_, i) => fill(this.words.favorite_number, { number: i + 1 }));
    return numbered.find((name) => !names.has(name)) ?? "";
  }

  // A name that is in use gets the new bets.
  #save() {
    const name = this.name.value.trim() || this.name.placeholder;
    const others = this.#known.filter((each) => each.name !== name);
    this.#store([...others, { name, bets: this.#bets }]);
    this.name.value = "";
  }

  /** @param {Favorite[]} favorites */
  #store(favorites) {
    localStorage.setItem(this.stored, JSON.stringify(favorites));
    this.show();
  }

  /** @param {Favorite} favorite */
  #line({ name, bets }) {
    const { words } = this;
    const count = bets.length === 1 ? words.favorite_bet : fill(words.favorite_bets, { count: bets.length });
    const lay = html("button", { type: "button", class: "button macro", onclick: () => this.on.lay(name, bets) }, html("strong", {}, name), html("span", {}, count), html("b", {}, dollars(sumOf(bets))));
    const drop = () => {
      this.#store(this.#known.filter((each) => each.name !== name));
      this.name.focus();
    };
    return html("li", {}, lay, html("button", { type: "button", class: "button icon", "aria-label": fill(words.favorite_delete, { name }), onclick: drop }, "×"));
  }
}
