// The dialog with the player's own session, in which the player also sets limits.
import { one, put } from "../shared/elements.js";
import { listenToLimits } from "../session/limits.js";
import { LoadedDialog } from "./loaded_dialog.js";

export class SessionDialog extends LoadedDialog {
  /** @param {import("./types.js").Words} words */
  constructor(words) {
    super("session", "/session", words.no_session);
    listenToLimits(this.box, async (kind) => {
      await this.load();
      one(`#${kind}-limit`, this.box).focus();
      one("[data-said]", this.dialog).textContent = one(`#${kind}-now`, this.box).textContent;
    });
  }

  // Only the figures change after a round: what the player types stays.
  settled() {
    if (this.dialog.open) this.#refresh();
  }

  async #refresh() {
    const shown = this.box.querySelector(".own-figures");
    const fresh = (await this.figures())?.querySelector(".own-figures");
    if (shown && fresh) put(shown, ...fresh.children);
  }
}
