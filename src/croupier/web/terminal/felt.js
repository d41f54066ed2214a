// The felt: one of the pictures that the server draws of it, and the chips on its spots.
import { payment, stack } from "./chips.js";
import { FeltPicture } from "./felt_picture.js";
import { as, still } from "../shared/elements.js";
import { keyOf, unheld } from "./undo.js";

/**
 * @import { SpotShown } from "../shared/wire.js"
 * @import { Box, Place, Spot, Stack } from "./types.js"
 * @typedef {{ badges: { tip: string, on: string, off: string }, onSpot: (stack: Stack) => string }} FeltWords
 */

const PAID = 3200;
const BESIDE = 40; // how far a payment is from its stack: chips have a radius of 24
const AWAY = 220; // how far losing chips are swept

export class Felt {
  /** @type {Map<Spot, Stack[]>} */
  #piles = new Map();
  /** @type {Map<string, number>} The stakes that were drawn last, by their keys. */
  #shown = new Map();
  /** @type {FeltPicture} */
  #drawn;
  /** @type {Set<string>} The keys of stacks that were swept; the view still has them. */
  #swept = new Set();
  /** @type {string | null} The outcome whose box is lit. */
  #won = null;

  /**
   * @param {HTMLElement} box
   * @param {string} markup
   * @param {SpotShown[]} data what the server says of the spots
   * @param {FeltWords} words
   */
  constructor(box, markup, data, words) {
    this.box = box;
    this.words = words;
    this.data = data;
    this.missing = 0; // the player's bets that this picture has no spot for
    this.#drawn = new FeltPicture(box, markup, data);
    this.focused = this.spots[0];
    this.stop(this.focused);
  }

  get picture() {
    return this.#drawn.picture;
  }

  get spots() {
    return this.#drawn.spots;
  }

  get marks() {
    return this.#drawn.marks;
  }

