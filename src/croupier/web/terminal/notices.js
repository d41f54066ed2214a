// Refusals over the layout, which disappear again.
import { dollars, fill } from "../shared/format.js";
import { byId, html, put } from "../shared/elements.js";
import { exactShown } from "./exact.js";

/** @import { Refusal, Words } from "./types.js" */

const REFUSED = 6500;
const OFFERED = 12000;

export class Notices {
  #toastEnds = 0;
  refused = 0; // how many refusals and suggestions were shown

  /** @param {Words} words */
  constructor(words) {
    this.words = words;
    this.toast = byId("toast");
    this.toast.addEventListener("click", () => this.clear());
  }

  /**
   * Below a refusal, offer other amounts.
   * @param {number[]} amounts
   * @param {(cents: number) => void} take
   */
  offer(amounts, take) {
    if (this.toast.hidden || !amounts.length) return;
    const buttons = amounts.map((cents) => this.#button(fill(this.words.place_amount, { amount: dollars(cents) }), () => take(cents)));
    this.toast.append(html("p", { class: "row" }, ...buttons));
    this.#toastEndsIn(OFFERED);
  }

  /**
   * Suggest something, with a button that does it.
   * @param {string} said
   * @param {string} button
   * @param {() => void} take
   */
  suggest(said, button, take) {
    this.refused += 1;
    put(this.toast, html("p", {}, said), html("p", { class: "row" }, this.#button(button, take)));
    this.toast.classList.add("suggests");
    this.toast.hidden = false;
    this.#toastEndsIn(OFFERED);
  }

  /**
   * @param {string} words
   * @param {() => void} press
   */
  #button(words, press) {
    const onclick = () => {
      this.clear();
      press();
    };
    return html("button", { type: "button", class: "button gold", onclick }, words);
  }

  /** @param {number} milliseconds */
  #toastEndsIn(milliseconds) {
    clearTimeout(this.#toastEnds);
    this.#toastEnds = setTimeout(() => this.clear(), milliseconds);
  }

  // Hide it, unless there was a new one since `refused` was `of`.
  clear(of = this.refused) {
    if (of === this.refused) this.toast.hidden = true;
  }

  /**
   * Show a refusal with its paragraph, which is said only if the player wants to know it; null if the table gave no answer.
   * Returns the sentence to announce.
   * @param {Refusal | null} refusal
   */
  refuse(refusal) {
    this.refused += 1;
    const message = refusal?.message ?? this.words.no_answer;
    const cite = refusal?.cite ?? "";
    const rule = cite && fill(cite.startsWith("H-") ? this.words.procedure : this.words.paragraph, { cite });
    put(this.toast, html("p", {}, message), rule ? html("p", { class: "cite" }, rule) : null);
    this.toast.classList.remove("suggests");
    this.toast.hidden = false;
    this.#toastEndsIn(REFUSED);
    return [message, exactShown() && rule].filter(Boolean).join(" ");
  }
}
