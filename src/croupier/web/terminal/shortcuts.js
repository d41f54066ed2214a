// Keyboard shortcuts: letters and digits while the focus is on the layout, on the tray or nowhere. They can be turned off;
// Escape always works.
import { rememberedSwitch } from "./remembered_switch.js";

/** @type {Record<string, string>} */
const ACTS = { u: "undo", r: "repeat", d: "double", c: "clear", "?": "help", m: "sound", w: "mine", e: "erase" };

/** @typedef {{ act: (name: string) => void, chip: (place: number) => void, leave: () => void }} Shortcuts */

/** @param {Shortcuts} on */
export function listen(on) {
  const offered = rememberedSwitch("keys-on", true);
  addEventListener("keydown", (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.repeat || event.ctrlKey || event.metaKey || event.altKey || target.closest("dialog")) return;
    if (event.key === "Escape") on.leave();
    else if (offered.checked && (target === document.body || target.closest("#felt, .tray"))) pressed(event.key, on);
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
