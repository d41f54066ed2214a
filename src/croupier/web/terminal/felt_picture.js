// A picture of the felt that the server drew, with its spots.
import { readingOrder } from "./spots/navigation.js";
import { as, svg } from "../shared/elements.js";
import { separateCodes } from "./exact.js";
import { keyOf } from "./undo.js";

/**
 * @import { SpotShown } from "../shared/wire.js"
 * @import { Spot } from "./types.js"
 */

const SAME = 3; // units by which the middles of a printed box and its spot may differ

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
    separateCodes(this.picture);
    box.replaceChildren(this.picture);
    this.cells = new Map([...this.picture.querySelectorAll("[data-cell]")].map((each) => as(SVGGraphicsElement, each)).map((cell) => [cell.dataset.cell ?? "", cell]));
    this.lights = svg("g", { class: "lights", "pointer-events": "none" });
    as(SVGElement, this.picture.querySelector(".spots")).before(this.lights);
    this.marks = svg("g", { class: "marks", "pointer-events": "none" });
    this.chips = svg("g", { class: "chips", "pointer-events": "none" });
    this.payments = svg("g", { class: "payments", "pointer-events": "none" });
    this.picture.append(this.chips, this.payments, this.marks);
    this.spots = readingOrder(this.#spots(data));
    this.byKey = new Map(this.spots.filter((spot) => !spot.at).map((spot) => [keyOf(spot.wager, spot.spot, false), spot]));
  }

  /**
   * Light the printed boxes of these outcomes, instead of those that were lit in the same way; returns the boxes.
   * @param {"covered" | "won"} how
   * @param {string[]} outcomes
   */
  light(how, outcomes) {
    for (const each of this.lights.querySelectorAll(`.${how}`)) each.remove();
    const boxes = outcomes.flatMap((outcome) => this.cells.get(outcome) ?? []);
    for (const box of boxes) {
      const light = as(SVGElement, box.cloneNode());
      light.setAttribute("class", `cell ${how}`);
      this.lights.append(light);
    }
    return boxes;
  }

  /**
   * Whether a spot is on the box of an outcome, or between such boxes: then the boxes are lit, not the spot.
   * @param {string} spot
   * @param {SVGElement} element
   * @param {import("./types.js").Box} area
   */
  #onCell(spot, element, { x, y, width, height }) {
    if ("between" in element.dataset) return true;
    const box = this.cells.get(spot)?.getBBox();
    return box !== undefined && Math.abs(box.x + box.width / 2 - x - width / 2) < SAME && Math.abs(box.y + box.height / 2 - y - height / 2) < SAME;
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
      const title = told?.title ?? element.getAttribute("aria-label") ?? "";
      element.querySelector("title")?.remove();
      element.setAttribute("role", "button");
      if (told?.covers) element.setAttribute("aria-description", told.covers);
      element.setAttribute("tabindex", "-1");
      element.classList.toggle("on-cell", this.#onCell(spot, element, { x, y, width, height }));
      const made = { wager, spot, at, title, told, x, y, width, height, element };
      this.spotOfElement.set(element, made);
      return made;
    });
  }
}
