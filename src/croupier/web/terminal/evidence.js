// Says whether this device took part in the round, and warns until the player has read it if something was wrong.
import { fileOf, keep, keptRounds } from "../round/seen.js";
import { as, byId, html, put } from "../shared/elements.js";
import { fill } from "../shared/format.js";

/**
 * @import { Kept } from "../round/seen.js"
 * @import { Words } from "./types.js"
 * @import { Status } from "./witness.js"
 */

export class Evidence {
  /** @type {Kept | null} The warning on the screen. */
  #shown = null;

  /**
   * @param {string} table
   * @param {Words} words
   * @param {{ call: (said: string) => void }} announcer
   */
  constructor(table, words, announcer) {
    this.table = table;
    this.words = words;
    this.announcer = announcer;
    this.box = byId("warning");
    this.#next();
  }

  /** @param {Status} status */
  told({ state, round, seen, fault }) {
    const said = fill(this.words[`witness_${state}`] ?? "", { round });
    const bad = state === "wrong" || state === "lost";
    byId("witness").textContent = said;
    byId("witness").classList.toggle("bad", bad);
    byId("witness-bad").textContent = bad ? said : ""; // what is wrong is not hidden among the details
    byId("witness-bad").hidden = !bad;
    byId("witness-why").textContent = fill(this.words[`witness_${state}_why`] ?? "", { waited: seen?.waited ?? "" });
    if (seen && fault) this.#warn({ seen, fault });
  }

  /** @param {Kept} round */
  #warn(round) {
    this.#shown = round;
    const { seen, fault } = round;
    const said = fill(this.words[`warning_${fault}`], { round: seen.round });
    const save = html("a", { class: "button gold", href: URL.createObjectURL(fileOf(seen)), download: `evidence-${seen.table}-${seen.round}.json` }, this.words.warning_save);
    const copy = html("button", { type: "button", class: "button", onclick: () => this.#copy(JSON.stringify(seen, null, 1)) }, this.words.warning_copy);
    const page = html("a", { class: "button", href: `/tables/${seen.table}/rounds/${seen.round}`, target: "_blank", rel: "noopener" }, this.words.warning_page);
    const read = html("button", { type: "button", class: "button", onclick: () => this.#read() }, this.words.warning_read);
    put(this.box, html("h2", {}, fill(this.words.warning_title, { round: seen.round })), html("p", {}, said), html("p", { class: "dim" }, this.words.warning_keep), html("div", { class: "row" }, save, copy, page, read));
    this.box.hidden = false;
    this.announcer.call(said);
  }

  /** @param {string} text */
  async #copy(text) {
    const done = await navigator.clipboard.writeText(text).then(() => true, () => false);
    const copy = as(HTMLButtonElement, this.box.querySelector("button"));
    copy.textContent = done ? this.words.warning_copied : this.words.warning_not_copied;
  }

  #read() {
    if (this.#shown) keep({ ...this.#shown, told: true });
    this.#shown = null;
    this.box.hidden = true;
    this.#next();
  }

  // The newest warning about this table that nobody has read yet.
  #next() {
    const left = keptRounds().filter(({ seen, fault, told }) => seen.table === this.table && fault && !told);
    const last = left.at(-1);
    if (last) this.#warn(last);
  }
}
