// Whether a table is in service. Its page says so when it goes out of service, and when it is back.
import { fill } from "../shared/format.js";
import { byId } from "../shared/elements.js";

export class ServiceState {
  /** @type {string | undefined} */
  #fault; // why it is out of service

  /**
   * @param {import("./types.js").Words} words
   * @param {import("./announcer.js").Announcer} announcer
   * @param {{ call: (said: string, kind: "called" | "closed") => void }} notices
   */
  constructor(words, announcer, notices) {
    this.words = words;
    this.announcer = announcer;
    this.notices = notices;
  }

  get out() {
    return this.#fault !== undefined;
  }

  // The whole sentence while the table is out of service, else "".
  get sentence() {
    return this.out ? fill(this.words.out_of_service, { fault: this.#fault }) : "";
  }

  /** @param {{ fault?: string }} view what the table says: `fault` is missing while it is in service */
  told({ fault }) {
    if (fault === this.#fault) return;
    this.#fault = fault;
    byId("fault").textContent = this.sentence;
    byId("fault").hidden = !this.out;
    this.announcer.call(this.sentence || this.words.in_service);
    this.notices.call(this.out ? this.words.out_of_service_short : this.words.in_service, this.out ? "closed" : "called");
  }
}
