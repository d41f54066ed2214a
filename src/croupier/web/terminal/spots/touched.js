// The spots that a touch may mean. Lengths are in units of the felt, not of the screen.

/**
 * The distance of a point from a box; 0 inside it.
 * @param {import("../types.js").Box} box
 * @param {import("../types.js").Point} at
 */
const outside = ({ x, y, width, height }, at) =>
  Math.hypot(Math.max(x - at.x, 0, at.x - x - width), Math.max(y - at.y, 0, at.y - y - height));

/**
 * The distance of a point from the middle of a box or, if the box is long, from the line along its middle.
 * @param {import("../types.js").Box} box
 * @param {import("../types.js").Point} at
 */
function off(box, at) {
  const half = Math.min(box.width, box.height) / 2;
  return outside({ x: box.x + half, y: box.y + half, width: box.width - 2 * half, height: box.height - 2 * half }, at);
}

/**
 * The spots that a touch may mean, the likeliest first. It is only one if the touch was well inside a box that is not
 * small, or exactly in the middle of a box, as screen readers do it. `reach` is how far a finger misses, `small` the size
 * that a finger does not hit reliably, `exact` a distance that only a machine hits.
 * @template {import("../types.js").Box} T
 * @param {T[]} spots
 * @param {import("../types.js").Point} at
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
