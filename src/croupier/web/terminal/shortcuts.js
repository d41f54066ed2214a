// Keyboard shortcuts: letters and digits at the table, and some of them in the dialog of quick bets, wherever no text is
// typed. They can be turned off; Escape always works.
import { rememberedSwitch } from "./remembered_switch.js";

/** @type {Record<string, string>} */
const ACTS = { u: "undo", r: "repeat", d: "double", c: "clear", "?": "help", m: "sound", w: "mine", e: "erase", g: "ready", o: "open", q: "quick" };
const IN_QUICK = new Set(["undo", "repeat", "double", "clear", "sound", "ready"]); // the dialog says what they did

const TYPED = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";

/**
 * `act` may take its time; `done` is called after each key.
 * @typedef {{ act: (name: string) => unknown, chip: (place: number) => void, done: () => void, leave: () => void }} Shortcuts
 */

/** @param {Shortcuts} on */
export function listen(on) {
  const offered = rememberedSwitch("keys-on", true);
  addEventListener("keydown", (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const dialog = target.closest("dialog");
    if (dialog && dialog.id !== "quick") return;
    if (event.key === "Escape") {
      if (!dialog) on.leave(); // a dialog closes by itself
    } else if (offered.checked && !target.closest(TYPED)) pressed(event.key, on, dialog !== null);
  });
}

/**
 * @param {string} key
 * @param {Shortcuts} on
 * @param {boolean} quick whether the dialog of quick bets is open
 */
async function pressed(key, on, quick) {
  const act = ACTS[key.toLowerCase()];
  if (act && (!quick || IN_QUICK.has(act))) await on.act(act);
  else if (/^[1-9]$/.test(key)) on.chip(Number(key) - 1);
  on.done();
}
