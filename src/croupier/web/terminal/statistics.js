// The dialog with the statistics of the table: the figures of its own page, loaded when it opens and after every round.
import { as, byId, every, html, one, put } from "../shared/elements.js";

export class Statistics {
  /**
   * @param {string} table
   * @param {import("./types.js").Words} words
   */
  constructor(table, words) {
    this.words = words;
    this.address = `/tables/${encodeURIComponent(table)}/statistics`;
    this.dialog = as(HTMLDialogElement, byId("statistics"));
    this.box = one("[data-figures]", this.dialog);
    for (const close of every("[data-close]", this.dialog)) close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open() {
    this.dialog.showModal();
    this.#load();
  }

  // Another round was settled.
  settled() {
    if (this.dialog.open) this.#load();
  }

  async #load() {
    const figures = await this.#figures().catch(() => null); // the server is not reachable
    if (figures) put(this.box, figures);
    else if (!this.box.firstElementChild) put(this.box, html("p", { class: "fault", role: "alert" }, this.words.no_statistics));
  }

  async #figures() {
    const answer = await fetch(this.address, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const figures = page.querySelector("[data-statistics]");
    for (const link of figures?.querySelectorAll("a") ?? []) Object.assign(link, { target: "_blank", rel: "noopener" }); // the player stays at the table
    return figures;
  }
}
