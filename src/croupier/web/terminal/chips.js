// Pictures of chips: the player's own with marks on the edge, those of others plain. They have the color of their player;
// where players have no colors, the player's own have that of their value.
import { breakdown, onChip } from "../shared/format.js";
import { svg } from "../shared/elements.js";

/** @import { Stack } from "./types.js" */

/** @type {[number, string][]} The color of a chip, from this value on. */
const PAINT = [
  [50_000, "#5f2a85"],
  [10_000, "#1b1b1b"],
  [2_500, "#1b7a45"],
  [500, "#b3122a"],
  [100, "#2f64b5"],
];
const LEAST = "#8a8474";
const SIZES = [21, 21, 19, 15, 12]; // font size by the number of characters; capital letters are wider

/** @param {number} cents */
const paintOf = (cents) => PAINT.find(([from]) => cents >= from)?.[1] ?? LEAST;

/**
 * One chip with a radius of 24; a plain one does not show its value by its color.
 * @param {string} color
 */
function chip(color, words = "", y = 0, plain = false) {
  const group = svg("g", {});
  group.append(
    svg("circle", { cx: 0, cy: y + 3, r: 24, fill: "#000", "fill-opacity": 0.4 }),
    svg("circle", { cx: 0, cy: y, r: 24, fill: color, stroke: "#0a0a0a", "stroke-width": 1 }),
    plain ? svg("circle", { cx: 0, cy: y, r: 20.5, fill: "none", stroke: "#fffdf4", "stroke-width": 1, "stroke-opacity": 0.7 }) : svg("circle", { cx: 0, cy: y, r: 20.5, fill: "none", stroke: "#fffdf4", "stroke-width": 5.5, "stroke-dasharray": "10.7 10.77" }),
    svg("circle", { cx: 0, cy: y, r: 15.5, fill: "#fffdf4", stroke: color, "stroke-width": 1.5 }),
  );
  if (words) group.append(label(words, y));
  return group;
}

/**
 * A chip below others: only its edge is visible.
 * @param {string} color
 * @param {number} y
 */
function under(color, y) {
  return svg(
    "g",
    {},
    svg("circle", { cx: 0, cy: y + 3, r: 24, fill: "#000", "fill-opacity": 0.4 }),
    svg("circle", { cx: 0, cy: y, r: 24, fill: color, stroke: "#f6f1e1", "stroke-width": 0.8 }),
  );
}

/**
 * @param {string} words
 * @param {number} y
 */
function label(words, y) {
  return svg(
    "text",
    { x: 0, y, "text-anchor": "middle", "dominant-baseline": "central", "font-size": SIZES[words.length + Number(/[A-Z]/.test(words))] ?? 10, "font-weight": 700, fill: "#1b1b1b" },
    words,
  );
}

/**
 * @param {number} cents
 * @param {string} words
 */
export function chipPicture(cents, words) {
  const picture = svg("svg", { viewBox: "-26 -26 52 54", "aria-hidden": "true", class: "chip-picture" });
  picture.append(chip(paintOf(cents), words));
  return picture;
}

/**
 * The lit sensor of a wager that is locked in: its chips are collected.
 * @param {Stack} wager
 */
function sensor({ color, stake }) {
  const glow = color ?? paintOf(stake);
  return svg(
    "g",
    { class: "drop" },
    svg("circle", { cx: 0, cy: 0, r: 24, fill: "#ffc24a", "fill-opacity": 0.35 }),
    svg("circle", { cx: 0, cy: 0, r: 17, fill: "#ffc24a", stroke: glow, "stroke-width": 5 }),
    label(onChip(stake), 0),
  );
}

/**
 * A stack on the felt, or the sensor of a wager that is locked in.
 * @param {Stack} wager
 * @param {number[]} denominations
 * @param {{ tip: string, on: string, off: string }} badges
 */
export function stack(wager, denominations, badges) {
  const { color } = wager;
  const own = color === null;
  if (wager.lit) return svg("g", { class: own ? "stack own lit" : "stack lit" }, sensor(wager));
  const values = own ? breakdown(wager.stake, denominations, 5).reverse() : [wager.stake];
  const group = svg("g", { class: ["stack", own && "own", wager.pending && `pending ${wager.pending}`, wager.fresh && "fresh"].filter(Boolean).join(" ") });
  const inner = svg("g", { class: "drop" });
  const top = -5 * (values.length - 1);
  values.forEach((value, height) => {
    const last = height === values.length - 1;
    const paint = color ?? wager.paint ?? paintOf(value);
    inner.append(last ? chip(paint, onChip(wager.stake), -5 * height, !own) : under(paint, -5 * height));
  });
  if (own) inner.append(svg("circle", { class: "edge", cx: 0, cy: top, r: 25, fill: "none", stroke: "#f0d78f", "stroke-width": 2.5 }));
  if (wager.tip) inner.append(badge(top, badges.tip, "#f0d78f", -20));
  if (wager.on === false) inner.append(badge(top, badges.off, "#1b1b1b", 20, "#fff"));
  if (wager.on === true) inner.append(badge(top, badges.on, "#fff", 20));
  if (wager.locked) inner.append(bars(top));
  group.append(inner);
  return group;
}

/**
 * The chips in which an amount is paid, the lowest first.
 * @param {number} cents
 * @param {number[]} denominations
 */
export function chipsPaid(cents, denominations) {
  const chips = breakdown(cents, denominations, 8).reverse();
  return chips.length ? chips : [cents];
}

/**
 * A payment beside a stack: its chips come one after the other, `step` milliseconds apart.
 * @param {number} cents
 * @param {number[]} chips
 * @param {string | null | undefined} color null: by their values
 * @param {number} step
 */
export function payment(cents, chips, color, step) {
  const group = svg("g", { class: "payment" });
  chips.forEach((value, height) => {
    const last = height === chips.length - 1;
    const paint = color ?? paintOf(value);
    const each = last ? chip(paint, onChip(cents), -5 * height) : under(paint, -5 * height);
    each.classList.add("drop");
    each.style.animationDelay = `${Math.round(step * height)}ms`;
    group.append(each);
  });
  return group;
}

/**
 * @param {number} y
 * @param {string} words
 * @param {string} fill
 * @param {number} x
 */
function badge(y, words, fill, x, ink = "#1b1b1b") {
  return svg(
    "g",
    { transform: `translate(${x} ${y - 18})` },
    svg("rect", { x: -15, y: -8, width: 30, height: 16, rx: 8, fill, stroke: "#888", "stroke-width": 1 }),
    svg("text", { "text-anchor": "middle", "dominant-baseline": "central", "font-size": 10, "font-weight": 700, fill: ink }, words),
  );
}

/**
 * Bars over a wager in prison, or one that waits for a choice.
 * @param {number} y
 */
function bars(y) {
  const group = svg("g", { class: "bars" });
  for (const x of [-22, -15.5, 15.5, 22]) group.append(svg("rect", { x: x - 1.6, y: y - 26, width: 3.2, height: 52, fill: "#333", stroke: "#ddd", "stroke-width": 0.6 }));
  group.append(svg("rect", { x: -25, y: y - 27, width: 50, height: 4, fill: "#333" }), svg("rect", { x: -25, y: y + 23, width: 50, height: 4, fill: "#333" }));
  return group;
}
