// The connection of a page to its table, or to the lobby. It always knows whether the server answers; if not, the socket is
// given up, and a new one is tried at once, then more slowly. After a drop it resumes at the last frame it received, and sends
// unanswered commands again with the same id and the round that they were meant for, so that nothing is lost, done twice or
// done in a later round: the server knows what became of each.
import { Heartbeat } from "./heartbeat.js";
import { inLanguage } from "./language.js";

const WAITS = [0, 500, 1000, 2000]; // milliseconds from one attempt to the next
const PATIENCE = 3000; // for an attempt, up to the first sign of the server

export const newId = () =>
  crypto.randomUUID?.() ??
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @import { AnswerFrame, Asked, ClockFrame, DeltaFrame, ErrorFrame, HallFrame, Hello, LobbyDeltaFrame, LobbyFrame, Nonce, NonceFrame, Ping, PongFrame, Ready, TableFrame, TerminalFrame, YouFrame } from "./wire.js"
 */

/** @type {Ping} */
const PING = { do: "ping" };

/**
 * @template T
 * @typedef {T extends unknown ? Omit<T, "id" | "round"> : never} WithoutId
 */

/**
 * A command of a terminal; the link adds its id and the round.
 * @typedef {WithoutId<Asked>} Command
 */

/**
 * The answer to a command; `again` if the command was sent twice because the connection was lost.
 * @typedef {AnswerFrame & { again?: boolean }} Answer
 */

/** @typedef {{ frame: string, answered: (answer: Answer) => void, again?: boolean }} Sent */

/** @typedef {"open" | "lost"} LinkState */

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
 * @property {(state: LinkState) => void} [link]
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
  #back = true; // on a new connection: unanswered commands wait until the state of the table is known
  /** @type {Map<string, Sent>} */
  #asked = new Map();
  /** @type {LinkState | null} Null before the first attempt has ended. */
  #state = null;
  #tries = 0; // attempts since the line worked
  #began = 0; // when the last attempt began
  #timer = 0; // ends an attempt, or begins the next one
  #beat = new Heartbeat({
    ask: () => {
      this.#tries = 0;
      this.#send(PING);
    },
    lost: () => this.#dropped(),
  });

  /**
   * @param {string} path
   * @param {Listener} hear
   */
  constructor(path, hear) {
    this.#path = path;
    this.#hear = hear;
    window.addEventListener("online", () => this.#check());
    window.addEventListener("offline", () => this.#check());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#check());
    this.#connect();
  }

  // Whether the server answers.
  get open() {
    return this.#state === "open";
  }

  // Whether the page reconnects, and hears of what it missed.
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
    const frame = JSON.stringify({ ...command, id, round: this.#round });
    return new Promise((answered) => {
      this.#asked.set(id, { frame, answered });
      if (this.open && !this.#back) this.#socket?.send(frame);
    });
  }

  // Say what has changed about this page. A new connection does it by itself, before any command.
  hello() {
    const said = this.#hear.hello?.();
    if (said) this.#send(said);
  }

  /**
   * Say something that counts only now, so it is never sent again; whether it was sent.
   * @param {Nonce | Ready} aside
   */
  say(aside) {
    return this.open && this.#send(aside);
  }

  // Connect again as a new visitor.
  renew() {
    this.#seq = null;
    this.#connect();
  }

  /** @param {Hello | Nonce | Ping | Ready} said */
  #send(said) {
    const up = this.#socket?.readyState === WebSocket.OPEN;
    if (up) this.#socket?.send(JSON.stringify(said));
    return up;
  }

  #connect() {
    this.#abandon();
    this.#back = true;
    this.#began = performance.now();
    this.#timer = setTimeout(() => this.#dropped(), PATIENCE);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const path = inLanguage(this.#path, this.#seq === null ? {} : { after: String(this.#seq) });
    const socket = new WebSocket(`${scheme}//${location.host}${path}`);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      this.hello();
      this.#send(PING);
    };
    socket.onmessage = (message) => socket === this.#socket && this.#frame(JSON.parse(message.data));
    socket.onclose = () => socket === this.#socket && this.#dropped();
  }

  // Forget the socket, which may never say that it is closed.
  #abandon() {
    const socket = this.#socket;
    this.#socket = null;
    clearTimeout(this.#timer);
    this.#beat.stop();
    socket?.close();
  }

  #dropped() {
    this.#abandon();
    this.#tell("lost");
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)];
    this.#tries += 1;
    this.#timer = setTimeout(() => this.#connect(), Math.max(0, this.#began + wait - performance.now()));
  }

  // The page can be seen again, or the network has changed: ask the server, or try again now.
  #check() {
    if (this.open) this.#beat.ask();
    else this.#connect();
  }

  // The server has answered on a new connection.
  #works() {
    clearTimeout(this.#timer);
    this.#beat.start();
    this.#tell("open");
  }

  /** @param {LinkState} state */
  #tell(state) {
    if (state === this.#state) return;
    this.#state = state;
    this.#hear.link?.(state);
  }

  /** @param {TerminalFrame | HallFrame} frame */
  #frame(frame) {
    if (frame.kind === "answer" || frame.kind === "pong") this.#beat.answered();
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
    if (frame.kind !== "pong") this.#pass(frame);
    if (this.#back && (frame.kind === "clock" || frame.kind === "pong")) this.#again();
  }

  /** @param {Exclude<TerminalFrame | HallFrame, AnswerFrame | PongFrame>} frame */
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

  // On a new connection the clock of a table comes last, and the answer to the first ping after it: now everything that was
  // missed is known.
  #again() {
    this.#back = false;
    this.#works();
    for (const asked of this.#asked.values()) {
      asked.again = true;
      this.#socket?.send(asked.frame);
    }
  }
}
