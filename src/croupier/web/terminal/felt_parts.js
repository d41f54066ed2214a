// Where a felt is longer than the screen: buttons that scroll to its parts, and a cue at each end that goes on.
import { as, html, still } from "../shared/elements.js";

const NEAR = 8; // pixels above a part
const RAIL = 16; // pixels at the edge of a felt that nobody misses

export class FeltParts {
  /** @type {{ button: HTMLElement, panel: Element }[]} */
  #parts = [];

  /**
   * @param {HTMLElement} box scrolls the felt
   * @param {HTMLElement} list of the buttons
   * @param {Record<string, string>} names of the parts, in words
   */
  constructor(box, list, names) {
    this.names = names;
    this.box = box;
    this.list = list;
    box.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    new ResizeObserver(() => this.#scrolled()).observe(box);
  }

  /**
   * The parts of another picture.
   * @param {Element} picture
   */
  show(picture) {
    const panels = [...picture.querySelectorAll("[data-panel]")].map((each) => as(SVGElement, each));
    this.#parts = panels.map((panel) => {
      const button = html("button", { type: "button", class: "button", onclick: () => this.#go(panel) }, this.names[panel.dataset.panel ?? ""] ?? "");
      return { button, panel };
    });
    this.list.replaceChildren(...this.#parts.map(({ button }) => button));
    this.list.hidden = panels.length < 2;
    this.box.scrollTo(0, 0);
    this.#scrolled();
  }

  /** @param {Element} panel */
  #go(panel) {
    const top = this.#topOf(panel) + this.box.scrollTop;
    this.box.scrollTo({ top, behavior: still() ? "auto" : "smooth" });
  }

  /** @param {Element} panel */
  #topOf(panel) {
    return panel.getBoundingClientRect().top - this.box.getBoundingClientRect().top - NEAR;
  }

  #scrolled() {
    const { box } = this;
    const shown = box.getBoundingClientRect();
    const { top, bottom, left, right } = (box.querySelector(":scope > svg") ?? box).getBoundingClientRect(); // a wheel on it may be larger
    const hidden = { above: top < shown.top - RAIL, below: bottom > shown.bottom + RAIL, left: left < shown.left - RAIL, right: right > shown.right + RAIL };
    for (const [side, more] of Object.entries(hidden)) box.parentElement?.classList.toggle(`more-${side}`, more);
    const end = !hidden.below;
    const seen = this.#parts.filter(({ panel }) => this.#topOf(panel) < box.clientHeight / (end ? 1 : 3)).at(-1);
    for (const part of this.#parts) {
      if (part === seen) part.button.setAttribute("aria-current", "true");
      else part.button.removeAttribute("aria-current");
    }
  }
}
