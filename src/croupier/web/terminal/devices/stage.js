// Shows the wheel or dice of the live table, or of a past round while the player looks at one.

export class Stage {
  /** @type {{ running: boolean[] | null, lies: string | null }} */
  #live = { running: null, lies: null }; // how it was started, or its last outcome
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
   * Another picture of the felt is shown.
   * @param {SVGSVGElement} picture
   */
  felt(picture) {
    this.device.felt?.(picture);
  }

  /**
   * Show the end of a past round; null for the live table.
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