  /**
   * Show another picture of the same table: it has the same spots, or some of them.
   * @param {string} markup
   */
  show(markup) {
    this.#drawn = new FeltPicture(this.box, markup, this.data);
    this.focused = this.spotOf(this.focused.wager, this.focused.spot) ?? this.spots[0];
    this.stop(this.focused);
    this.wins(this.#won);
  }

  /**
   * @param {string} wager
   * @param {string | null} [spot]
   */
  spotOf(wager, spot) {
    return this.#drawn.byKey.get(keyOf(wager, spot, false));
  }

  /**
   * The spot of an element of the picture.
   * @param {EventTarget | null} element
   */
  of(element) {
    return (element && this.#drawn.spotOfElement.get(element)) ?? null;
  }

  /**
   * The spot at a point of the screen.
   * @param {number} x
   * @param {number} y
   */
  at(x, y) {
    return this.of(document.elementFromPoint(x, y));
  }

  /**
   * Highlight the boxes of these numbers; returns the boxes.
   * @param {string[]} pockets
   */
  light(pockets) {
    return this.#drawn.light("covered", pockets);
  }

  /**
   * Light the printed box of the outcome of the round; null for none.
   * @param {string | null} outcome
   */
  wins(outcome) {
    this.#won = outcome;
    this.#drawn.light("won", outcome === null ? [] : [outcome]);
  }

  /**
   * Mark the box of a wager that was paid. A number has its own light.
   * @param {Place} place
   */
  flash({ wager, spot: at }) {
    const spot = this.spotOf(wager, at);
    if (!spot || spot.element.classList.contains("on-cell")) return;
    spot.element.classList.add("paid");
    setTimeout(() => spot.element.classList.remove("paid"), PAID);
  }

  /**
   * Sweep the chips of a lost bet off the layout.
   * @param {string} key
   * @param {number} delay milliseconds
   * @param {number} duration milliseconds
   */
  sweep(key, delay, duration) {
    this.#swept.add(key);
    for (const each of this.#stacksOf(key)) {
      each.classList.add("swept");
      each.animate([{}, { translate: `0 ${-AWAY}px`, opacity: 0 }], { delay, duration, easing: "ease-in", fill: "forwards" });
    }
  }

  /**
   * Put the chips that a bet won beside it, one after the other.
   * @param {string} key
   * @param {number} cents
   * @param {number[]} chips
   * @param {number} step milliseconds between two chips
   */
  pay(key, cents, chips, step) {
    const under = this.#stacksOf(key).at(0);
    if (!under) return;
    const whose = [...this.#piles.values()].flat().find((each) => unheld(each.key) === key);
    const paid = payment(cents, chips, whose?.color ?? whose?.paint, step);
    paid.setAttribute("transform", `${under.getAttribute("transform")} translate(${BESIDE} 0)`);
    Object.assign(paid.dataset, { key, won: cents });
    this.#drawn.payments.append(paid);
  }

  // The view is that of the settled table.
  settled() {
    this.#swept.clear();
    this.#drawn.payments.replaceChildren();
  }

  /** @param {string} key */
  #stacksOf(key) {
    return [...this.#drawn.chips.children].map((each) => as(SVGElement, each)).filter(({ dataset }) => unheld(dataset.key ?? "") === key);
  }

  /**
   * Move the focus to a spot.
   * @param {Spot} spot
   */
  focus(spot) {
    this.stop(spot);
    spot.element.focus({ preventScroll: true });
    spot.element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: still() ? "auto" : "smooth" });
  }

  /**
   * Make this spot the one that the Tab key reaches.
   * @param {Spot} spot
   */
  stop(spot) {
    this.focused.element.setAttribute("tabindex", "-1");
    this.focused = spot;
    spot.element.setAttribute("tabindex", "0");
  }

  /**
   * Draw these stacks, the player's own last.
   * @param {Stack[]} all
   * @param {number[]} denominations
   */
  draw(all, denominations) {
    const wagers = all.filter(({ key }) => !this.#swept.has(unheld(key)));
    const before = this.#shown;
    this.#shown = new Map();
    for (const { key, stake } of wagers) this.#shown.set(key, (this.#shown.get(key) ?? 0) + stake);
    this.#piles = new Map();
    for (const each of wagers) {
      const spot = this.spotOf(each.wager, each.spot);
      if (spot) this.#piles.set(spot, [...(this.#piles.get(spot) ?? []), each]);
    }
    this.missing = wagers.filter((each) => each.color === null && !this.spotOf(each.wager, each.spot)).length;
    this.#drawn.chips.replaceChildren();
    for (const spot of this.spots) {
      const pile = this.#piles.get(spot) ?? [];
      if (!spot.at) this.#name(spot, pile);
      const whose = new Set(pile.map((each) => each.key));
      const others = new Set(pile.filter(({ color }) => color !== null).map(({ key }) => key)).size;
      pile.forEach((each, place) => {
        const under = pile.findIndex(({ key }) => key === each.key) < place; // chips that come lie on those that are there
        const last = pile.findLastIndex(({ key }) => key === each.key) === place;
        const fresh = last && (before.get(each.key) ?? 0) < (this.#shown.get(each.key) ?? 0);
        this.#stack(spot, { ...each, fresh }, beside(spot, each, place, { of: whose.size, others }), under, denominations);
      });
    }
  }

  /**
   * The chips on a spot in words, the player's own last.
   * @param {Spot | null} spot
   */
  lying(spot) {
    return ((spot && this.#piles.get(spot)) ?? []).map((each) => ({ said: this.words.onSpot(each), own: each.color === null }));
  }

  /**
   * @param {Spot} spot
   * @param {Stack} each
   * @param {{ dx: number, dy: number, radius: number }} where
   * @param {boolean} under whether chips of the same bet are below it
   * @param {number[]} denominations
   */
  #stack(spot, each, { dx, dy, radius }, under, denominations) {
    const lift = under ? 0.6 * radius : 0;
    const x = spot.x + spot.width / 2 + dx + (each.tip ? 14 : 0) + lift;
    const y = spot.y + spot.height / 2 + dy + (each.tip ? 8 : 0) - lift;
    const drawn = stack(each, denominations, this.words.badges);
    drawn.setAttribute("transform", `translate(${x} ${y}) scale(${(radius / 24).toFixed(3)})`);
    Object.assign(drawn.dataset, { key: each.key, stake: each.stake });
    this.#drawn.chips.append(drawn);
  }

  /**
   * @param {Spot} spot
   * @param {Stack[]} pile
   */
  #name(spot, pile) {
    const name = pile.reduce((words, each) => `${words}, ${this.words.onSpot(each)}`, spot.title);
    if (spot.element.getAttribute("aria-label") !== name) spot.element.setAttribute("aria-label", name);
    spot.element.classList.toggle("held", pile.some((each) => each.color === null && !each.tip && !each.locked && !each.lit));
  }
}

/**
 * The offset of a stack from the middle of its spot, and its radius. The player's own stack is in the middle. Stacks of
 * others are left and right of it, or above and below, if the spot is long enough; otherwise they are around the middle.
 * @param {Box} spot
 * @param {Stack} each
 * @param {number} place
 * @param {{ of: number, others: number }} there how many lie there, and how many of them are of others
 */
function beside({ width, height }, each, place, { of, others }) {
  const own = each.color === null;
  const radius = Math.min(24, Math.max(19, Math.min(width, height) / 2.6)) * (own ? 1 : 0.85);
  if (own || of === 1) return { dx: 0, dy: 0, radius };
  const step = 1.9 * radius;
  const along = step * (Math.floor(place / 2) + 1) * (place % 2 ? -1 : 1);
  const room = 2 * (step * Math.ceil(others / 2) + radius);
  if (width >= height && width >= room) return { dx: along, dy: 0, radius };
  if (height >= room) return { dx: 0, dy: along, radius };
  const angle = (Math.PI * 2 * place) / Math.max(3, of) + Math.PI / 4;
  const away = Math.min(16, radius);
  return { dx: Math.cos(angle) * away, dy: Math.sin(angle) * away, radius };
}
