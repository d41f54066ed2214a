// Dolly, puck and lammers, drawn by the server. Answers to earlier requests are ignored.

export class LayoutMarks {
  #asked = 0;
  #query = "";

  /**
   * @param {import("./felt.js").Felt} felt
   * @param {string} path
   * @param {import("./felt_style.js").FeltStyle} style
   */
  constructor(felt, path, style) {
    this.felt = felt;
    this.path = path;
    this.style = style;
  }

  /** Draw the same on another felt. */
  again() {
    return this.show(this.#query);
  }

  /** @param {string} query */
  async show(query) {
    this.#asked += 1;
    const mine = this.#asked;
    this.#query = query;
    const answer = await fetch(`${this.path}?${this.style.query}${query && `&${query}`}`);
    if (!answer.ok) return;
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    if (mine === this.#asked) this.felt.marks.replaceChildren(...[...drawn.children].map((each) => document.importNode(each, true)));
  }
}
