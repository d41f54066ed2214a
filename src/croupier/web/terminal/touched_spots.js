// Which spots a finger may have meant. Lengths are those of the felt, whatever its size on the screen.

/**
 * How far a point lies outside a box.
 * @param {import("./types.js").Box} box
 * @param {import("./types.js").Point} at
 */
const outside = ({ x, y, width, height }, at) =>
  Math.hypot(Math.max(x - at.x, 0, at.x - x - width), Math.max(y - at.y, 0, at.y - y - height));

/**
 * How far it lies from the middle of a box, or, where the box is long, from the line along its middle.
 * @param {import("./types.js").Box} box
 * @param {import("./types.js").Point} at
 */
function off(box, at) {
  const half = Math.min(box.width, box.height) / 2;
  return outside({ x: box.x + half, y: box.y + half, width: box.width - 2 * half, height: box.height - 2 * half }, at);
}

/**
 * The spots that may be meant by a touch, the likeliest first; one where that is plain: it was touched well inside a box
 * that is not small, or right in its middle, as a screen reader does it. `reach` is how far a finger strays, `small` what
 * it does not hit for certain, `exact` what no finger comes near to.
 * @template {import("./types.js").Box} T
 * @param {T[]} spots
 * @param {import("./types.js").Point} at
 * @param {{ reach: number, small: number, exact: number }} finger
 */
export function touchedSpots(spots, at, { reach, small, exact }) {
  const hit = spots.filter((spot) => outside(spot, at) === 0 || off(spot, at) <= reach).sort((a, b) => off(a, at) - off(b, at));
  const [first] = hit;
  if (!first) return [];
  const middle = Math.hypot(first.x + first.width / 2 - at.x, first.y + first.height / 2 - at.y);
  if (middle <= exact || (hit.length === 1 && Math.min(first.width, first.height) >= small)) return [first];
  return spots.filter((spot) => outside(spot, at) <= reach).sort((a, b) => off(a, at) - off(b, at));
}
