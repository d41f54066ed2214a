// The racetrack of a wheel: numbers with their neighbors, and the usual sectors. The server draws it, once for each way.
import { as, byId, html, put } from "../../shared/elements.js";
import { isArrow, nextSpot } from "../spots/navigation.js";

/**
 * @import { Box, Macro, Words } from "../types.js"
 * @typedef {Box & { element: SVGElement, macro: Macro }} Sector
 */

const UPRIGHT = matchMedia("(max-width: 50rem)"); // cells of 44 pixels do not fit along the table

export class Racetrack {
  #shown = "";
  /** @type {Sector[]} */
  #sectors = [];

  /**
   * `load` gets the picture of a way, `press(macro)` places its bets, `about(macro)` says what it costs.
   * @param {Macro[]} macros
   * @param {Words} words
   * @param {{ load: (query: string) => Promise<string>, press: (macro: Macro) => void, about: (macro: Macro) => string }} on
   */
  constructor(macros, words, on) {
    this.macros = new Map(macros.filter((macro) => macro.track).map((macro) => [macro.id, macro]));
    this.words = words;
    this.on = on;
    this.box = byId("track");
    this.status = byId("track-says");
    byId("track-box").hidden = this.macros.size === 0;
    this.box.addEventListener("click", (event) => this.#with(event, (sector) => this.on.press(sector.macro)));
    this.box.addEventListener("keydown", (event) => this.#with(event, (sector) => this.#key(event, sector)));
    for (const kind of ["focusin", "pointerover"]) this.box.addEventListener(kind, (event) => this.#with(event, (sector) => this.#point(sector)));
    this.box.addEventListener("pointerleave", () => this.#light(null));
  }

  // Load the picture that fits the screen, unless it is there.
  async show() {
    const way = UPRIGHT.matches ? "upright" : "along";
    if (this.macros.size && this.#shown !== way) await this.#load(way);
    this.say(this.box.querySelector("desc")?.textContent ?? "");
  }

  /** @param {string} way */
  async #load(way) {
    const markup = await this.on.load(`way=${way}`).catch(() => null);
    if (markup === null) {
      put(this.box, html("p", { class: "fault", role: "alert" }, this.words.not_loaded));
      return;
    }
    const picture = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
    put(this.box, document.importNode(picture, true));
    this.#sectors = [...this.box.querySelectorAll(".track-spot")].flatMap((found) => this.#sector(as(SVGElement, found)));
    this.#sectors.forEach((sector, place) => sector.element.setAttribute("tabindex", place ? "-1" : "0"));
    this.#shown = way;
  }

  /**
   * Say what a press would do, or what it did.
   * @param {string} words
   */
  say(words) {
    this.status.textContent = words;
  }

  /** @param {SVGElement} element */
  #sector(element) {
    const macro = this.macros.get(element.dataset.macro ?? "");
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(element.getAttribute(name)));
    return macro ? [{ element, macro, x, y, width, height }] : [];
  }

  /**
   * @param {Event} event
   * @param {(sector: Sector) => void} then
   */
  #with({ target }, then) {
    const found = this.#sectors.find(({ element }) => element === target);
    if (found) then(found);
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Sector} sector
   */
  #key(event, sector) {
    if (event.key === "Enter" || event.key === " ") this.on.press(sector.macro);
    else if (isArrow(event.key)) nextSpot(this.#sectors, sector, event.key).element.focus();
    else return;
    event.preventDefault();
  }

  /** @param {Sector} sector */
  #point(sector) {
    for (const { element } of this.#sectors) element.setAttribute("tabindex", element === sector.element ? "0" : "-1");
    this.#light(sector.macro);
    this.say(this.on.about(sector.macro));
  }

  /**
   * Highlight the numbers of a macro.
   * @param {Macro | null} macro
   */
  #light(macro) {
    const numbers = new Set(macro?.bets.flatMap(({ spot }) => spot?.split("-") ?? []));
    for (const { element, macro: other } of this.#sectors) element.classList.toggle("lit", other === macro || numbers.has(other.id.split("-").at(-1) ?? ""));
  }
}
