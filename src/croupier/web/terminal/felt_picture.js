// A picture of the felt that the server drew, with its spots.
import { readingOrder } from "./spots/navigation.js";
import { as, svg } from "../shared/elements.js";
import { keyOf } from "./undo.js";

/**
 * @import { SpotShown } from "../shared/wire.js"
 * @import { Spot } from "./types.js"
 */

export class FeltPicture {
  /** @type {WeakMap<EventTarget, Spot>} The spot of an element of the picture. */
  spotOfElement = new WeakMap();

  /**
   * @param {HTMLElement} box shows the picture
   * @param {string} markup
   * @param {SpotShown[]} data what the server says of the spots
   */
  constructor(box, markup, data) {
    const picture = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
    this.picture = as(SVGSVGElement, document.importNode(picture, true));
    this.picture.setAttribute("role", "group");
    this.picture.querySelector(":scope > title")?.remove();
    box.replaceChildren(this.picture);
    this.marks = svg("g", { class: "marks", "pointer-events": "none" });
    this.chips = svg("g", { class: "chips", "pointer-events": "none" });
    this.picture.append(this.chips, this.marks);
    this.spots = readingOrder(this.#spots(data));
    this.byKey = new Map(this.spots.filter((spot) => !spot.at).map((spot) => [keyOf(spot.wager, spot.spot, false), spot]));
  }

  /**
   * @param {SpotShown[]} data
   * @returns {Spot[]}
   */
  #spots(data) {
    const known = new Map(data.map((spot) => [keyOf(spot.wager, spot.spot, false), spot]));
    return [...this.picture.querySelectorAll(".spot")].map((found) => {
      const element = as(SVGElement, found);
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(element.getAttribute(name)));
      const { wager = "", spot = "", at = "" } = element.dataset;
      const told = known.get(keyOf(wager, spot, false));
      const title = (!at && told?.title) || (element.getAttribute("aria-label") ?? "");
      element.querySelector("title")?.remove();
      element.setAttribute("role", "button");
      if (told?.covers) element.setAttribute("aria-description", told.covers);
      element.setAttribute("tabindex", "-1");
      const made = { wager, spot, at, title, told, x, y, width, height, element };
      this.spotOfElement.set(element, made);
      return made;
    });
  }
}
