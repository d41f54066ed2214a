// Chips that the table did not take go back to the tray, where everybody can see it.
import { still } from "../shared/elements.js";
import { carried } from "./dragging.js";

/** @import { Placed } from "./types.js" */

const TIME = 700; // milliseconds
const MOST = 8; // chips that move at once

/**
 * Move chips from their spots to the tray. Who wants no motion reads it: a sentence says so too.
 * @param {Placed[]} chips
 * @param {import("./felt.js").Felt} felt
 * @param {import("./tray.js").Tray} tray
 */
export function returnToTray(chips, felt, tray) {
  if (still()) return;
  const to = middle(tray.box);
  for (const { wager, spot, amount } of chips.slice(0, MOST)) {
    const element = felt.spotOf(wager, spot)?.element;
    if (element) fly(amount, middle(element), to);
  }
}

/**
 * @param {number} cents
 * @param {string} from
 * @param {string} to
 */
function fly(cents, from, to) {
  const chip = carried(cents);
  const moves = chip.element.animate([{ translate: from }, { translate: to, offset: 0.85 }, { translate: to, opacity: 0 }], { duration: TIME, easing: "ease-in-out" });
  moves.onfinish = () => chip.remove();
  moves.oncancel = () => chip.remove();
}

/** @param {Element} element */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return `${left + width / 2}px ${top + height / 2}px`;
}
