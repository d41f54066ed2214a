// The wheel, the dice or the Big Six wheel as the table moves it; while a past round is looked at it shows that one.

export class Stage {
  #live = { running: null, lies: null }; // how it was started, or what lies there
  #past = false;

  constructor(device) {
    this.device = device;
  }

  start(...how) {
    this.#live = { running: how, lies: null };
    if (!this.#past) this.device.start(...how);
  }

  async land(outcome) {
    this.#live = { running: null, lies: outcome };
    if (!this.#past) await this.device.land(outcome);
  }

  rest(outcome) {
    this.#live = { running: null, lies: outcome };
    if (!this.#past) this.device.rest(outcome);
  }

  finish() {
    this.device.finish();
  }

  // A past round, as it ended; null for the table as it is.
  recall(round) {
    if (!round && !this.#past) return;
    this.device.finish();
    this.#past = round !== null;
    if (round) this.device.rest(round.outcome);
    else if (this.#live.running) this.device.start(...this.#live.running);
    else this.device.rest(this.#live.lies);
  }
}
