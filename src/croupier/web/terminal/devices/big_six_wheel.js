// The Big Six wheel, on the felt or beside it: its sections turn under the clapper and stop at the recorded symbol.
import { comingToRest, run } from "./motion.js";
import { as, html, still, svg } from "../../shared/elements.js";

const SPEED = 210;
const LANDING = 3.6;
const PIN = -3900; // where the clapper turns, in units of the felt's picture

/** @typedef {{ rotor: HTMLElement, flap: HTMLElement, symbols: (string | undefined)[], step: number, remove: () => void }} Shown */

export class BigSixWheel {
  #angle = 0;
  /** @type {import("./motion.js").Running | null} */
  #running = null;
  #way = 1;
  #spinning = false;

  /**
   * `picture` is the felt's SVG. Where the wheel is only defined there, `box` shows it.
   * @param {HTMLElement} box
   * @param {SVGSVGElement} picture
   * @param {import("../sound.js").Sound} sound
   */
  constructor(box, picture, sound) {
    this.sound = sound;
    this.box = box;
    this.shown = shownWheel(picture, box);
  }

  /**
   * Another picture of the felt is shown; its wheel goes on where the other was.
   * @param {SVGSVGElement} picture
   */
  felt(picture) {
    this.shown.remove();
    this.shown = shownWheel(picture, this.box);
    this.#show(this.#angle);
  }

  /** @param {number} angle */
  #show(angle) {
    const passed = Math.floor(angle / this.shown.step + 0.5) !== Math.floor(this.#angle / this.shown.step + 0.5);
    if (passed && this.#spinning) this.sound.tick(0.25);
    const near = (((angle / this.shown.step + 0.5) % 1) + 1) % 1;
    const bent = this.#spinning ? -this.#way * 7 * Math.max(0, 1 - Math.abs(near - 0.5) * 2.4) : 0;
    this.#angle = angle;
    this.shown.rotor.style.transform = `rotate(${angle.toFixed(2)}deg)`;
    this.shown.flap.style.transform = `rotate(${bent.toFixed(1)}deg)`;
  }

  /**
   * An angle that puts a section with this symbol under the clapper.
   * @param {string} symbol
   */
  #angleOf(symbol) {
    const places = this.shown.symbols.flatMap((each, i) => (each === symbol ? [i] : []));
    const pick = places[Math.abs(Math.floor(this.#angle * 7)) % places.length] ?? 0;
    return -pick * this.shown.step;
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

/**
 * Show the wheel of a picture of the felt: over its place there, or in a box beside the felt.
 * @param {SVGSVGElement} picture
 * @param {HTMLElement} box
 * @returns {Shown}
 */
function shownWheel(picture, box) {
  const wheel = as(SVGGraphicsElement, picture.querySelector(".wheel"));
  const symbols = [...wheel.querySelectorAll(".section")].map((each) => as(SVGElement, each).dataset.symbol);
  const beside = wheel.closest("defs") !== null;
  const drawn = beside ? as(SVGGraphicsElement, picture.appendChild(wheel.cloneNode(true))) : wheel; // measured below
  const { y, height } = drawn.getBBox();
  const radius = Math.max(-y, y + height);
  const { around, rotor, flap } = layers(drawn, radius);
  const watch = new ResizeObserver(() => cover(wheel, radius, around));
  box.replaceChildren();
  if (beside) {
    drawn.remove();
    box.append(around);
  } else {
    around.classList.add("on-felt");
    picture.after(around);
    wheel.setAttribute("visibility", "hidden");
    watch.observe(picture);
  }
  const remove = () => {
    watch.disconnect();
    around.remove();
  };
  return { rotor, flap, symbols, step: 360 / symbols.length, remove };
}

/**
 * The wheel of the felt in two layers, so that the browser turns them without painting them again. Turning a part of the
 * felt's own picture would paint a large part of the felt for every frame.
 * @param {SVGElement} wheel
 * @param {number} radius
 */
function layers(wheel, radius) {
  const clapper = as(SVGGraphicsElement, wheel.querySelector(".clapper"));
  const turning = [...wheel.childNodes].filter((each) => each !== clapper);
  const rim = Math.max(...turning.map((each) => (each instanceof SVGGraphicsElement ? each.getBBox().width / 2 : 0)));
  const { x, y, width, height } = clapper.getBBox();
  const flap = layer("flap", [...clapper.childNodes], { x, y, width, height }, radius);
  flap.style.transformOrigin = `50% ${((100 * (PIN - y)) / height).toFixed(2)}%`;
  const rotor = layer("rotor", turning, { x: -rim, y: -rim, width: 2 * rim, height: 2 * rim }, radius);
  return { around: html("div", { class: "big-six-wheel" }, rotor, flap), rotor, flap };
}

/**
 * A layer that is no larger than its content. It is not the SVG that turns: that would lay out its words again.
 * @param {string} part
 * @param {Node[]} content
 * @param {import("../types.js").Box} box the place of the content in a square with this radius around the wheel's middle
 * @param {number} radius
 */
function layer(part, content, { x, y, width, height }, radius) {
  const made = svg("svg", { viewBox: [x, y, width, height].join(" "), "aria-hidden": "true" });
  made.append(...content.map((each) => each.cloneNode(true)));
  const around = html("div", { class: part }, made);
  /** @param {number} length */
  const share = (length) => `${((50 * length) / radius).toFixed(3)}%`;
  Object.assign(around.style, { left: share(radius + x), top: share(radius + y), width: share(width), height: share(height) });
  return around;
}

/**
 * Put the layers over the wheel's place on the felt.
 * @param {SVGGraphicsElement} wheel
 * @param {number} radius
 * @param {HTMLElement} over
 */
function cover(wheel, radius, over) {
  const scrolls = over.parentElement;
  const place = wheel.getScreenCTM();
  if (!scrolls || !place) return;
  const { left, top } = scrolls.getBoundingClientRect();
  const half = radius * place.a;
  over.style.left = `${(place.e - left + scrolls.scrollLeft - half).toFixed(1)}px`;
  over.style.top = `${(place.f - top + scrolls.scrollTop - half).toFixed(1)}px`;
  over.style.width = `${(2 * half).toFixed(1)}px`;
}
