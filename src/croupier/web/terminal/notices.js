// What is shown over the layout for a while: the calls in large letters, above an open dialog too, and refusals.
import { fill } from "../shared/format.js";
import { byId, html, put } from "../shared/elements.js";

/** @import { Refusal, Words } from "./types.js" */

const CALLED = 4200;
const CLOSED = 2600;
const REFUSED = 6500;
const SOON = 1500;
const MOST = 5; // wagers below an outcome

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
   * A call.
   * @param {string} said
   * @param {"called" | "closed"} kind
   * @param {string} color
   */
  call(said, kind, color = "") {
    this.box.className = `banner ${kind}`;
    this.box.dataset.color = color;
    this.box.replaceChildren(html("span", {}, said));
    this.box.showPopover();
    this.#raise();
    this.#endsIn(kind === "called" ? CALLED : CLOSED);
  }

  /**
   * What the round brought, below its outcome.
   * @param {string} said
   * @param {boolean} won
   * @param {string[]} rows
   */
  add(said, won, rows) {
    if (!this.box.classList.contains("called")) return;
    const lines = rows.slice(0, MOST).map((row) => html("li", {}, row));
    if (rows.length > MOST) lines.push(html("li", {}, "…"));
    this.box.firstElementChild?.append(html("small", { class: won ? "won" : "" }, said), html("ul", {}, ...lines));
  }

  // The call lies over the felt, and over what was opened last.
  #raise() {
    if (!this.box.matches(":popover-open")) return;
    this.box.hidePopover();
    const { left, top, width, height } = byId("felt-box").getBoundingClientRect();
    Object.assign(this.box.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    this.box.showPopover();
  }

  // What was refused is past once something was done that was asked for after it: `of` is `refused` as it was then.
  clear(of = this.refused) {
    if (of === this.refused) this.toast.hidden = true;
  }

  // Wagers are taken again: what lies over the layout is in their way.
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
   * A refusal as a sentence with its paragraph; null where the table gave no answer. Returns what is said of it.
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
