// A choice whose value is stored in this browser: a checkbox of the help dialog, or one of several words.
import { as, byId } from "../shared/elements.js";

/**
 * `first` is its value until somebody changes it.
 * @param {string} id
 * @param {string} first
 */
export function rememberedChoice(id, first) {
  const name = `croupier.${id}`;
  return {
    value: localStorage.getItem(name) ?? first,
    /** @param {string} value */
    choose(value) {
      this.value = value;
      localStorage.setItem(name, value);
    },
  };
}

/**
 * Returns the checkbox. `first` is its value until somebody changes it.
 * @param {string} id
 * @param {boolean} first
 */
export function rememberedSwitch(id, first) {
  const box = as(HTMLInputElement, byId(id));
  const choice = rememberedChoice(id, first ? "on" : "off");
  box.checked = choice.value === "on";
  box.addEventListener("change", () => choice.choose(box.checked ? "on" : "off"));
  return box;
}
