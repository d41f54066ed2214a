// Keyboard shortcuts: letters and digits wherever no text is typed. They can be turned off; Escape always works.
import { rememberedSwitch } from "./remembered_switch.js";

/** @type {Record<string, string>} */
const ACTS = { u: "undo", r: "repeat", d: "double", c: "clear", "?": "help", m: "sound", w: "mine", e: "erase", g: "ready", o: "open", q: "quick" };

const TYPED = "input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]";

/** @typedef {{ act: (name: string) => void, chip: (place: number) => void, leave: () => void }} Shortcuts */

/** @param {Shortcuts} on */
export function listen(on) {
  const offered = rememberedSwitch("keys-on", true);
  addEventListener("keydown", (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.repeat || event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog")) return;
    if (event.key === "Escape") on.leave();
    else if (offered.checked && !target.closest(TYPED)) pressed(event.key, on);
  });
}

/**
 * @param {string} key
 * @param {Shortcuts} on
 */
function pressed(key, on) {
  const act = ACTS[key.toLowerCase()];
  if (act) on.act(act);
  else if (/^[1-9]$/.test(key)) on.chip(Number(key) - 1);
}
