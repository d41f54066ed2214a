// What a spot is, beside it while it is pointed at: its name, what it pays, its exact edge, what lies there.
import { fill } from "../shared/format.js";
import { percent } from "./help.js";
import { byId, html, put } from "../shared/elements.js";

const GAP = 12;

// It keeps clear of the spot and of the boxes that are lit with it.
export function showTooltip(spot, lit, lies, words) {
  const tooltip = byId("tooltip");
  if (!spot) {
    tooltip.hidden = true;
    return;
  }
  const [name, ...rest] = spot.title.split(", pays ");
  put(
    tooltip,
    html("strong", {}, name),
    spot.covers ? html("span", {}, spot.covers) : null,
    rest.length ? html("span", {}, fill(words.pays, { odds: rest.join(", pays ") })) : null,
    ...(spot.edges ?? []).map(({ when, edge, percent: value }, _, all) =>
      html("span", { class: "dim" }, fill(words.edge, { percent: percent(value), fraction: edge }), all.length > 1 && when ? `, ${when}` : ""),
    ),
    ...lies.map(({ said, own }) => html("span", { class: own ? "mine" : "theirs" }, said)),
  );
  tooltip.hidden = false;
  const at = around([spot.element, ...lit].map((each) => each.getBoundingClientRect()));
  const frame = tooltip.offsetParent.getBoundingClientRect();
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

const moveTo = (tooltip, x, y) => (tooltip.style.translate = `${Math.round(x)}px ${Math.round(y)}px`);

const around = (boxes) => {
  const [left, top] = ["left", "top"].map((side) => Math.min(...boxes.map((box) => box[side])));
  const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...boxes.map((box) => box[side])));
  return { left, top, right, bottom, width: right - left };
};
