// The roulette wheel, drawn from the order of its compartments, and the ball that stops at the recorded outcome.
import { bouncing, comingToRest, run } from "./motion.js";
import { html, still, svg } from "../../shared/elements.js";

/** @type {Record<string, string>} */
const PAINT = { red: "#b3122a", black: "#171717", green: "#0f7a4c" };
const [TRACK, REST] = [90, 54];
const ROTOR = 34; // degrees per second, clockwise; the ball runs the other way
const BALL = -430;
const LANDING = 3.2;

/**
 * @param {number} radius
 * @param {number} degrees
 */
const polar = (radius, degrees) => {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(radius * Math.cos(angle)).toFixed(2)} ${(radius * Math.sin(angle)).toFixed(2)}`;
};

/**
 * @param {number} inner
 * @param {number} outer
 * @param {number} from
 * @param {number} to
 */
const wedge = (inner, outer, from, to) =>
  `M${polar(inner, from)}L${polar(outer, from)}A${outer} ${outer} 0 0 1 ${polar(outer, to)}L${polar(inner, to)}A${inner} ${inner} 0 0 0 ${polar(inner, from)}Z`;

export class RouletteWheel {
  #angle = 0;
  #ball = 0;
  /** @type {import("./motion.js").Running | null} */
  #running = null;
  #spinning = false;

  /**
   * @param {HTMLElement} box
   * @param {import("../types.js").Pocket[]} ring clockwise
   * @param {import("../sound.js").Sound} sound
   */
  constructor(box, ring, sound) {
    this.ring = ring;
    this.sound = sound;
    // Three layers, so that the browser turns them without painting them again.
    /** @param {string} name */
    const layer = (name, half = 104) => svg("svg", { viewBox: `${-half} -104 ${2 * half} 208`, "aria-hidden": "true", class: `layer ${name}` });
    const bowl = layer("bowl");
    this.rotor = layer("rotor");
    this.ball = layer("ball", 6); // as wide as the ball: a large layer would cost as much as the rotor
    bowl.append(this.#paint(), ...this.#bowl());
    this.ball.append(
      svg("circle", { r: 4.4, fill: "#000", "fill-opacity": 0.45, cx: 1, cy: -TRACK + 1.6 }),
      svg("circle", { r: 4.2, fill: "url(#ball-paint)", stroke: "#8b8b86", "stroke-width": 0.3, cy: -TRACK }),
    );
    this.#pockets();
    box.replaceChildren(html("div", { class: "roulette-wheel" }, bowl, this.rotor, this.ball));
    this.rest(null);
  }

  #paint() {
    const defs = svg("defs");
    /**
     * @param {string} id
     * @param {[string, string][]} stops
     * @param {Record<string, number>} more
     */
    const gradient = (id, stops, more = {}) => {
      const made = svg("radialGradient", { id, ...more });
      for (const [offset, color] of stops) made.append(svg("stop", { offset, "stop-color": color }));
      return made;
    };
    defs.append(
      gradient("wood-paint", [["0.8", "#5b3219"], ["0.9", "#7c4a28"], ["0.955", "#512b14"], ["1", "#2a150a"]]),
      gradient("track-paint", [["0.86", "#2f190d"], ["0.93", "#6d4023"], ["1", "#3a1f10"]]),
      gradient("cone-paint", [["0", "#8a5a34"], ["0.55", "#5b3219"], ["1", "#33190b"]]),
      gradient("ball-paint", [["0", "#ffffff"], ["0.6", "#f0eee6"], ["1", "#b9b6aa"]], { cx: 0.36, cy: 0.32 }),
    );
    return defs;
  }

  *#bowl() {
    yield svg("circle", { r: 103, fill: "url(#wood-paint)" });
    yield svg("circle", { r: 96, fill: "url(#track-paint)", stroke: "#d9b65a", "stroke-width": 0.8 });
    for (let i = 0; i < 8; i += 1) {
      const tall = i % 2 === 0;
      yield svg("path", {
        d: tall ? "M0 -89L2.2 -84L0 -79L-2.2 -84Z" : "M0 -86L3.6 -84L0 -82L-3.6 -84Z",
        fill: "#e9cf86", stroke: "#6b4022", "stroke-width": 0.4, transform: `rotate(${45 * i + 22.5})`,
      });
    }
  }

  #pockets() {
    const step = 360 / this.ring.length;
    this.rotor.append(svg("circle", { r: 78, fill: "#d9b65a" }));
    this.ring.forEach(({ pocket, color }, i) => {
      const [from, to] = [(i - 0.5) * step, (i + 0.5) * step];
      const words = svg("text", {
        x: 0, y: -68.5, "text-anchor": "middle", "dominant-baseline": "central", "font-size": pocket.length > 2 ? 5.4 : 8, "font-weight": 700,
        fill: "#fff", transform: `rotate(${i * step})`,
      }, pocket);
      this.rotor.append(
        svg("path", { d: wedge(61, 77, from, to), fill: PAINT[color], stroke: "#d9b65a", "stroke-width": 0.5 }),
        svg("path", { d: wedge(46, 61, from, to), fill: PAINT[color], "fill-opacity": 1, stroke: "#d9b65a", "stroke-width": 0.7 }),
        svg("path", { d: wedge(46, 61, from, to), fill: "#000", "fill-opacity": 0.3 }),
        words,
      );
    });
    this.rotor.append(svg("circle", { r: 46, fill: "url(#cone-paint)", stroke: "#d9b65a", "stroke-width": 1.4 }));
    for (let i = 0; i < 4; i += 1) {
      this.rotor.append(svg("path", { d: "M0 -30C3 -18 3 -10 0 0C-3 -10 -3 -18 0 -30Z", fill: "#d9b65a", transform: `rotate(${90 * i})` }));
      this.rotor.append(svg("circle", { cx: 0, cy: -31, r: 3.2, fill: "#f0d78f", stroke: "#8d7130", "stroke-width": 0.5, transform: `rotate(${90 * i})` }));
    }
    this.rotor.append(svg("circle", { r: 9, fill: "#d9b65a", stroke: "#8d7130" }), svg("circle", { r: 4.5, fill: "#f7e6b2" }));
  }

  /** @param {number} radius */
  #show(radius) {
    this.rotor.style.transform = `rotate(${this.#angle.toFixed(2)}deg)`;
    this.ball.style.transform = `rotate(${this.#ball.toFixed(2)}deg) translateY(${(((TRACK - radius) / 208) * 100).toFixed(2)}%)`;
  }

  /** @param {string} pocket */
  #angleOf(pocket) {
    return (this.ring.findIndex((each) => each.pocket === pocket) * 360) / this.ring.length;
  }

  /**
   * The wheel at rest with the ball in a pocket, or without a ball.
   * @param {string | null} pocket
   */
  rest(pocket) {
    this.#stop();
    this.ball.style.display = pocket === null ? "none" : "";
    if (pocket !== null) this.#ball = this.#angle + this.#angleOf(pocket);
    this.#show(REST);
  }

  // Spin the ball.
  start() {
    if (this.#spinning || still()) return;
    this.#stop();
    this.#spinning = true;
    this.ball.style.display = "";
    this.sound.roll(true);
    const [angle, ball] = [this.#angle, this.#ball];
    this.#running = run(600, (t) => {
      this.#angle = angle + ROTOR * t;
      this.#ball = ball + BALL * t;
      this.#show(TRACK);
    });
  }

  /**
   * Let the ball fall into a pocket; resolves when it is there.
   * @param {string} pocket
   */
  async land(pocket) {
    if (still()) {
      this.rest(pocket);
      return;
    }
    if (!this.#spinning) this.start();
    this.#stop();
    this.ball.style.display = "";
    const [angle, apart] = [this.#angle, this.#ball - this.#angle];
    const falls = comingToRest(apart, BALL - ROTOR, this.#angleOf(pocket), LANDING);
    let dropped = false;
    this.#running = run(LANDING, (t) => {
      this.#angle = angle + ROTOR * t;
      this.#ball = this.#angle + falls(t);
      const drop = Math.min(1, Math.max(0, (t / LANDING - 0.58) / 0.42));
      if (drop > 0.17 && !dropped) {
        dropped = true;
        this.sound.roll(false);
        this.sound.rattle();
      }
      this.#show(REST + (TRACK - REST) * bouncing(drop));
    });
    await this.#running.ended;
    this.sound.roll(false);
    this.#slowDown();
  }

  // The rotor slows down with the ball in its pocket.
  #slowDown() {
    const [angle, apart] = [this.#angle, this.#ball - this.#angle];
    this.#spinning = false;
    this.#running = run(5, (t) => {
      this.#angle = angle + ROTOR * (t - (t * t) / 10);
      this.#ball = this.#angle + apart;
      this.#show(REST);
    });
  }

  finish() {
    this.#running?.finish();
  }

  #stop() {
    const running = this.#running;
    this.#running = null;
    this.#spinning = false;
    running?.cancel();
    this.sound.roll(false);
  }
}
