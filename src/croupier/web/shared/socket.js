// The connection of a page to its table, or to the lobby. After a drop it resumes at the last frame it received, and sends
// unanswered commands again with the same id, so that nothing is lost or done twice. Commands for a round that has ended
// are not sent again.

const FIRST_WAIT = 250;
const LONGEST_WAIT = 8000;
const LAGGARD = 4408;

export const newId = () =>
  crypto.randomUUID?.() ??
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @import { AnswerFrame, Asked, ClockFrame, DeltaFrame, ErrorFrame, HallFrame, Hello, LobbyDeltaFrame, LobbyFrame, Nonce, NonceFrame, Ready, TableFrame, TerminalFrame, YouFrame } from "./wire.js"
 */

/**
 * @template T
 * @typedef {T extends unknown ? Omit<T, "id"> : never} WithoutId
 */

/**
 * A command of a terminal; the link adds its id.
 * @typedef {WithoutId<Asked>} Command
 */

/**
 * The answer to a command; `again` if the command was sent twice because the connection was lost.
 * @typedef {AnswerFrame & { again?: boolean }} Answer
 */

/** @typedef {{ frame: string, answered: (answer: Answer) => void, round: number | null, again?: boolean }} Sent */

/**
 * A function for each kind of frame that a page uses (`cards` for changes in the lobby), `link` for the state of the
 * connection, and `hello` for what the page says about itself.
 * @typedef {object} Listener
 * @property {(frame: TableFrame) => void} [table]
 * @property {(frame: DeltaFrame) => void} [delta]
 * @property {(frame: YouFrame) => void} [you]
 * @property {(frame: ClockFrame) => void} [clock]
 * @property {(frame: NonceFrame) => void} [nonce]
 * @property {(frame: ErrorFrame) => void} [error]
 * @property {(frame: LobbyFrame) => void} [lobby]
 * @property {(frame: LobbyDeltaFrame) => void} [cards]
 * @property {(state: "open" | "waiting", event?: CloseEvent) => void} [link]
 * @property {() => Hello | null} [hello]
 */

export class Link {
  /** @type {string} */
  #path;
  /** @type {Listener} */
  #hear;
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | null} */
  #seq = null;
  /** @type {number | null} */
  #round = null;
  #back = false; // reconnected: unanswered commands wait until the state of the table is known
  /** @type {Map<string, Sent>} */
  #asked = new Map();
  #wait = FIRST_WAIT;
  #timer = 0;
  #closed = false;

  /**
   * @param {string} path
   * @param {Listener} hear
   */
  constructor(path, hear) {
    this.#path = path;
    this.#hear = hear;
    window.addEventListener("online", () => this.#now());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#now());
    this.#open();
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  // Whether the page has reconnected, and hears of what it missed.
  get back() {
    return this.#back;
  }

  // The round of the last frame; null before the first one.
  get round() {
    return this.#round;
  }

  /**
   * Send a command; resolves with the answer, even if the connection drops in between.
   * @param {Command} command
   * @returns {Promise<Answer>}
   */
  ask(command) {
    const id = newId();
    const frame = JSON.stringify({ ...command, id });
    return new Promise((answered) => {
      this.#asked.set(id, { frame, answered, round: this.#round });
      if (this.open && !this.#back) this.#socket?.send(frame);
    });
  }

  // Say what has changed about this page. A new connection does it by itself, before any command.
  hello() {
    const said = this.#hear.hello?.();
    if (said && this.open) this.#socket?.send(JSON.stringify(said));
  }

  /**
   * Say something that counts only now, so it is never sent again; whether it was sent.
   * @param {Nonce | Ready} aside
   */
  say(aside) {
    const { open } = this;
    if (open) this.#socket?.send(JSON.stringify(aside));
    return open;
  }

  // Connect again as a new visitor.
  renew() {
    this.#seq = null;
    this.#socket?.close();
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const after = this.#seq === null ? "" : `?after=${this.#seq}`;
    const socket = new WebSocket(`${scheme}//${location.host}${this.#path}${after}`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#back = true;
      this.hello();
      this.#hear.link?.("open");
    };
    socket.onmessage = (message) => this.#frame(JSON.parse(message.data));
    socket.onclose = (event) => socket === this.#socket && this.#dropped(event);
  }

  /** @param {CloseEvent} event */
  #dropped(event) {
    if (this.#closed) return;
    this.#hear.link?.("waiting", event);
    const wait = event.code === LAGGARD ? 0 : this.#wait * (0.5 + Math.random());
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  #now() {
    if (this.#closed || this.#socket?.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.#timer);
    this.#open();
  }

  /** @param {TerminalFrame | HallFrame} frame */
  #frame(frame) {
    this.#wait = FIRST_WAIT;
    if (frame.kind === "answer") {
      const asked = this.#asked.get(frame.id);
      this.#asked.delete(frame.id);
      asked?.answered({ ...frame, again: asked.again });
      return;
    }
    if (frame.kind === "delta" && this.#seq !== null && frame.seq <= this.#seq) return;
    if (frame.kind === "table" || frame.kind === "lobby" || frame.kind === "delta") this.#seq = frame.seq;
    if (frame.kind === "table") this.#round = frame.table.round;
    if (frame.kind === "delta" && typeof frame.patch.round === "number") this.#round = frame.patch.round;
    this.#pass(frame);
    if (frame.kind === "clock" && this.#back) this.#again();
  }

  /** @param {Exclude<TerminalFrame | HallFrame, AnswerFrame>} frame */
  #pass(frame) {
    if (frame.kind === "table") this.#hear.table?.(frame);
    else if (frame.kind === "you") this.#hear.you?.(frame);
    else if (frame.kind === "clock") this.#hear.clock?.(frame);
    else if (frame.kind === "nonce") this.#hear.nonce?.(frame);
    else if (frame.kind === "error") this.#hear.error?.(frame);
    else if (frame.kind === "lobby") this.#hear.lobby?.(frame);
    else if ("happened" in frame) this.#hear.delta?.(frame);
    else this.#hear.cards?.(frame);
  }

  // After a reconnect the clock is the last frame: now everything that was missed is known.
  #again() {
    this.#back = false;
    for (const [id, asked] of this.#asked) {
      const { frame, answered, round } = asked;
      if (round === null || round === this.#round) {
        asked.again = true;
        this.#socket?.send(frame);
      } else {
        this.#asked.delete(id);
        answered({ kind: "answer", id, ok: false, seq: this.#seq ?? 0, refusal: null });
      }
    }
  }
}
