// Two dice thrown onto the felt; they show the recorded outcome.
import { html, still } from "../../shared/elements.js";

/** @type {Record<number, number[]>} */
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
/** @type {Record<number, [number, number]>} The turn of a cube that shows a face. */
const FACING = { 1: [0, 0], 2: [0, -90], 3: [-90, 0], 4: [90, 0], 5: [0, 90], 6: [0, 180] };
const FLIGHT = 2.1;

/**
 * The two faces of an outcome; before the first one, those of dice that wait.
 * @param {string | null} outcome
 */
export const facesOf = (outcome) => (outcome ?? "5-2").split("-").map(Number);

export class Dice {
  /** @type {(() => void) | null} Ends what moves. */
  #done = null;

  /**
   * @param {HTMLElement} box
   * @param {import("../sound.js").Sound} sound
   */
  constructor(box, sound) {
    this.sound = sound;
    this.cubes = [cube(), cube()];
    this.dice = this.cubes.map((each) => html("div", { class: "die" }, each));
    this.tray = html("div", { class: "dice", "aria-hidden": "true" }, ...this.dice);
    box.replaceChildren(this.tray);
    this.rest(null);
  }

  /**
   * The dice at rest.
   * @param {string | null} outcome
   */
  rest(outcome) {
    const faces = facesOf(outcome);
    this.tray.classList.remove("flying");
    this.tray.classList.toggle("waiting", outcome === null);
    for (const each of [...this.dice, ...this.cubes]) each.getAnimations().forEach((animation) => animation.cancel());
    this.dice.forEach((die, i) => {
      const [x, y] = FACING[faces[i]] ?? FACING[1];
      this.cubes[i].style.transform = `rotateX(${x}deg) rotateY(${y}deg)`;
      die.style.transform = `rotate(${i ? 9 : -7}deg)`;
    });
  }

  start() {
    if (still()) return;
    this.tray.classList.remove("waiting");
    this.tray.classList.add("flying");
    this.sound.shake();
  }

  /** @param {string} outcome */
  async land(outcome) {
    this.rest(outcome);
    if (still()) return;
    const faces = facesOf(outcome);
    const timing = { duration: FLIGHT * 1000, easing: "cubic-bezier(.16,.75,.3,1)" };
    this.sound.dice();
    this.dice.forEach((die, i) => {
      const [x, y] = FACING[faces[i]] ?? FACING[1];
      const turns = 360 * (3 + i);
      const spread = i ? 1 : -1;
      die.animate(
        [
          { transform: `translate(${260 + 60 * i}%, -190%) rotate(${160 * spread}deg) scale(1.5)`, offset: 0 },
          { transform: `translate(${-70 - 30 * i}%, 26%) rotate(${60 * spread}deg) scale(.94)`, offset: 0.34 },
          { transform: `translate(${-52 - 20 * i}%, -46%) rotate(${24 * spread}deg) scale(1.12)`, offset: 0.52 },
          { transform: `translate(${-14 * spread}%, 8%) rotate(${12 * spread}deg) scale(1)`, offset: 0.74 },
          { transform: `translate(0, 0) rotate(${i ? 9 : -7}deg) scale(1)`, offset: 1 },
        ],
        { ...timing, easing: "linear" },
      );
      this.cubes[i].animate(
        [
          { transform: `rotateX(${x - turns}deg) rotateY(${y + turns * spread}deg)` },
          { transform: `rotateX(${x}deg) rotateY(${y}deg)` },
        ],
        timing,
      );
    });
    /** @type {Promise<void>} */
    const ended = new Promise((resolve) => {
      this.#done = resolve;
      setTimeout(resolve, timing.duration);
    });
    await ended;
  }

  // Jump to the end of all animations. Dice that fly until the outcome is known have no end: they are stopped.
  finish() {
    for (const each of [...this.dice, ...this.cubes]) each.getAnimations().forEach((one) => end(one));
    this.#done?.();
  }
}

function cube() {
  const made = html("div", { class: "cube" });
  for (const [face, pips] of Object.entries(PIPS)) {
    const side = html("div", { class: `side side-${face}` });
    for (let place = 1; place <= 9; place += 1) side.append(html("i", pips.includes(place) ? { class: "pip" } : {}));
    made.append(side);
  }
  return made;
}

/** @param {Animation} animation */
function end(animation) {
  if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
  else animation.finish();
}
