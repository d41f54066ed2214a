// Shows the wheel or dice of the live table, or of a past round while the player looks at one. From the close of betting to
// the result they are shown large, over the felt, which takes no chips then.
import { byId } from "../../shared/elements.js";

export class Stage {
  /** @type {{ running: boolean[] | null, lies: string | null }} */
  #live = { running: null, lies: null }; // how it was started, or its last outcome
  #past = false;
  #closed = false; // whether betting is closed and the outcome is not known

  /** @param {import("../types.js").Device} device */
  constructor(device) {
    this.device = device;
    this.box = byId("device");
    this.place = byId("device-place");
    this.large = byId("large");
  }

  /** @param {boolean[]} how */
  start(...how) {
    this.#live = { running: how, lies: null };
    if (!this.#past) this.device.start(...how);
  }

  // Betting is closed: show it large until it lands.
  close() {
    this.#closed = true;
    this.#fit();
  }

  /** @param {string} outcome */
  async land(outcome) {
    this.#live = { running: null, lies: outcome };
    if (!this.#past) await this.device.land(outcome);
    this.#closed = false;
    this.#fit();
  }

  /** @param {string | null} outcome */
  rest(outcome) {
    this.#live = { running: null, lies: outcome };
    this.#closed = false;
    this.#fit();
    if (!this.#past) this.device.rest(outcome);
  }

  finish() {
    this.device.finish();
  }

  /**
   * Another picture of the felt is shown.
   * @param {SVGSVGElement} picture
   */
  felt(picture) {
    this.device.felt?.(picture);
    this.#fit();
  }

  /**
   * Show the end of a past round; null for the live table.
   * @param {{ outcome: string | null } | null} round
   */
  recall(round) {
    if (!round && !this.#past) return;
    this.device.finish();
    this.#past = round !== null;
    this.#fit();
    if (round) this.device.rest(round.outcome);
    else if (this.#live.running) this.device.start(...this.#live.running);
    else this.device.rest(this.#live.lies);
  }

  // Large or in its place, which stays as high. A wheel that is on the felt is large already.
  #fit() {
    const large = this.#closed && !this.#past && this.box.childElementCount > 0;
    if (large === !this.large.hidden) return;
    this.place.style.minHeight = large ? `${this.place.offsetHeight}px` : "";
    this.place.style.minWidth = large ? `${this.place.offsetWidth}px` : "";
    (large ? this.large : this.place).append(this.box);
    this.large.hidden = !large;
  }
}
