// Whether a table takes bets: it may be out of service, or paused while its clock is checked. Its page says so, and
// when that is over. While it is paused, chips can still be taken back.
import { fill } from "../shared/format.js";
import { byId } from "../shared/elements.js";

export class ServiceState {
  /** @type {string | undefined} */
  #fault; // why it is out of service
  #paused = false;

  /**
   * @param {import("./types.js").Words} words
   * @param {import("./announcer.js").Announcer} announcer
   * @param {{ call: (said: string, kind: "called" | "closed") => void }} banner
   */
  constructor(words, announcer, banner) {
    this.words = words;
    this.announcer = announcer;
    this.banner = banner;
  }

  get out() {
    return this.#fault !== undefined;
  }

  // The whole sentence while the table is out of service or paused, else "".
  get sentence() {
    if (this.out) return fill(this.words.out_of_service, { fault: this.#fault });
    return this.#paused ? this.words.paused : "";
  }

  // The same in two or three words.
  get short() {
    if (this.out) return this.words.out_of_service_short;
    return this.#paused ? this.words.paused_short : "";
  }

  /** @param {{ fault?: string, paused: boolean }} view what the table says: `fault` is missing while it is in service */
  told({ fault, paused }) {
    if (fault === this.#fault && paused === this.#paused) return;
    const back = this.out ? this.words.in_service : this.words.resumed;
    this.#fault = fault;
    this.#paused = paused;
    byId("fault").textContent = this.sentence;
    byId("fault").hidden = !this.sentence;
    this.announcer.call(this.sentence || back);
    this.banner.call(this.short || back, this.short ? "closed" : "called");
  }
}
