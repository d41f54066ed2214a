// Sounds, made here, and the voice of the browser if it has one. Turning sound off is remembered. It silences the close of
// betting too only where the table allows that: elsewhere a player always hears it, and bets only once sound is allowed.

const KEPT = "croupier.sound";
const LARGE = 5000; // milliseconds that a large win is shown
const PATIENCE = 1500; // milliseconds until a browser that was asked to allow sound counts as blocking it
// The bell of "no more bets", struck twice: frequency, seconds after the call, length, gain.
/** @type {[number, number, number, number][]} */
export const BELL = [[1046, 0, 1.4, 0.32], [2093, 0, 1.4, 0.16], [3136, 0, 1.4, 0.08], [1046, 0.28, 1.4, 0.25], [2093, 0.28, 1.4, 0.12]];

/**
 * @param {BaseAudioContext} context
 * @param {AudioNode} out
 * @param {number} frequency
 * @param {number} after seconds
 * @param {number} length seconds
 * @param {number} gain
 * @param {OscillatorType} type
 */
export function tone(context, out, frequency, after, length, gain = 0.3, type = "sine") {
  const start = context.currentTime + after;
  const voice = new OscillatorNode(context, { frequency, type });
  const shape = new GainNode(context, { gain: 0 });
  shape.gain.setValueAtTime(0, start);
  shape.gain.linearRampToValueAtTime(gain, start + 0.008);
  shape.gain.exponentialRampToValueAtTime(0.001, start + length);
  voice.connect(shape).connect(out);
  voice.start(start);
  voice.stop(start + length);
}

/**
 * @param {BaseAudioContext} context
 * @param {AudioNode} out
 * @param {AudioBuffer} noise
 * @param {number} frequency
 * @param {number} after seconds
 * @param {number} length seconds
 * @param {number} gain
 */
function knock(context, out, noise, frequency, after, length, gain) {
  const start = context.currentTime + after;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: 3 });
  const shape = new GainNode(context, { gain });
  shape.gain.setValueAtTime(gain, start);
  shape.gain.exponentialRampToValueAtTime(0.001, start + length);
  source.connect(filter).connect(shape).connect(out);
  source.start(start, Math.random() * 0.5, length);
}

/** @import { Hello } from "../shared/wire.js" */
/** @typedef {{ context: AudioContext, out: GainNode, noise: AudioBuffer }} Audio */

export class Sound {
  /** @type {Audio | null} */
  #made = null;
  /** @type {AudioBufferSourceNode | null} */
  #rolling = null;
  #woken = false; // by the click that is being handled

