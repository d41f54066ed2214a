// What is shown over the layout for a while: the calls in large letters, above an open dialog too, and refusals.
import { fill } from "../shared/format.js";
import { sentence } from "./player.js";
import { byId, html, put } from "../shared/elements.js";

const CALLED = 4200;
const CLOSED = 2600;
const REFUSED = 6500;
const SOON = 1500;
const MOST = 5; // wagers below an outcome

export class Notices {
  #ends = null;
  #toastEnds = null;
  refused = 0; // how many refusals were shown

  constructor(words) {
    this.words = words;
    this.box = byId("banner");
    this.toast = byId("toast");
    this.toast.addEventListener("click", () => this.clear());
    for (const dialog of document.querySelectorAll("dialog")) {
      new MutationObserver(() => dialog.open && this.#raise()).observe(dialog, { attributeFilter: ["open"] });
    }
  }

  // A call: `kind` is called or closed.
  call(said, kind, color = "") {
    this.box.className = `banner ${kind}`;
    this.box.dataset.color = color;
    this.box.replaceChildren(html("span", {}, said));
    this.box.showPopover();
    this.#raise();
    this.#endsIn(kind === "called" ? CALLED : CLOSED);
  }

  // What the round brought, below its outcome.
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

  #endsIn(milliseconds) {
    clearTimeout(this.#ends);
    this.#ends = setTimeout(() => this.box.hidePopover(), milliseconds);
  }

  // A refusal as a sentence with its paragraph; returns what is said of it.
  refuse(refusal) {
    this.refused += 1;
    const { cite } = refusal ?? {};
    const rule = cite?.startsWith("H-") ? this.words.procedure : this.words.paragraph;
    const said = [sentence(refusal, this.words), cite ? fill(rule, { cite }) : null];
    put(this.toast, html("p", {}, said[0]), said[1] && html("p", { class: "cite" }, said[1]));
    this.toast.hidden = false;
    clearTimeout(this.#toastEnds);
    this.#toastEnds = setTimeout(() => this.clear(), REFUSED);
    return said.filter(Boolean).join(" ");
  }
}
