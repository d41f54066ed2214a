// The reader board. Meters follow every change; the rest is loaded again when a round moves on, or the table goes out of
// service or comes back.
import { Link } from "../shared/socket.js";
import { every, one } from "../shared/elements.js";
import { mergePatch } from "../shared/merge.js";
import { dollars, fill, seconds } from "../shared/format.js";
import { refresh } from "../shared/refresh.js";

const MOVES = new Set([
  "settled", "betting-opened", "betting-closed", "locked-in", "ball-spun", "wheel-spun", "dice-pushed", "dice-thrown", "dice-accepted", "outcome-called", "drawn",
  "outcome-corrected", "round-voided", "point-taken-off", "house-changed", "seal-published",
]);
const board = one(".board");
const clock = one("[data-clock]");
const link = one("[data-link]");
const full = one("[data-full]");
// The state of the page: the table, when betting closes, and how many milliseconds our count is ahead of the server's.
const store = {
  /** @type {Partial<import("../shared/wire.js").TableShown>} */
  view: {},
  /** @type {number | null} */
  closes: null,
  ahead: 0,
};

function meters() {
  for (const [wager, cents] of Object.entries(store.view.meters ?? {})) {
    for (const shown of every(`[data-meter="${CSS.escape(wager)}"]`)) shown.textContent = dollars(cents).replace(/\.00$/, "");
  }
}

function tick() {
  const left = store.closes === null ? 0 : store.closes - (performance.now() - store.ahead);
  clock.textContent = left > 0 ? fill(board.dataset.closes ?? "", { seconds: seconds(left) }) : "";
}

new Link(`/api/1/tables/${encodeURIComponent(board.dataset.table ?? "")}/socket`, {
  link: (state) => {
    link.textContent = (state === "open" ? board.dataset.open : board.dataset.lost) ?? "";
    link.dataset.state = state;
  },
  table(frame) {
    store.view = frame.table;
    meters();
    refresh();
  },
  delta(frame) {
    store.view = mergePatch(store.view, frame.patch);
    if (frame.patch.meters) meters();
    if ("paused" in frame.patch || frame.happened.some((each) => MOVES.has(each.event))) refresh();
  },
  clock(frame) {
    store.ahead = performance.now() - frame.now;
    store.closes = frame.closes;
    const { fault } = store.view;
    store.view = mergePatch(store.view, frame.patch);
    if (store.view.fault !== fault) refresh();
    tick();
  },
});
setInterval(tick, 250);
document.addEventListener("visibilitychange", refresh);

if (document.documentElement.requestFullscreen) {
  full.hidden = false;
  full.addEventListener("click", () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
  );
}
