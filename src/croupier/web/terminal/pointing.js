// Input on the felt, by mouse, finger or key.
import { DRAG, followed } from "./dragging.js";
import { isArrow, nextSpot } from "./spots/navigation.js";
import { rememberedSwitch } from "./remembered_switch.js";
import { touchedSpots } from "./spots/touched.js";

/**
 * @import { Felt } from "./felt.js"
 * @import { Carried, Spot } from "./types.js"
 */

const LONG_PRESS = 480;
const SHOWN = 1400; // milliseconds that a tooltip stays after a touch
// Pixels of a touch: how far it misses, the size it does not hit reliably, and a distance that only a machine hits.
const TOUCH = { reach: 14, small: 28, exact: 1 };
const ASKED = { ...TOUCH, small: 44 }; // for players who want to be asked

/**
 * `choose` asks which of several spots was meant (`low` if the touch was in the lower half), `show` shows the tooltip of a
 * spot or hides it, `grabbed` returns the chips of a spot to drag, `move` puts them on another spot or off the felt.
 * @typedef {object} Pointed
 * @property {(spot: Spot) => void} place
 * @property {(spots: Spot[], low: boolean) => void} choose
 * @property {(spot: Spot) => void} remove
 * @property {(spot: Spot | null) => void} show
 * @property {(spot: Spot) => Carried | null} grabbed
 * @property {(from: Spot, to: Spot | null) => void} move
 */

export class Pointing {
  #fixed = false; // a finger drags a chip and does not scroll the layout
  #asked = false; // the touch opened a choice, which its click must not answer if it opened under the finger

  /**
   * @param {Felt} felt
   * @param {Pointed} on
   */
  constructor(felt, on) {
    this.felt = felt;
    this.on = on;
    this.asks = rememberedSwitch("asks-on", false);
    const { box } = felt; // listeners on the picture would make it a stop of the Tab key
    box.addEventListener("pointerover", (event) => event.pointerType !== "touch" && on.show(felt.of(event.target)));
    box.addEventListener("pointerleave", () => on.show(null));
    box.addEventListener("focusin", (event) => {
      const spot = felt.of(event.target);
      if (spot?.element.matches(":focus-visible")) on.show(spot);
    });
    box.addEventListener("focusout", () => on.show(null));
    box.addEventListener("keydown", (event) => this.#key(event));
    box.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const spot = felt.of(event.target);
      if (spot && !(event instanceof PointerEvent && event.pointerType === "touch")) on.remove(spot);
    });
    box.addEventListener("touchmove", (event) => this.#fixed && event.preventDefault(), { passive: false });
    box.addEventListener("touchend", (event) => this.#asked && event.preventDefault());
    box.addEventListener("pointerdown", (event) => this.#down(event));
    box.addEventListener("click", (event) => {
      const spot = felt.of(event.target);
      if (spot && event.detail === 0) on.place(spot);
    });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { felt } = this;
    const spot = felt.of(event.target);
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (isArrow(key)) felt.focus(nextSpot(felt.spots, spot, key));
    else if (key === "Home") felt.focus(felt.spots[0]);
    else if (key === "End") felt.focus(felt.spots[felt.spots.length - 1]);
    else if (key === "Enter" || key === " ") event.repeat || this.on.place(spot);
    else if (key === "Delete" || key === "Backspace") this.on.remove(spot);
    else return;
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const spot = this.felt.of(event.target);
    if (!spot || event.button !== 0 || event.ctrlKey || !event.isPrimary) return;
    this.#asked = false;
    const touch = event.pointerType === "touch";
    const held = spot.element.classList.contains("held");
    /** @type {Carried | null} */
    let dragged = null;
    let long = false;
    let timer = 0;
    this.#fixed = held;
    if (touch) {
      this.on.show(spot);
      timer = setTimeout(() => {
        long = true;
        this.on.remove(spot);
        navigator.vibrate?.(20);
      }, LONG_PRESS);
    }
    followed(event, {
      moved: (next, far) => {
        if (far > DRAG) clearTimeout(timer);
        if (far > DRAG && (!touch || held)) dragged ??= this.on.grabbed(spot);
        dragged?.moveTo(next.clientX, next.clientY);
      },
      ended: (last) => {
        clearTimeout(timer);
        this.#fixed = false;
        if (touch) setTimeout(() => this.on.show(null), SHOWN);
        const to = this.felt.at(last.clientX, last.clientY);
        dragged?.remove();
        if (last.type !== "pointerup") return;
        if (dragged && to !== spot) this.on.move(spot, to);
        else if (!dragged && !long && to === spot) this.#pressed(spot, last, touch);
      },
    });
  }

  /**
   * @param {Spot} spot
   * @param {PointerEvent} last
   * @param {boolean} touch
   */
  #pressed(spot, last, touch) {
    this.felt.stop(spot);
    if (touch || this.asks.checked) this.#touched(last);
    else this.on.place(spot);
  }

  /** @param {PointerEvent} event */
  #touched({ clientX, clientY }) {
    const { box, picture, spots } = this.felt;
    const screen = picture.getScreenCTM();
    if (!screen) return;
    const at = new DOMPoint(clientX, clientY).matrixTransform(screen.inverse());
    const { reach, small, exact } = this.asks.checked ? ASKED : TOUCH;
    const found = touchedSpots(spots, at, { reach: reach / screen.a, small: small / screen.a, exact: exact / screen.a });
    const { top, height } = box.getBoundingClientRect();
    this.#asked = found.length > 1;
    if (this.#asked) this.on.show(null);
    this.on.choose(found, clientY > top + height / 2);
  }
}
