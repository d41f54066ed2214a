// The spot that an arrow key moves to: the nearest in its direction.

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const BESIDE = 4; // added where two spots only touch, so that one in the same row comes first

/** @param {string} key */
export const isArrow = (key) => key in DIRECTIONS;

/** @param {import("../types.js").Box} spot */
const center = (spot) => [spot.x + spot.width / 2, spot.y + spot.height / 2];

/**
 * The distance from `from` to `to` in a direction: the gap between their edges, three times the distance from the line, and
 * a little of the distance between their middles, so that the nearer one of two that touch comes first.
 * @param {import("../types.js").Box} from
 * @param {import("../types.js").Box} to
 * @param {[number, number]} way
 */
function distance(from, to, [dx, dy]) {
  const [fx, fy] = center(from);
  const [tx, ty] = center(to);
  const along = (tx - fx) * dx + (ty - fy) * dy;
  if (along <= 1) return Infinity;
  const half = dx ? (from.width + to.width) / 2 : (from.height + to.height) / 2;
  const [low, high, start, end] = dx
    ? [from.y, from.y + from.height, to.y, to.y + to.height]
    : [from.x, from.x + from.width, to.x, to.x + to.width];
  const apart = Math.max(low, start) - Math.min(high, end);
  const off = apart < 0 ? 0 : apart + BESIDE;
  const across = Math.abs(dx ? ty - fy : tx - fx);
  return Math.max(0, along - half) + 3 * off + 0.2 * along + 0.1 * across;
}

/**
 * @template {import("../types.js").Box} T
 * @param {T[]} spots
 * @param {T} from
 * @param {string} key
 */
export function nextSpot(spots, from, key) {
  const way = DIRECTIONS[key];
  /** @type {T | null} */
  let best = null;
  let least = Infinity;
  for (const spot of spots) {
    if (spot === from) continue;
    const far = distance(from, spot, way);
    if (far < least) [best, least] = [spot, far];
  }
  return best ?? from;
}

/**
 * Reading order: from top to bottom, and from left to right in a row.
 * @template {import("../types.js").Box} T
 * @param {T[]} spots
 */
export function readingOrder(spots) {
  return [...spots].sort((a, b) => center(a)[1] - center(b)[1] || center(a)[0] - center(b)[0]);
}
