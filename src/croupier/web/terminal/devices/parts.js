// The devices of the terminal, by the part name that a game declares.
import { BigSixWheel } from "./big_six_wheel.js";
import { Dice } from "./dice.js";
import { RouletteWheel } from "./roulette_wheel.js";

/**
 * @import { Sound } from "../sound.js"
 * @import { Boot, Device } from "../types.js"
 * @typedef {(box: HTMLElement, boot: Boot, felt: SVGSVGElement, sound: Sound) => Device} Make
 */

/** @type {Record<string, Make>} */
const PARTS = {
  wheel: (box, boot, felt, sound) => new RouletteWheel(box, boot.ring ?? [], sound),
  dice: (box, boot, felt, sound) => new Dice(box, sound),
  rim: (box, boot, felt, sound) => new BigSixWheel(box, felt, sound),
};

/** @type {Make} */
export const deviceOf = (box, boot, felt, sound) => PARTS[boot.device](box, boot, felt, sound);
