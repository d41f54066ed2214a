// Dolly, puck and lammers, drawn by the server. Answers to earlier requests are ignored.

export class LayoutMarks {
  #asked = 0;

  /**
   * @param {Element} box
   * @param {string} path
   */
  constructor(box, path) {
    this.box = box;
    this.path = path;
  }

  /** @param {string} query */
  async show(query) {
    this.#asked += 1;
    const mine = this.#asked;
    const answer = await fetch(`${this.path}${query}`);
    if (!answer.ok) return;
    const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
    if (mine === this.#asked) this.box.replaceChildren(...[...drawn.children].map((each) => document.importNode(each, true)));
  }
}
