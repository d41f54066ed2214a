// The tray: the chosen chip, the eraser and the switch for tips.
import { chipPicture } from "./chips.js";
import { carried, DRAG, followed } from "./dragging.js";
import { dollars, fill, onChip } from "../shared/format.js";
import { byId, html } from "../shared/elements.js";

/** The value of the chip that stands for the most that the table takes on a spot. */
export const MOST = Infinity;
/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** @import { Carried, Words } from "./types.js" */

export class Tray {
  /** The place of the chosen chip. */
  chosen = 0;

  /**
   * @param {number[]} denominations
   * @param {Words} words
   * @param {import("./only_open.js").OnlyOpen} only
   * @param {{ drop: (cents: number, x: number, y: number) => void }} on
   */
  constructor(denominations, words, only, on) {
    this.values = [...denominations].sort((a, b) => a - b).concat(MOST);
    this.words = words;
    this.only = only;
    this.on = on;
    this.box = byId("chips");
    this.eraser = byId("remove");
    this.tip = document.getElementById("tip"); // missing if the house takes no tip wagers
    this.chips = this.values.map((cents, i) => this.#chip(cents, i));
    this.box.replaceChildren(...this.chips);
    this.eraser.addEventListener("click", () => this.erase(!this.erasing));
    this.tip?.addEventListener("click", () => this.tip?.setAttribute("aria-pressed", String(!this.tipping)));
    this.choose(Math.min(1, this.values.length - 2));
  }

  // The chosen chip in words.
  get said() {
    return this.cents === MOST ? this.words.most_chosen : fill(this.words.chip_chosen, { amount: dollars(this.cents) });
  }

  /**
   * What is printed on a chip.
   * @param {number} cents
   */
  #printed(cents) {
    return cents === MOST ? this.words.badge_max : onChip(cents);
  }

  /**
   * @param {number} cents
   * @param {number} i
   */
  #chip(cents, i) {
    const made = html(
      "button",
      { type: "button", role: "radio", class: "chip-button", "aria-label": fill(cents === MOST ? this.words.most_of : this.words.chip_of, { amount: dollars(cents), key: i + 1 }) },
      chipPicture(cents, this.#printed(cents)),
    );
    made.addEventListener("click", () => this.choose(i));
    made.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      this.only.act(() => {
        this.choose((i + step + this.values.length) % this.values.length);
        this.chips[this.chosen].focus();
      });
    });
    made.addEventListener("pointerdown", (event) => this.#drag(event, i));
    return made;
  }

  get cents() {
    return this.values[this.chosen];
  }

  get erasing() {
    return this.eraser.getAttribute("aria-pressed") === "true";
  }

  get tipping() {
    return this.tip?.getAttribute("aria-pressed") === "true";
  }

  /** @param {number} i */
  choose(i) {
    if (!(i in this.values)) return false;
    this.chosen = i;
    this.chips.forEach((chip, place) => {
      chip.setAttribute("aria-checked", String(place === i));
      chip.tabIndex = place === i ? 0 : -1;
    });
    this.#reveal(this.chips[i]);
    this.erase(false);
    return true;
  }

  /**
   * Not with `scrollIntoView`, which would change where the Tab key continues.
   * @param {HTMLElement} chip
   */
  #reveal({ offsetLeft, offsetWidth }) {
    const left = offsetLeft - this.box.offsetLeft;
    const { scrollLeft, clientWidth } = this.box;
    if (left < scrollLeft) this.box.scrollLeft = left;
    else if (left + offsetWidth > scrollLeft + clientWidth) this.box.scrollLeft = left + offsetWidth - clientWidth;
  }

  /** @param {boolean} on */
  erase(on) {
    this.eraser.setAttribute("aria-pressed", String(on));
    document.body.classList.toggle("erasing", on);
  }

  /**
   * @param {PointerEvent} event
   * @param {number} i
   */
  #drag(event, i) {
    if (this.only.why || event.button !== 0) return;
    /** @type {Carried | null} */
    let ghost = null;
    followed(event, {
      moved: (next, far) => {
        if (!ghost && far > DRAG) {
          this.choose(i);
          ghost = carried(this.values[i], this.#printed(this.values[i]));
        }
        ghost?.moveTo(next.clientX, next.clientY);
      },
      ended: (last) => {
        ghost?.remove();
        if (ghost && last.type === "pointerup") this.on.drop(this.values[i], last.clientX, last.clientY);
      },
    });
  }
}
