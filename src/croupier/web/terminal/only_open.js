// Controls that have an effect only while betting is open. After the close they look inactive, and say why if they are pressed.
import { byId } from "../shared/elements.js";

// They are not `disabled`: whoever uses the keyboard keeps the focus, and the description says why.
const CONTROLS = '#chips > *, #remove, #tip, #open-bets, .tray [data-act="quick"], #mine button, #help-wagers button, #macros button, #favorites .macro, .track-spot';
/** @type {Record<string, string>} */
const INACTIVE = { "aria-disabled": "true", "aria-describedby": "only-open" };
const PRESSED = '[aria-describedby="only-open"]';

export class OnlyOpen {
  /** Why these controls do nothing now; empty while they work. */
  why = "";

  /** @param {(why: string) => void} tell */
  constructor(tell) {
    this.tell = tell;
    addEventListener("click", (event) => this.#pressed(event), { capture: true });
  }

  /**
   * Do it, or say why not.
   * @param {() => unknown} doing
   */
  act(doing) {
    if (this.why) this.tell(this.why);
    else doing();
  }

  /**
   * A press on an inactive control. The reason is shown at the table, so a dialog closes.
   * @param {Event} event
   */
  #pressed(event) {
    const control = event.target instanceof Element ? event.target.closest(PRESSED) : null;
    if (!control) return;
    event.stopImmediatePropagation();
    control.closest("dialog")?.close();
    this.act(() => {});
  }

  /**
   * Give every control its look. Dialogs make new controls at any time.
   * @param {string} why
   */
  show(why) {
    this.why = why;
    byId("only-open").textContent = why;
    for (const control of document.querySelectorAll(why ? CONTROLS : PRESSED)) {
      for (const [name, value] of Object.entries(INACTIVE)) {
        if (why) control.setAttribute(name, value);
        else control.removeAttribute(name);
      }
    }
  }
}
