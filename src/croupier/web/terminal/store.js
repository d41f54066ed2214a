// The state of the page: what the server sent, and which of it was already shown and announced. All parts read it here.
// Only table_events.js, drawing.js and controls.js change it besides.
//
// Frames are applied in order: first the ball comes to rest, then the number is called, then bets are paid. A frame waits for
// animations before it, but not longer than until betting opens again: then animations jump to their end.
import { mergePatch } from "../shared/merge.js";

/**
 * @import { DeltaFrame, Happened, OwnShown, TableFrame, TableShown, TerminalFrame, WonShown } from "../shared/wire.js"
 * @import { KeyedChip, Spot } from "./types.js"
 */

const MOST = 60; // frames that may wait

/**
 * `show` shows an event before its frame is applied, and may take its time; `hurry` makes animations jump to their end.
 * `moved` is called after a whole table or events were applied, `changed` after every frame.
 * @typedef {object} Watcher
 * @property {(item: Happened) => unknown} show
 * @property {() => void} hurry
 * @property {(frame: TableFrame | DeltaFrame) => void} moved
 * @property {() => void} changed
 */

export class Store {
  /** @type {TerminalFrame[]} */
  #frames = [];
  #busy = false;
  /** @type {((value?: unknown) => void) | null} */
  #wake = null;
  #hurried = false;

  /** @type {TableShown | null} The table as everybody sees it; null before its first frame. */
  view = null;

  /** @type {OwnShown | null} What only this player sees; null for spectators. */
  you = null;

  /** The version of the table that `view` shows. */
  seq = 0;

  /** @type {WonShown | null} The result of the player's last round. */
  won = null;

  /** Whether the player has had chips here. */
  held = false;

  /** @type {number | null} The last round whose outcome was called while this page was open. */
  called = null;

  /** What the last outcome meant, and what its round did to the player; empty until they are known. */
  line = "";
  result = "";

  /** What the player won, in cents, for as long as that is shown; 0 otherwise. */
  wins = 0;

  /** The name of the fact of the last outcome. */
  fact = "";

  /** @type {number | null} The last round whose result was said. */
  said = null;

  /** @type {string | null} An outcome that was called and is not in the view yet. */
  outcome = null;

  /** @type {Spot | null} The spot that the player points at. */
  pointed = null;

  /** @param {Watcher} on */
  constructor(on) {
    this.on = on;
  }

  /** The player's name, if somebody plays here. */
  get player() {
    return this.you?.player;
  }

  /** @returns {string | null} The outcome of the last round that is over. */
  get lastOutcome() {
    return this.view?.last?.at(-1)?.outcome ?? null;
  }

  /** @returns {KeyedChip[]} All chips on the felt. */
  get chips() {
    return Object.entries(this.view?.chips ?? {}).map(([key, chip]) => ({ key, ...chip }));
  }

  /** @param {TerminalFrame} frame */
  push(frame) {
    this.#frames.push(frame);
    const opens = frame.kind === "table" || (frame.kind === "delta" && frame.happened.some(({ event }) => event === "betting-opened"));
    if (this.#busy && (opens || this.#frames.length > MOST)) {
      this.#hurried = true;
      this.#wake?.();
      this.on.hurry();
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
      for (let frame = this.#frames.shift(); frame; frame = this.#frames.shift()) await this.#apply(frame);
    } finally {
      this.#busy = false;
      this.#hurried = false;
    }
  }

  /** @param {TerminalFrame} frame */
  async #apply(frame) {
    if (frame.kind === "delta") for (const item of frame.happened) await this.on.show(item);
    this.#take(frame);
    if (frame.kind === "table" || (frame.kind === "delta" && frame.happened.length)) this.on.moved(frame);
    this.on.changed();
  }

  /** @param {TerminalFrame} frame */
  #take(frame) {
    if (frame.kind === "table") ({ table: this.view, you: this.you, seq: this.seq } = frame);
    else if (frame.kind === "you") this.you = frame.patch ? mergePatch(this.you, frame.patch) : (frame.you ?? null);
    else if (frame.kind === "clock") this.view = mergePatch(this.view, frame.patch);
    else if (frame.kind === "delta") [this.view, this.seq] = [mergePatch(this.view, frame.patch), frame.seq];
    this.won = this.you?.won ?? this.won;
    this.held ||= Boolean(this.you && (this.you.rack || this.you.laid || this.you.won));
  }
}
