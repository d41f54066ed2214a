// Dragging: follows the pointer, with a chip under it.
import { chipPicture } from "./chips.js";
import { html } from "../shared/elements.js";
import { onChip } from "../shared/format.js";

/** @import { Carried } from "./types.js" */

/** A press that moves farther than this, in pixels, is a drag. */
export const DRAG = 8;

/**
 * A chip that moves with the pointer.
 * @param {number} cents
 * @param {string} printed
 * @returns {Carried}
 */
export function carried(cents, printed = onChip(cents)) {
  const ghost = html("div", { class: "carried" }, chipPicture(cents, printed));
  document.body.append(ghost);
  return {
    element: ghost,
    moveTo: (x, y) => {
      ghost.style.translate = `${x}px ${y}px`;
    },
    remove: () => ghost.remove(),
  };
}

/**
 * Follow a pointer from its press to its release. `moved(event, far)` gets the distance from the press; `ended(event)` is
 * called last: its type is `pointercancel` if the browser has taken the touch to scroll.
 * @param {PointerEvent} from
 * @param {{ moved: (event: PointerEvent, far: number) => void, ended: (event: PointerEvent) => void }} on
 */
export function followed(from, on) {
  const stop = new AbortController();
  const { signal } = stop;
  /** @param {PointerEvent} last */
  const end = (last) => {
    stop.abort();
    on.ended(last);
  };
  addEventListener("pointermove", (next) => on.moved(next, Math.hypot(next.clientX - from.clientX, next.clientY - from.clientY)), { signal });
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", end, { signal });
}
