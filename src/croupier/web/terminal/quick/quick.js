// The dialog with bets that one press places: the macros of the game.
import { as, byId, every, html } from "../../shared/elements.js";
import { dollars, fill } from "../../shared/format.js";
import { MOST } from "../tray.js";
import { placing, pressing } from "../undo.js";

/**
 * @import { Macro, Placed, Plan, Words } from "../types.js"
 * @typedef {{ lay: (name: string, plan: Plan, nothing: string) => void, clear: () => void }} OnQuick
 */

export class Quick {
  /**
   * @param {Macro[]} macros
   * @param {{ cents: number }} tray
   * @param {Words} words
   * @param {OnQuick} on
   */
  constructor(macros, tray, words, on) {
    this.macros = macros;
    this.tray = tray;
    this.words = words;
    this.on = on;
    this.dialog = as(HTMLDialogElement, byId("quick"));
    for (const close of every("[data-close]", this.dialog)) close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open() {
    if (this.dialog.open) return;
    const { cents } = this.tray;
    byId("quick-chip").textContent = cents === MOST ? this.words.quick_lowest : fill(this.words.quick_chip, { amount: dollars(cents) });
    byId("macros").replaceChildren(...this.macros.map((macro) => this.#button(macro)));
    this.dialog.showModal();
  }

  /** @param {Macro} macro */
  #button(macro) {
    const bets = betsOf(macro, this.tray.cents);
    const sum = bets.reduce((total, { amount }) => total + amount, 0);
    const onclick = () => {
      this.dialog.close(); // the result is shown at the table
      if (macro.does === "clear") this.on.clear();
      else this.on.lay(macro.name, (macro.does === "press" ? pressing : placing)(bets), fill(this.words.nothing_to_press, { macro: macro.name }));
    };
    const amounts = macro.does === "place" ? dollars(sum) : [...new Set(bets.map(({ amount }) => dollars(amount)))].join(" / ");
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
