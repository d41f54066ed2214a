// A dialog that shows a part of another page: loaded when it opens, and again after every round.
import { as, byId, every, html, one, put } from "../shared/elements.js";

export class LoadedDialog {
  /**
   * @param {string} id of the dialog; the part has the attribute `data-ID`
   * @param {string} address
   * @param {string} failed shown if it cannot be loaded
   */
  constructor(id, address, failed) {
    this.address = address;
    this.failed = failed;
    this.part = `[data-${id}]`;
    this.dialog = as(HTMLDialogElement, byId(id));
    this.box = one("[data-figures]", this.dialog);
    for (const close of every("[data-close]", this.dialog)) close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
  }

  open() {
    this.dialog.showModal();
    this.load();
  }

  // Another round was settled.
  settled() {
    if (this.dialog.open) this.load();
  }

  async load() {
    const figures = await this.figures();
    if (figures) put(this.box, figures);
    else if (!this.box.firstElementChild) put(this.box, html("p", { class: "fault", role: "alert" }, this.failed));
  }

  // The part of the other page; null if the server is not reachable.
  async figures() {
    const answer = await fetch(this.address, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const figures = page.querySelector(this.part);
    for (const link of figures?.querySelectorAll("a") ?? []) Object.assign(link, { target: "_blank", rel: "noopener" }); // the player stays at the table
    return figures;
  }
}
