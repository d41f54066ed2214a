// A past round, put back on the felt as it stood; the live table goes on behind it.
import { fill } from "./format.js";
import { byId } from "./svg.js";

export class Recall {
  #round = null;

  // `show(round | null)` draws the felt.
  constructor(api, words, show) {
    this.api = api;
    this.words = words;
    this.show = show;
    byId("recall-back").addEventListener("click", () => this.leave());
  }

  get active() {
    return this.#round !== null;
  }

  get round() {
    return this.#round;
  }

  async enter(number) {
    const answer = await fetch(`${this.api}/rounds/${number}`);
    if (!answer.ok) return;
    this.#round = await answer.json();
    byId("recall").hidden = false;
    byId("recall-words").textContent = fill(this.words.recalled, { round: number });
    byId("recall-page").href = `${location.pathname}/rounds/${number}`;
    this.show(this.#round);
    byId("recall-back").focus();
  }

  leave() {
    if (!this.active) return;
    this.#round = null;
    byId("recall").hidden = true;
    this.show(null);
  }
}

