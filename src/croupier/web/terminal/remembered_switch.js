// A switch of the help that is remembered in this browser.
import { as, byId } from "../shared/elements.js";

/**
 * The checkbox itself: `checked` is what it says now. `first` is what it says before anybody has touched it.
 * @param {string} id
 * @param {boolean} first
 */
export function rememberedSwitch(id, first) {
  const box = as(HTMLInputElement, byId(id));
  const name = `croupier.${id}`;
  box.checked = (localStorage.getItem(name) ?? (first ? "on" : "off")) === "on";
  box.addEventListener("change", () => localStorage.setItem(name, box.checked ? "on" : "off"));
  return box;
}
