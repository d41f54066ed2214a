// Calls in large letters over the layout, also above an open dialog; after an outcome, what it did to the player and the win.
// They cover neither a question nor a tooltip, and are gone when betting opens.
import { byId, every, html, still } from "../shared/elements.js";
import { amount, fill } from "../shared/format.js";
import { run } from "./devices/motion.js";

/**
 * `time` is how long the win is shown, in milliseconds.
 * @typedef {{ profit: number, time: number }} Win
 */

const CALLED = 4200;
const CLOSED = 2600;
const MOST = 5; // bets listed below an outcome
const GAP = 6; // pixels
const COUNTED = 0.3; // the part of a win's time in which its amount counts up

export class Banner {
  #ends = 0;
  #over = false; // whether betting has opened since the last call
  /** @type {import("./devices/motion.js").Running | null} */
  #counting = null;

  /** @param {import("./types.js").Words} words */
  constructor(words) {
    this.words = words;
    this.box = byId("banner");
    for (const dialog of document.querySelectorAll("dialog")) {
      new MutationObserver(() => dialog.open && this.#raise()).observe(dialog, { attributeFilter: ["open"] });
    }
    const moved = new MutationObserver(() => this.#place());
    moved.observe(byId("asked"), { childList: true });
    moved.observe(byId("tooltip"), { attributeFilter: ["hidden", "style"] });
    new ResizeObserver(() => this.#place()).observe(byId("felt-box"));
  }

  /**
   * A call, and what else is announced with it.
   * @param {string} said
   * @param {"called" | "closed"} kind
   * @param {string} color
   * @param {string[]} more
   */
  call(said, kind, color = "", more = []) {
    this.#counting?.cancel();
    this.box.className = `banner ${kind}`;
    this.box.dataset.color = color;
    this.box.replaceChildren(html("span", {}, html("strong", {}, said), ...more.map((each) => html("small", {}, each))));
    this.#over = false;
    this.#show(kind === "called" ? CALLED : CLOSED);
  }

  /**
   * Add what the round did to the player to the line of its outcome, the bets below it, and the win if there is one.
   * @param {string} said
   * @param {string[]} rows
   * @param {Win | null} win
   */
  add(said, rows, win) {
    if (!this.box.classList.contains("called")) return;
    const lines = rows.slice(0, MOST).map((row) => html("li", {}, row));
    if (rows.length > MOST) lines.push(html("li", {}, "…"));
    this.box.querySelector("strong")?.append(". ", html("b", { class: win ? "won" : "" }, said));
    if (win) this.box.firstElementChild?.append(this.#win(win));
    this.box.firstElementChild?.append(html("ul", {}, ...lines));
    if (!this.#over) this.#show(win ? win.time : CALLED);
  }

  /** @param {Win} win */
  #win({ profit, time }) {
    const figure = html("em", { class: "win" });
    /** @param {number} cents */
    const show = (cents) => (figure.textContent = fill(this.words.you_win, { amount: amount(cents) }));
    show(still() ? profit : 0);
    if (still()) return figure;
    const counts = (COUNTED * time) / 1000;
    this.#counting = run(counts, (seconds) => show(seconds < counts ? Math.floor((profit * seconds) / counts / 100) * 100 : profit));
    return figure;
  }

  // Let the player see the chips; the next words bring it back.
  lift() {
    this.box.hidePopover();
  }

  // Betting is open: uncover the layout.
  end() {
    clearTimeout(this.#ends);
    this.#over = true;
    this.lift();
  }

  /** @param {number} milliseconds */
  #show(milliseconds) {
    this.box.showPopover();
    this.#raise();
    clearTimeout(this.#ends);
    this.#ends = setTimeout(() => this.lift(), milliseconds);
  }

  // Put it above whatever was opened last.
  #raise() {
    if (!this.box.matches(":popover-open")) return;
    this.box.hidePopover();
    this.box.showPopover();
    this.#place();
  }

  // Put it into the highest part of the felt without a question or a tooltip.
  #place() {
    if (!this.box.matches(":popover-open")) return;
    const felt = byId("felt-box").getBoundingClientRect();
    const kept = [...every("#asked > *"), byId("tooltip")].map((each) => each.getBoundingClientRect()).filter(({ height }) => height);
    const ends = [...kept.sort((one, other) => one.top - other.top), { top: felt.bottom + GAP, bottom: felt.bottom }];
    let [free, from] = [{ top: felt.top, height: 0 }, felt.top];
    for (const { top, bottom } of ends) {
      const height = Math.min(top - GAP, felt.bottom) - from;
      if (height > free.height) free = { top: from, height };
      from = Math.max(from, bottom + GAP);
    }
    Object.assign(this.box.style, { left: `${felt.left}px`, top: `${free.top}px`, width: `${felt.width}px`, height: `${free.height}px` });
  }
}
