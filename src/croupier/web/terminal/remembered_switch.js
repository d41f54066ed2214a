// A checkbox of the help dialog whose value is stored in this browser.
import { as, byId } from "../shared/elements.js";

/**
 * Returns the checkbox. `first` is its value until somebody changes it.
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
