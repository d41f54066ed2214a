// Messages over the layout that disappear again: calls in large letters, also above an open dialog, and refusals.
import { dollars, fill } from "../shared/format.js";
import { byId, html, put } from "../shared/elements.js";

/** @import { Refusal, Words } from "./types.js" */

const CALLED = 4200;
const CLOSED = 2600;
const REFUSED = 6500;
const OFFERED = 12000;
const SOON = 1500;
const MOST = 5; // bets listed below an outcome

export class Notices {
  #ends = 0;
  #toastEnds = 0;
  refused = 0; // how many refusals were shown

  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.box = byId("banner");
    this.toast = byId("toast");
    this.toast.addEventListener("click", () => this.clear());
    for (const dialog of document.querySelectorAll("dialog")) {
      new MutationObserver(() => dialog.open && this.#raise()).observe(dialog, { attributeFilter: ["open"] });
    }
  }

  /**
   * A call, and what else is announced with it.
   * @param {string} said
   * @param {"called" | "closed"} kind
   * @param {string} color
   * @param {string[]} more
   */
  call(said, kind, color = "", more = []) {
    this.box.className = `banner ${kind}`;
    this.box.dataset.color = color;
    this.box.replaceChildren(html("span", {}, html("strong", {}, said), ...more.map((each) => html("small", {}, each))));
    this.box.showPopover();
    this.#raise();
    this.#endsIn(kind === "called" ? CALLED : CLOSED);
  }

  /**
   * Add what the round did to the player to the line of its outcome, and the bets below it.
   * @param {string} said
   * @param {boolean} won
   * @param {string[]} rows
   */
  add(said, won, rows) {
    if (!this.box.classList.contains("called")) return;
    const lines = rows.slice(0, MOST).map((row) => html("li", {}, row));
    if (rows.length > MOST) lines.push(html("li", {}, "…"));
    this.box.querySelector("strong")?.append(". ", html("b", { class: won ? "won" : "" }, said));
    this.box.firstElementChild?.append(html("ul", {}, ...lines));
  }

  /**
   * Below a refusal, offer other amounts.
   * @param {number[]} amounts
   * @param {(cents: number) => void} take
   */
  offer(amounts, take) {
    if (this.toast.hidden || !amounts.length) return;
    const buttons = amounts.map((cents) => {
      const onclick = () => {
        this.clear();
        take(cents);
      };
      return html("button", { type: "button", class: "button gold", onclick }, fill(this.words.place_amount, { amount: dollars(cents) }));
    });
    this.toast.append(html("p", { class: "row" }, ...buttons));
    clearTimeout(this.#toastEnds);
    this.#toastEnds = setTimeout(() => this.clear(), OFFERED);
  }

  // Put the call over the felt, above whatever was opened last.
  #raise() {
    if (!this.box.matches(":popover-open")) return;
    this.box.hidePopover();
    const { left, top, width, height } = byId("felt-box").getBoundingClientRect();
    Object.assign(this.box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    this.box.showPopover();
  }

  // Hide the refusal, unless there was a new one since `refused` was `of`.
  clear(of = this.refused) {
    if (of === this.refused) this.toast.hidden = true;
  }

  // Betting is open: uncover the layout.
  end() {
    this.clear();
    this.#endsIn(SOON);
  }

  /** @param {number} milliseconds */
  #endsIn(milliseconds) {
    clearTimeout(this.#ends);
    this.#ends = setTimeout(() => this.box.hidePopover(), milliseconds);
  }

  /**
   * Show a refusal with its paragraph; null if the table gave no answer. Returns the sentence to announce.
   * @param {Refusal | null} refusal
   */
  refuse(refusal) {
    this.refused += 1;
    const message = refusal?.message ?? this.words.no_answer;
    const cite = refusal?.cite ?? "";
    const rule = cite && fill(cite.startsWith("H-") ? this.words.procedure : this.words.paragraph, { cite });
    put(this.toast, html("p", {}, message), rule ? html("p", { class: "cite" }, rule) : null);
    this.toast.hidden = false;
    clearTimeout(this.#toastEnds);
    this.#toastEnds = setTimeout(() => this.clear(), REFUSED);
    return [message, rule].filter(Boolean).join(" ");
  }
}
