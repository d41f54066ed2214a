// The wheel, the dice or the Big Six wheel as the table moves it; while a past round is looked at it shows that one.

export class Stage {
  /** @type {{ running: boolean[] | null, lies: string | null }} */
  #live = { running: null, lies: null }; // how it was started, or what lies there
  #past = false;

  /** @param {import("../types.js").Device} device */
  constructor(device) {
    this.device = device;
  }

  /** @param {boolean[]} how */
  start(...how) {
    this.#live = { running: how, lies: null };
    if (!this.#past) this.device.start(...how);
  }

  /** @param {string} outcome */
  async land(outcome) {
    this.#live = { running: null, lies: outcome };
    if (!this.#past) await this.device.land(outcome);
  }

  /** @param {string | null} outcome */
  rest(outcome) {
    this.#live = { running: null, lies: outcome };
    if (!this.#past) this.device.rest(outcome);
  }

  finish() {
    this.device.finish();
  }

  /**
   * A past round, as it ended; null for the table as it is.
   * @param {{ outcome: string | null } | null} round
   */
  recall(round) {
    if (!round && !this.#past) return;
    this.device.finish();
    this.#past = round !== null;
    if (round) this.device.rest(round.outcome);
    else if (this.#live.running) this.device.start(...this.#live.running);
    else this.device.rest(this.#live.lies);
  }
}
