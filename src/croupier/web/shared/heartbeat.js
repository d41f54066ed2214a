// The heartbeat of a line: asks the server every second whether it is there, and says when it has not answered for two
// seconds. Only time counts in which this page runs: a tab in the background, or a machine that sleeps, hears no answer.

const TICK = 250; // milliseconds, as all times here
const EVERY = 1000;
const SILENCE = 2000;

export class Heartbeat {
  #timer = 0;
  #seen = 0; // when this page ran last
  #passed = 0; // since the last answer, or since the question that waits for one
  #asking = false;

  /**
   * `ask` sends a question; `lost` is called when there is no answer.
   * @param {{ ask: () => void, lost: () => void }} on
   */
  constructor(on) {
    this.on = on;
  }

  // The line works: watch it from now on.
  start() {
    this.stop();
    this.answered();
    this.#seen = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  stop() {
    clearInterval(this.#timer);
  }

  // The server has answered something.
  answered() {
    this.#asking = false;
    this.#passed = 0;
  }

  // Ask now: nobody knows what happened to the line while this page did not run.
  ask() {
    this.#asking = true;
    this.#passed = 0;
    this.on.ask();
  }

  #tick() {
    const now = performance.now();
    this.#passed += Math.min(now - this.#seen, 2 * TICK);
    this.#seen = now;
    if (this.#asking && this.#passed >= SILENCE) this.on.lost();
    else if (!this.#asking && this.#passed >= EVERY) this.ask();
  }
}
