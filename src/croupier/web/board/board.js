// The reader board: meters as they happen; all else whenever a round moved on or the table went out of service.
import { Link } from "../shared/socket.js";
import { mergePatch } from "../shared/merge.js";
import { dollars, fill, seconds } from "../shared/format.js";
import { refresh } from "./refresh.js";

const MOVES = new Set([
  "settled", "betting-opened", "betting-closed", "ball-spun", "wheel-spun", "dice-pushed", "dice-thrown", "dice-accepted", "outcome-called",
  "outcome-corrected", "round-voided", "point-taken-off", "house-changed", "seal-published",
]);
const board = document.querySelector(".board");
const clock = document.querySelector("[data-clock]");
const link = document.querySelector("[data-link]");
const full = document.querySelector("[data-full]");
let view = {};
let closes = null;
let ahead = 0; // of our clock before the server's

function meters() {
  for (const [wager, cents] of Object.entries(view.meters ?? {})) {
    const shown = document.querySelector(`[data-meter="${CSS.escape(wager)}"]`);
    if (shown) shown.textContent = dollars(cents).replace(/\.00$/, "");
  }
}

function tick() {
  const left = closes === null ? 0 : closes - (Date.now() - ahead);
  clock.textContent = left > 0 ? fill(board.dataset.closes, { seconds: seconds(left) }) : "";
}

new Link(`/api/1/tables/${encodeURIComponent(board.dataset.table)}/socket`, {
  link: (state) => {
    link.textContent = state === "open" ? board.dataset.open : board.dataset.waiting;
    link.dataset.state = state;
  },
  table(frame) {
    view = frame.table;
    meters();
    refresh();
  },
  delta(frame) {
    view = mergePatch(view, frame.patch);
    if (frame.patch.meters) meters();
    if (frame.happened.some((each) => MOVES.has(each.event))) refresh();
  },
  clock(frame) {
    ahead = Date.now() - frame.now;
    closes = frame.closes;
    const { fault } = view;
    view = mergePatch(view, frame.patch);
    if (view.fault !== fault) refresh();
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