  /**
   * `told(state)` gets the real state: "off", "on", or "waits" while the browser blocks sound until a click or a key.
   * @param {boolean} mayMute whether "off" silences the close of betting too
   * @param {(state: "off" | "on" | "waits") => void} told
   */
  constructor(mayMute, told) {
    this.on = localStorage.getItem(KEPT) !== "off";
    this.mayMute = mayMute;
    this.told = () => told(this.#wanted && !this.awake ? "waits" : this.on ? "on" : "off");
    const wake = (/** @type {Event} */ event) => {
      if (event.type !== "pointerup") this.#woken = false;
      if (!this.#wanted || this.awake) return;
      this.#woken = true;
      setTimeout(() => (this.#woken = false), 400);
      this.allowed();
    };
    if (this.#wanted) this.#audio();
    this.told();
    for (const kind of ["pointerdown", "pointerup", "keydown"]) addEventListener(kind, wake, { capture: true });
  }

  // Whether the close of betting is to be heard.
  get #wanted() {
    return this.on || !this.mayMute;
  }

  /**
   * What the terminal says about itself; null while the browser blocks its sound.
   * @returns {Hello["sound"] | null}
   */
  get said() {
    if (!this.#wanted) return "muted";
    return this.awake ? "on" : null;
  }

  // Ask the browser to allow sound, which it does after a click or a key; resolves to whether bets may be made.
  async allowed() {
    if (this.said) return true;
    const resumed = this.#audio()?.context.resume();
    await Promise.race([resumed, new Promise((end) => setTimeout(end, PATIENCE))]);
    this.told();
    return this.said !== null;
  }

  get awake() {
    return this.#made?.context.state === "running";
  }

  // The button turns sound on or off. A click that ends the blocking has turned it on; if it does not, there is no sound.
  async press() {
    const woken = this.#woken;
    this.#woken = false;
    if (!woken) this.turn(!this.on);
    else if (!(await this.allowed())) this.turn(false);
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    localStorage.setItem(KEPT, on ? "on" : "off");
    if (on) this.#audio()?.context.resume();
    else {
      this.roll(false);
      if (this.mayMute) window.speechSynthesis?.cancel();
    }
    this.told();
  }

  /**
   * The close of betting: a bell and a voice. Muting silences it only where the table allows that.
   * @param {string} words
   */
  announce(words) {
    const made = this.#wanted && this.awake ? this.#made : null;
    if (made) for (const given of BELL) tone(made.context, made.out, ...given);
    if (this.#wanted) this.#speak(words);
  }

  /** @param {string} words */
  say(words) {
    if (this.on) this.#speak(words);
  }

  /** @param {string} words */
  #speak(words) {
    if (!window.speechSynthesis) return;
    const speech = new SpeechSynthesisUtterance(words);
    speech.lang = document.documentElement.lang;
    speech.rate = 1.05;
    speechSynthesis.cancel();
    speechSynthesis.speak(speech);
  }

  #audio() {
    if (!this.#made && window.AudioContext) {
      const context = new AudioContext();
      context.addEventListener("statechange", () => this.told());
      const out = new GainNode(context, { gain: 0.5 });
      out.connect(context.destination);
      const noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = noise.getChannelData(0);
      for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
      this.#made = { context, out, noise };
    }
    return this.#made;
  }

  // What sounds are made with; null while there is no sound.
  get #heard() {
    return this.on && this.awake ? this.#made : null;
  }

  /** @param {[number, number, number, number?, OscillatorType?]} given what `tone` takes after its place */
  #tone(...given) {
    const heard = this.#heard;
    if (heard) tone(heard.context, heard.out, ...given);
  }

  /** @param {[number, number, number, number]} given what `knock` takes after its noise */
  #knock(...given) {
    const heard = this.#heard;
    if (heard) knock(heard.context, heard.out, heard.noise, ...given);
  }

  chip() {
    this.#knock(3800, 0, 0.05, 0.9);
    this.#knock(5200, 0.035, 0.04, 0.5);
  }

  lift() {
    this.#knock(2400, 0, 0.05, 0.5);
  }

  refused() {
    this.#tone(196, 0, 0.18, 0.2, "triangle");
    this.#tone(156, 0.11, 0.22, 0.2, "triangle");
  }

  tick(gain = 0.5) {
    this.#knock(1900, 0, 0.03, gain);
  }

  open() {
    this.#tone(523, 0, 0.3, 0.14);
    this.#tone(784, 0.12, 0.5, 0.14);
  }

  /**
   * Four rising notes, and again an octave higher for a win that is shown longer.
   * @param {number} time how long it is shown, in milliseconds
   */
  win(time) {
    const notes = [523, 659, 784, 1046];
    if (time > LARGE) notes.push(...notes.map((frequency) => 2 * frequency));
    notes.forEach((frequency, i) => this.#tone(frequency, i * 0.09, 0.5, 0.2));
  }

  shake() {
    for (let i = 0; i < 6; i += 1) this.#knock(2600 + 300 * (i % 2), i * 0.07, 0.04, 0.5);
  }

  dice() {
    [0.55, 0.7, 0.95, 1.05, 1.3, 1.5, 1.62].forEach((after, i) => this.#knock(1500 + 160 * i, after, 0.06, 0.8 - 0.09 * i));
  }

  rattle() {
    [0, 0.16, 0.3, 0.41, 0.5, 0.57, 0.62].forEach((after, i) => this.#knock(4200 - 200 * i, after, 0.04, 0.8 - 0.09 * i));
  }

  /** @param {boolean} on */
  roll(on) {
    const heard = this.#heard;
    if (!on || !heard) {
      this.#rolling?.stop();
      this.#rolling = null;
      return;
    }
    if (this.#rolling) return;
    const source = new AudioBufferSourceNode(heard.context, { buffer: heard.noise, loop: true });
    const filter = new BiquadFilterNode(heard.context, { type: "bandpass", frequency: 900, Q: 0.9 });
    const shape = new GainNode(heard.context, { gain: 0.07 });
    source.connect(filter).connect(shape).connect(heard.out);
    source.start();
    this.#rolling = source;
  }
}
