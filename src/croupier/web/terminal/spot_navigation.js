// Which spot comes next when an arrow key is pressed: the nearest in that direction.

/** @type {Record<string, [number, number]>} */
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {string} key */
export const isArrow = (key) => key in DIRECTIONS;

/** @param {import("./types.js").Box} spot */
const center = (spot) => [spot.x + spot.width / 2, spot.y + spot.height / 2];

/**
 * How far `to` lies beyond `from` that way: the gap between their edges, what lies off the line three times, and a
 * little for the way between their middles, so that of two that touch the nearer one comes first.
 * @param {import("./types.js").Box} from
 * @param {import("./types.js").Box} to
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
  const off = Math.max(0, Math.max(low, start) - Math.min(high, end));
  const across = Math.abs(dx ? ty - fy : tx - fx);
  return Math.max(0, along - half) + 3 * off + 0.2 * along + 0.1 * across;
}

/**
 * @template {import("./types.js").Box} T
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
 * Reading order: from the top, and in a row from the left.
 * @template {import("./types.js").Box} T
 * @param {T[]} spots
 */
export function readingOrder(spots) {
  return [...spots].sort((a, b) => center(a)[1] - center(b)[1] || center(a)[0] - center(b)[0]);
}
