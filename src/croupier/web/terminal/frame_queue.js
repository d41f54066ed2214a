// Shows frames in order: first the ball comes to rest, then the number is called, then bets are paid. A frame waits for
// animations before it, but not longer than until betting opens again: then animations jump to their end.

const MOST = 60;

export class FrameQueue {
  /** @type {import("../shared/wire.js").TerminalFrame[]} */
  #frames = [];
  #busy = false;
  /** @type {((value?: unknown) => void) | null} */
  #wake = null;
  #hurried = false;

  /**
   * `play(frame)` may return a promise; `hurry()` makes animations jump to their end.
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
   * Wait, so that the player can see something; not if frames are late.
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
