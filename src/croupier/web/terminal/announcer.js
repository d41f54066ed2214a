// Announcements for screen readers: two live regions of the page, and two in each dialog, because nothing outside an open
// dialog is read. A dialog that takes keys also has a line where everybody reads them: it covers the table.
import { byId, html } from "../shared/elements.js";

const PAUSE = 30; // milliseconds after which the same words are read again

export class Announcer {
  constructor() {
    for (const dialog of document.querySelectorAll("dialog")) {
      for (const [kind, live] of Object.entries({ polite: "polite", urgent: "assertive" })) {
        dialog.append(html("div", { class: `visually-hidden ${kind}`, "aria-live": live }));
      }
    }
  }

  /** @param {string | (() => string)} words or a function that is asked for them when they are said */
  say(words) {
    this.#into("polite", words);
  }

  /** @param {string | (() => string)} words */
  call(words) {
    this.#into("urgent", words);
  }

  /**
   * @param {string} kind
   * @param {string | (() => string)} words
   */
  #into(kind, words) {
    const region = document.querySelector(`dialog[open] .${kind}`) ?? byId(kind);
    region.textContent = "";
    setTimeout(() => {
      const said = typeof words === "function" ? words() : words;
      region.textContent = said;
      const line = region.closest("dialog[open]")?.querySelector(`[data-${kind}]`);
      if (line) line.textContent = said;
    }, PAUSE);
  }
}
