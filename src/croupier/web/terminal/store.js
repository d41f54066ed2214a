// The state of the page: what the server sent, and which of it was already shown and announced. All parts read it here.
// Only table_events.js, drawing.js and controls.js change it.
import { mergePatch } from "../shared/merge.js";

/**
 * @import { OwnShown, TableShown, TerminalFrame, WonShown } from "../shared/wire.js"
 * @import { KeyedChip, Spot } from "./types.js"
 */

export class Store {
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

  /** @type {number | null} The last round whose result was said. */
  said = null;

  /** @type {string | null} An outcome that was called and is not in the view yet. */
  outcome = null;

  /** @type {Spot | null} The spot that the player points at. */
  pointed = null;

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

  /**
   * Apply a frame.
   * @param {TerminalFrame} frame
   */
  take(frame) {
    if (frame.kind === "table") ({ table: this.view, you: this.you, seq: this.seq } = frame);
    else if (frame.kind === "you") this.you = frame.patch ? mergePatch(this.you, frame.patch) : (frame.you ?? null);
    else if (frame.kind === "clock") this.view = mergePatch(this.view, frame.patch);
    else if (frame.kind === "delta") [this.view, this.seq] = [mergePatch(this.view, frame.patch), frame.seq];
    this.won = this.you?.won ?? this.won;
    this.held ||= Boolean(this.you && (this.you.rack || this.you.laid || this.you.won));
  }
}
