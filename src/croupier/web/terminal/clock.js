// The countdown until betting closes. The server and the browser count it by clocks that nobody can set.
import { seconds } from "../shared/format.js";
import { as, byId } from "../shared/elements.js";

const LAST = 5;

export class Clock {
  #ahead = 0; // how many milliseconds the server's count is ahead of the browser's
  /** @type {number | null} */
  #closes = null;
  /** @type {number | null} */
  #said = null;

  /**
   * `ticking(seconds)` is called once for each of the last five seconds.
   * @param {number} window how long betting is open, in milliseconds: then the ring is whole
   * @param {(seconds: number) => void} ticking
   */
  constructor(window, ticking) {
    this.window = window;
    this.ring = as(SVGElement, document.getElementById("clock-ring"));
    this.figure = byId("clock-figure");
    this.box = byId("clock");
    this.ticking = ticking;
    this.length = Number(this.ring.getAttribute("pathLength"));
    setInterval(() => this.#show(), 100);
  }

  /** @param {{ now?: number, closes?: number | null }} frame */
  told({ now, closes }) {
    if (now != null) this.#ahead = now - performance.now();
    this.#closes = closes ?? null;
    this.#show();
  }

  get left() {
    return this.#closes === null ? null : this.#closes - performance.now() - this.#ahead;
  }

  #show() {
    const left = this.left;
    const running = left !== null && left > 0;
    this.box.classList.toggle("running", running);
    const whole = running ? seconds(left) : null;
    this.box.classList.toggle("ending", whole !== null && whole <= LAST);
    this.ring.setAttribute("stroke-dashoffset", String(running ? this.length * (1 - Math.min(1, left / this.window)) : this.length));
    if (whole === this.#said) return;
    this.#said = whole;
    this.figure.textContent = String(whole ?? "");
    if (whole !== null && whole <= LAST) this.ticking(whole);
  }
}
