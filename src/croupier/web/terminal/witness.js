// Takes part in every close: adds a random number that nobody knew before, and checks the closing that comes back. So the
// player's own device sees to it that nobody could choose the result (docs/electronic-outcomes.md).
import { hex } from "../round/proof.js";
import { FORMAT, PATIENCE, exchanged, faultOf, keep } from "../round/seen.js";
import { mergePatch } from "../shared/merge.js";

/**
 * @import { ClockFrame, ClosingPublishedTold, DeltaFrame, DeviceShown, Happened, Nonce, NonceFrame, Proof, Seen, TableFrame } from "../shared/wire.js"
 * @import { Fault } from "../round/seen.js"
 */

/**
 * How the last round is: nothing to say, in order at the close, drawn from what was seen, wrong, the connection was lost
 * at the close, or the browser cannot check it.
 * @typedef {{ state: "none" | "good" | "drawn" | "wrong" | "lost" | "unable", round: number, seen: Seen | null, fault: Fault | null }} Status
 */

export class Witness {
  /** @type {Partial<DeviceShown>} */
  #device = {};
  /** @type {string | undefined} The key that the device had when this page was opened. */
  #key;
  /** @type {Seen | null} The round that this page took part in last. */
  #seen = null;
  #answered = false; // whether the table has said where the number of this page is
  #sent = 0;
  #timer = 0;
  /** @type {Status} */
  status = { state: "none", round: 0, seen: null, fault: null };

  /**
   * @param {string} table
   * @param {(nonce: Nonce) => boolean} send whether it was sent
   * @param {(status: Status) => void} changed
   */
  constructor(table, send, changed) {
    this.table = table;
    this.send = send;
    this.changed = changed;
  }

  /**
   * A frame, at the moment it comes: nothing here waits for animations.
   * @param {TableFrame | DeltaFrame | ClockFrame} frame
   * @param {boolean} missed whether it tells of something that is over, after a lost connection
   */
  heard(frame, missed = false) {
    if (frame.kind === "table") this.#device = frame.table.device;
    else if (frame.patch.device !== undefined) this.#device = mergePatch(this.#device, frame.patch.device);
    if (frame.kind === "delta") for (const item of frame.happened) this.#happened(item, missed);
  }

  /**
   * @param {Happened} item
   * @param {boolean} missed
   */
  #happened(item, missed) {
    if (item.event === "betting-closed" || item.event === "dice-thrown") this.#closed(item.round, missed);
    else if (item.event === "closing-published") this.#came(item);
    else if (item.event === "round-voided" && !this.#seen?.closing) this.#end("none");
    else if (item.event === "seed-revealed") this.#revealed(item.proof);
  }

  // The connection is lost: a closing that comes later shows nothing.
  lost() {
    if (this.#seen && this.#seen.waited === null && this.status.state === "none") this.#end("lost");
  }

  /**
   * @param {number} round
   * @param {boolean} missed
   */
  #closed(round, missed) {
    const { seal, key, delay } = this.#device;
    this.#end("none", round);
    if (seal === undefined || key === undefined || delay === undefined) return;
    if (missed) {
      this.#end("lost", round);
      return;
    }
    this.#key ??= key;
    const nonce = hex(crypto.getRandomValues(new Uint8Array(16)));
    this.#answered = false;
    this.#sent = performance.now();
    if (!this.send({ do: "nonce", round, nonce })) return;
    this.#seen = { format: FORMAT, table: this.table, round, commitment: seal, key, iterations: delay, nonce, at: Date.now(), waited: null, closing: null, path: null, signature: null };
    this.#timer = setTimeout(() => this.#judge(), PATIENCE);
  }

  /**
   * Only the first closing counts: the round must be drawn from it.
   * @param {ClosingPublishedTold} told
   */
  #came({ round, closing, signature }) {
    if (this.#seen?.round === round && !this.#seen.closing) this.#add({ closing, signature });
  }

  /**
   * How this device's own number leads to those of the closing.
   * @param {NonceFrame} frame
   */
  nonce({ round, path }) {
    if (this.#seen?.round !== round || this.#answered) return;
    this.#answered = true;
    this.#add({ path });
  }

  /** @param {Partial<Seen>} what */
  #add(what) {
    if (!this.#seen) return;
    const seen = { ...this.#seen, ...what };
    this.#seen = seen;
    if (!seen.closing || !this.#answered) return;
    seen.waited ??= Math.round(performance.now() - this.#sent);
    this.#judge();
  }

  // Everything has come, or it is too late.
  async #judge() {
    clearTimeout(this.#timer);
    const seen = this.#seen;
    if (!seen || this.status.state === "lost") return;
    if (crypto.subtle) {
      const fault = (await faultOf(seen)) ?? (seen.key === this.#key ? null : "key");
      if (this.#seen === seen) this.#found(seen, fault);
    } else this.#end("unable");
  }

  /** @param {Proof} proof */
  #revealed(proof) {
    const [seen, { state }] = [this.#seen, this.status];
    if (!seen || proof.round !== seen.round || (state !== "good" && state !== "wrong")) return;
    const fault = exchanged(seen, proof);
    if (fault) this.#found(seen, fault);
    else if (state === "good") this.#show({ state: "drawn", round: seen.round, seen, fault: null });
  }

  /**
   * @param {Seen} seen
   * @param {Fault | null} fault
   */
  #found(seen, fault) {
    keep({ seen, fault });
    this.#show({ state: fault ? "wrong" : "good", round: seen.round, seen, fault });
  }

  /**
   * @param {"none" | "lost" | "unable"} state
   * @param {number} round
   */
  #end(state, round = this.status.round) {
    clearTimeout(this.#timer);
    if (state === "none") this.#seen = null;
    this.#show({ state, round, seen: this.#seen, fault: null });
  }

  /** @param {Status} status */
  #show(status) {
    this.status = status;
    this.changed(status);
  }
}
