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
    if (mine === this.#asked) keepEqual(this.felt.marks, [...drawn.children].map((each) => document.importNode(each, true)));
  }
}

/**
 * Show these marks. Those that are there already stay the same elements: a dolly that is drawn again would blink.
 * @param {Element} box
 * @param {Element[]} marks
 */
function keepEqual(box, marks) {
  const wanted = new Set(marks);
  for (const old of [...box.children]) {
    const same = [...wanted].find((each) => each.isEqualNode(old));
    if (same) wanted.delete(same);
    else old.remove();
  }
  box.append(...wanted);
}
