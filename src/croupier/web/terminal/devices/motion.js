// Motion as pure functions of time, so that a wheel always stops at the recorded outcome.

/**
 * An angle that starts at `from` with `speed` (degrees per second) and stops after `duration` seconds at `to`, plus whole
 * turns. It never turns back.
 * @param {number} from
 * @param {number} speed
 * @param {number} to
 * @param {number} duration
 * @returns {(seconds: number) => number}
 */
export function comingToRest(from, speed, to, duration) {
  const way = Math.sign(speed) || 1;
  const natural = Math.abs(speed) * duration * 0.42;
  const offset = (((to - from) * way) % 360 + 360) % 360;
  const distance = offset + 360 * Math.max(0, Math.round((natural - offset) / 360));
  const start = Math.min(Math.abs(speed) * duration, 3 * distance);
  return (seconds) => {
    const t = Math.min(1, Math.max(0, seconds / duration));
    const moved = (t ** 3 - 2 * t ** 2 + t) * start + (3 * t ** 2 - 2 * t ** 3) * distance;
    return from + way * moved;
  };
}

/**
 * From 1 to 0 with smaller and smaller bounces, like a ball that drops.
 * @param {number} t
 */
export function bouncing(t) {
  if (t <= 0) return 1;
  if (t >= 1) return 0;
  /** @type {[number, number, number][]} */
  const steps = [[0, 0.42, 1], [0.42, 0.72, 0.34], [0.72, 0.89, 0.14], [0.89, 1, 0.05]];
  const [start, end, height] = steps.find(([, last]) => t < last) ?? steps[3];
  const part = (t - start) / (end - start);
  return start === 0 ? 1 - part ** 2 : height * 4 * part * (1 - part);
}

/** @typedef {{ ended: Promise<void>, finish: () => void, cancel: () => void }} Running */

/**
 * Call `frame(seconds)` until `duration` is over; `ended` resolves then, even if nothing is painted. `finish()` jumps to
 * the end, `cancel()` stops where it is.
 * @param {number} duration
 * @param {(seconds: number) => void} frame
 * @returns {Running}
 */
export function run(duration, frame) {
  let done = () => {};
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => (done = resolve));
  const begun = performance.now();
  let live = true;
  const finish = () => {
    if (!live) return;
    live = false;
    clearTimeout(timer);
    frame(duration);
    done();
  };
  const timer = setTimeout(finish, duration * 1000);
  /** @param {number} now */
  const paint = (now) => {
    if (!live) return;
    frame(Math.max(0, (now - begun) / 1000));
    requestAnimationFrame(paint);
  };
  requestAnimationFrame(paint);
  const cancel = () => {
    live = false;
    clearTimeout(timer);
    done();
  };
  return { ended, finish, cancel };
}
