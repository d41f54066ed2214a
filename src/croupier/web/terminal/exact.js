// Paragraph numbers, pay-table codes and exact fractions: shown only to players who ask for them, in "Details and proof".
import { rememberedSwitch } from "./remembered_switch.js";

const SHOWN = "exact"; // a class of the page, by which styles hide the rest

export function offerExact() {
  const offered = rememberedSwitch("exact-on", false);
  const show = () => document.body.classList.toggle(SHOWN, offered.checked);
  offered.addEventListener("change", show);
  show();
}

export const exactShown = () => document.body.classList.contains(SHOWN);

/**
 * A pay-table code that is printed on a picture gets its own class; what is printed beside it stays when the code is hidden.
 * @param {Element} picture
 */
export function separateCodes(picture) {
  for (const printed of picture.querySelectorAll("text[data-beside-code]")) {
    const beside = printed.cloneNode();
    beside.textContent = printed.getAttribute("data-beside-code");
    printed.classList.add("code");
    if (!(beside instanceof Element) || !beside.textContent) continue;
    beside.removeAttribute("textLength");
    beside.classList.add("no-cite");
    printed.after(beside);
  }
}
