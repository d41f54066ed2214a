// The dialog with bets that one press places: the macros of the game, as buttons and on the racetrack, and the player's favorites.
import { as, byId, every, html, one } from "../../shared/elements.js";
import { dollars, fill } from "../../shared/format.js";
import { MOST } from "../tray.js";
import { placing, pressing, sumOf } from "../undo.js";
import { Favorites } from "./favorites.js";
import { Racetrack } from "./racetrack.js";

/**
 * @import { Boot, Macro, Placed, Plan, Stakes } from "../types.js"
 * `lay` resolves to the sentence about what it did, empty if not everything was accepted.
 * @typedef {{ lay: (name: string, plan: Plan, nothing?: string) => Promise<string>, clear: () => void, stakes: () => Stakes, load: (query: string) => Promise<string> }} OnQuick
 */

export class Quick {
  /**
   * @param {Pick<Boot, "felt" | "macros" | "words">} boot
   * @param {{ cents: number }} tray
   * @param {OnQuick} on
   */
  constructor({ felt, macros, words }, tray, on) {
    this.macros = macros;
    this.tray = tray;
    this.words = words;
    this.on = on;
    this.dialog = as(HTMLDialogElement, byId("quick"));
    this.track = new Racetrack(macros, words, { load: on.load, press: (macro) => this.#pressTrack(macro), about: (macro) => this.#about(macro) });
    this.favorites = new Favorites(felt, words, { stakes: on.stakes, lay: (name, bets) => this.#lay(name, placing(bets)) });
    for (const close of every("[data-close]", this.dialog)) close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open() {
    if (this.dialog.open) return;
    this.#fill();
    this.dialog.showModal();
    this.track.show();
  }

  // Show other amounts, after a key has chosen a chip or changed the bets. The focus stays on its button.
  refresh() {
    if (!this.dialog.open) return;
    const focused = document.activeElement?.closest("#macros [data-macro]")?.getAttribute("data-macro");
    this.#fill();
    if (focused) one(`[data-macro="${focused}"]`, byId("macros")).focus();
  }

  #fill() {
    const { cents } = this.tray;
    byId("quick-chip").textContent = !this.macros.length ? "" : cents === MOST ? this.words.quick_lowest : fill(this.words.quick_chip, { amount: dollars(cents) });
    byId("macros").replaceChildren(...this.macros.filter((macro) => !macro.track).map((macro) => this.#button(macro)));
    this.favorites.show();
  }

  /**
   * The result is shown at the table.
   * @param {string} name
   * @param {Plan} plan
   * @param {string} [nothing]
   */
  #lay(name, plan, nothing) {
    this.dialog.close();
    this.on.lay(name, plan, nothing);
  }

  /**
   * The dialog stays open for the next press; a refusal is shown at the table.
   * @param {Macro} macro
   */
  async #pressTrack(macro) {
    const said = await this.on.lay(macro.name, placing(betsOf(macro, this.tray.cents)));
    if (!said) {
      this.dialog.close();
      return;
    }
    this.track.say(said);
    this.favorites.show();
  }

  /** @param {Macro} macro */
  #about(macro) {
    return fill(this.words.track_about, { macro: macro.name, says: macro.says, amount: dollars(sumOf(betsOf(macro, this.tray.cents))) });
  }

  /** @param {Macro} macro */
  #button(macro) {
    const bets = betsOf(macro, this.tray.cents);
    const onclick = () => {
      if (macro.does !== "clear") return this.#lay(macro.name, (macro.does === "press" ? pressing : placing)(bets), fill(this.words.nothing_to_press, { macro: macro.name }));
      this.dialog.close();
      return this.on.clear();
    };
    const amounts = macro.does === "place" ? dollars(sumOf(bets)) : [...new Set(bets.map(({ amount }) => dollars(amount)))].join(" / ");
    return html("button", { type: "button", class: "button macro", "data-macro": macro.id, onclick }, html("strong", {}, macro.name), html("span", {}, macro.says), amounts ? html("b", {}, amounts) : null);
  }
}

/**
 * The bets of a macro for a chip: as many units as the chip needs, at least one.
 * @param {Macro} macro
 * @param {number} chip
 * @returns {Placed[]}
 */
export function betsOf({ bets, unit }, chip) {
  const times = chip === MOST ? 1 : Math.max(1, Math.ceil(chip / unit));
  return bets.map((bet) => ({ ...bet, amount: bet.amount * times }));
}
