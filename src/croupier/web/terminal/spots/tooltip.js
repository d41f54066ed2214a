// The tooltip of a spot: its name, why it is closed, pays, exact edge, and the chips on it.
import { fill } from "../../shared/format.js";
import { percent } from "../help.js";
import { as, byId, html, put } from "../../shared/elements.js";

const GAP = 12;

/**
 * It does not cover the spot or the boxes that are highlighted with it. `lies` are the chips on the spot, in words.
 * @param {import("../types.js").Spot | null} spot
 * @param {Element[]} lit
 * @param {{ said: string, own: boolean }[]} lies
 * @param {string} closed
 * @param {import("../types.js").Words} words
 */
export function showTooltip(spot, lit, lies, closed, words) {
  const tooltip = byId("tooltip");
  if (!spot) {
    tooltip.hidden = true;
    return;
  }
  const { name = spot.title, table = "", odds = "" } = spot.told ?? {};
  put(
    tooltip,
    html("strong", {}, name, table ? html("span", { class: "cite" }, `, ${table}`) : null),
    closed ? html("span", { class: "why-closed" }, closed) : null,
    spot.told?.covers ? html("span", {}, spot.told.covers) : null,
    odds ? html("span", {}, fill(words.pays, { odds })) : null,
    ...(spot.told?.edges ?? []).map(({ when, edge, percent: value }, _, all) =>
      html("span", { class: "dim" }, fill(words.edge, { percent: percent(value) }), html("span", { class: "cite" }, ` (${edge})`), all.length > 1 && when ? `, ${when}` : ""),
    ),
    ...lies.map(({ said, own }) => html("span", { class: own ? "mine" : "theirs" }, said)),
  );
  tooltip.hidden = false;
  const at = around([spot.element, ...lit].map((each) => each.getBoundingClientRect()));
  const frame = as(Element, tooltip.offsetParent).getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = tooltip;
  const left = Math.min(Math.max(at.left + at.width / 2 - width / 2 - frame.left, 4), frame.width - width - 4);
  const above = at.top - frame.top - height - GAP;
  const below = at.bottom - frame.top + GAP;
  if (above > 0 || below + height < frame.height) {
    moveTo(tooltip, left, above > 0 ? above : below);
  } else {
    const beside = at.right - frame.left + GAP;
    moveTo(tooltip, beside + width < frame.width ? beside : Math.max(4, at.left - frame.left - width - GAP), Math.max(4, at.top - frame.top));
  }
}

/**
 * @param {HTMLElement} tooltip
 * @param {number} x
 * @param {number} y
 */
const moveTo = (tooltip, x, y) => (tooltip.style.translate = `${Math.round(x)}px ${Math.round(y)}px`);

/** @param {DOMRect[]} boxes */
const around = (boxes) => {
  const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
  const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
  return { left, top, right, bottom, width: right - left };
};
