// What happened is shown in order: the ball lies before the number is known, and wagers are paid after it. Frames wait
// for what is still moving, but never for long: when the next betting opens, whatever moves is put where it ends.

const MOST = 60;

export class FrameQueue {
  /** @type {import("../shared/wire.js").TerminalFrame[]} */
  #frames = [];
  #busy = false;
  /** @type {((value?: unknown) => void) | null} */
  #wake = null;
  #hurried = false;

  /**
   * `play(frame)` may take its time; `hurry()` puts what moves at its end.
   * @param {(frame: import("../shared/wire.js").TerminalFrame) => unknown} play
   * @param {() => void} hurry
   */
  constructor(play, hurry) {
    this.play = play;
    this.hurry = hurry;
  }

  /** @param {import("../shared/wire.js").TerminalFrame} frame */
  push(frame) {
    this.#frames.push(frame);
    const opens = frame.kind === "table" || ("happened" in frame && frame.happened.some(({ event }) => event === "betting-opened"));
    if (this.#busy && (opens || this.#frames.length > MOST)) {
      this.#hurried = true;
      this.#wake?.();
      this.hurry();
    }
    this.#run();
  }

  /**
   * Let something be seen for a while; not where there is no time for it.
   * @param {number} milliseconds
   */
  async pause(milliseconds) {
    if (this.#hurried) return;
    await new Promise((done) => {
      this.#wake = done;
      setTimeout(done, milliseconds);
    });
    this.#wake = null;
  }

  async #run() {
    if (this.#busy) return;
    this.#busy = true;
    try {
      for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) await this.play(frame);
    } finally {
      this.#busy = false;
      this.#hurried = false;
    }
  }
}
