// The Big Six wheel of the felt: its sections turn under the clapper and stop at the recorded symbol.
import { comingToRest, run } from "./motion.js";
import { as, still, svg } from "../../shared/elements.js";

const SPEED = 210;
const LANDING = 3.6;

export class BigSixWheel {
  #angle = 0;
  /** @type {import("./motion.js").Running | null} */
  #running = null;
  #way = 1;
  #spinning = false;

  /**
   * `picture` is the felt's SVG; `box` shows the wheel a second time if the felt is small.
   * @param {HTMLElement} box
   * @param {SVGSVGElement} picture
   * @param {import("../sound.js").Sound} sound
   */
  constructor(box, picture, sound) {
    this.sound = sound;
    this.wheel = as(SVGGraphicsElement, picture.querySelector(".wheel"));
    this.clapper = as(SVGElement, this.wheel.querySelector(".clapper"));
    this.rotor = svg("g", { class: "rotor" });
    this.sections = [...this.wheel.querySelectorAll(".section")].map((each) => as(SVGElement, each));
    this.rotor.append(...[...this.wheel.childNodes].filter((each) => each !== this.clapper));
    this.wheel.prepend(this.rotor);
    this.wheel.id = "big-six-wheel";
    this.step = 360 / this.sections.length;
    this.flap = svg("g");
    this.flap.append(...this.clapper.childNodes);
    this.clapper.append(this.flap);
    this.#twin(box);
  }

  /** @param {HTMLElement} box */
  #twin(box) {
    const { x, y, width, height } = this.wheel.getBBox();
    const place = as(SVGTransform, this.wheel.transform.baseVal.consolidate()).matrix;
    const view = [place.e + x * place.a, place.f + y * place.d, width * place.a, height * place.d].map(Math.round);
    const twin = svg("svg", { viewBox: view.join(" "), "aria-hidden": "true", class: "big-six-twin" });
    twin.append(svg("use", { href: "#big-six-wheel" }));
    box.replaceChildren(twin);
  }

  /** @param {number} angle */
  #show(angle) {
    const passed = Math.floor(angle / this.step + 0.5) !== Math.floor(this.#angle / this.step + 0.5);
    if (passed && this.#spinning) this.sound.tick(0.25);
    const near = (((angle / this.step + 0.5) % 1) + 1) % 1;
    const bent = this.#spinning ? -this.#way * 7 * Math.max(0, 1 - Math.abs(near - 0.5) * 2.4) : 0;
    this.#angle = angle;
    this.rotor.setAttribute("transform", `rotate(${angle.toFixed(2)})`);
    this.flap.setAttribute("transform", `rotate(${bent.toFixed(1)} 0 -3900)`);
  }

  /**
   * An angle that puts a section with this symbol under the clapper.
   * @param {string} symbol
   */
  #angleOf(symbol) {
    const places = this.sections.flatMap((section, i) => (section.dataset.symbol === symbol ? [i] : []));
    const pick = places[Math.abs(Math.floor(this.#angle * 7)) % places.length] ?? 0;
    return -pick * this.step;
  }

  /** @param {string | null} symbol */
  rest(symbol) {
    this.#stop();
    if (symbol !== null) this.#show(this.#angleOf(symbol));
  }

  start(clockwise = true) {
    if (this.#spinning || still()) return;
    this.#stop();
    this.#way = clockwise ? 1 : -1;
    this.#spinning = true;
    const angle = this.#angle;
    this.#running = run(600, (t) => this.#show(angle + this.#way * SPEED * Math.max(0, t - 0.35 * (1 - Math.exp(-t / 0.35)))));
  }

  /** @param {string} symbol */
  async land(symbol) {
    if (still()) {
      this.rest(symbol);
      return;
    }
    if (!this.#spinning) this.start(this.#way > 0);
    this.#running?.cancel();
    const turns = comingToRest(this.#angle, this.#way * SPEED, this.#angleOf(symbol), LANDING);
    this.#running = run(LANDING, (t) => this.#show(turns(t)));
    await this.#running.ended;
    this.#spinning = false;
    this.#show(this.#angle);
  }

  finish() {
    this.#running?.finish();
  }

  #stop() {
    this.#running?.cancel();
    this.#running = null;
    this.#spinning = false;
  }
}
