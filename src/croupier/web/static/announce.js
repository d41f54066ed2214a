// What is said to everybody who listens instead of looking: two live regions of the page.

export class Announcer {
  constructor(polite, urgent) {
    this.polite = polite;
    this.urgent = urgent;
  }

  say(words) {
    this.#into(this.polite, words);
  }

  call(words) {
    this.#into(this.urgent, words);
  }

  #into(region, words) {
    region.textContent = "";
    setTimeout(() => (region.textContent = words), 30);
  }
}
