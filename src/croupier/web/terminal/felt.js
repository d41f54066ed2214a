// The felt: the picture the server drew, with a person pointing at it and chips lying on it.
import { stack } from "./chips.js";
import { isArrow, nextSpot, readingOrder } from "./spot_navigation.js";
import { rememberedSwitch } from "./remembered_switch.js";
import { touchedSpots } from "./touched_spots.js";
import { every, still, svg } from "../shared/elements.js";
import { keyOf } from "./undo.js";

const LONG_PRESS = 480;
const DRAG = 8;
const PAID = 3200;
// Of a touch, in pixels: how far it strays, what it does not hit for certain, what it comes near to only by a machine.
const TOUCH = { reach: 14, small: 20, exact: 1 };
const ASKED = { ...TOUCH, small: 44 }; // for who wants to be asked

/** @type {WeakMap<any, any>} The spot that an element of the felt is. */
const spotOfElement = new WeakMap();

export class Felt {
  // `on`: place(spot), choose(spots, low) which of them a finger meant, remove(spot), show(spot|null, element), move(from, to|null), grabbed(spot) -> element|null
  constructor(box, markup, data, on, words) {
    this.box = box;
    this.on = on;
    this.asks = rememberedSwitch("asks-on", false);
    this.words = words;
    const picture = new DOMParser().parseFromString(markup, "image/svg+xml").documentElement;
    this.picture = /** @type {any} */ (document.importNode(picture, true));
    this.picture.setAttribute("role", "group");
    this.picture.querySelector(":scope > title")?.remove();
    box.replaceChildren(this.picture);
    this.marks = svg("g", { class: "marks", "pointer-events": "none" });
    this.chips = svg("g", { class: "chips", "pointer-events": "none" });
    this.picture.append(this.chips, this.marks);
    this.spots = readingOrder(this.#spots(data));
    this.byKey = new Map(this.spots.filter((spot) => !spot.at).map((spot) => [keyOf(spot.wager, spot.spot, false), spot]));
    this.focused = this.spots[0];
    this.focused?.element.setAttribute("tabindex", "0");
    this.#listen();
  }

  #spots(data) {
    const known = new Map(data.map((spot) => [keyOf(spot.wager, spot.spot, false), spot]));
    return every(".spot", this.picture).map((element) => {
      const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(element.getAttribute(name)));
      const { wager, spot, at = "" } = element.dataset;
      const told = known.get(keyOf(wager, spot, false)) ?? {};
      const title = (!at && told.title) || element.getAttribute("aria-label");
      element.querySelector("title")?.remove();
      element.setAttribute("role", "button");
      if (told.covers) element.setAttribute("aria-description", told.covers);
      element.setAttribute("tabindex", "-1");
      const made = { ...told, wager, spot: spot || "", at, title, x, y, width, height, element };
      spotOfElement.set(element, made);
      return made;
    });
  }

  spotOf(wager, spot) {
    return this.byKey.get(keyOf(wager, spot, false));
  }

  at(x, y) {
    return spotOfElement.get(document.elementFromPoint(x, y)) ?? null;
  }

  // Light the boxes of some numbers; returns them.
  light(pockets) {
    for (const element of this.picture.querySelectorAll(".lit")) element.classList.remove("lit");
    const boxes = pockets.flatMap((pocket) => this.spotOf("straight", pocket)?.element ?? []);
    for (const box of boxes) box.classList.add("lit");
    return boxes;
  }

  // Where a wager was paid.
  flash({ wager, spot: at }) {
    const spot = this.spotOf(wager, at);
    if (!spot) return;
    spot.element.classList.add("paid");
    setTimeout(() => spot.element.classList.remove("paid"), PAID);
  }

  focus(spot) {
    this.focused.element.setAttribute("tabindex", "-1");
    this.focused = spot;
    spot.element.setAttribute("tabindex", "0");
    spot.element.focus({ preventScroll: true });
    spot.element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: still() ? "auto" : "smooth" });
  }

  // wagers: [{key, wager, spot, stake, color|null, tip, locked, on, ghost}], own last.
  draw(wagers, denominations) {
    const piles = new Map();
    this.piles = piles;
    for (const each of wagers) {
      const spot = this.spotOf(each.wager, each.spot);
      if (spot) piles.set(spot, [...(piles.get(spot) ?? []), each]);
    }
    const before = this.shown ?? new Map();
    this.shown = new Map(wagers.map((each) => [each.key, each.stake]));
    this.chips.replaceChildren();
    for (const spot of this.spots) {
      const pile = spot.at ? undefined : piles.get(spot);
      if (!spot.at) this.#name(spot, pile ?? []);
      pile?.forEach((each, place) => this.#stack(spot, each, place, pile.length, before, denominations));
    }
  }

  // What lies on a spot, in words, own last.
  lying(spot) {
    return (spot && this.piles?.get(spot) || []).map((each) => ({ said: this.words.onSpot(each), own: each.color === null }));
  }

  #stack(spot, each, place, of, before, denominations) {
    const own = each.color === null;
    const radius = Math.min(24, Math.max(19, Math.min(spot.width, spot.height) / 2.6)) * (own ? 1 : 0.85);
    const [dx, dy] = own || of === 1 ? [0, 0] : beside(spot, radius, place, of);
    const x = spot.x + spot.width / 2 + dx + (each.tip ? 14 : 0);
    const y = spot.y + spot.height / 2 + dy + (each.tip ? 8 : 0);
    const fresh = (before.get(each.key) ?? 0) < each.stake;
    const drawn = stack({ ...each, fresh }, denominations, this.words.badges);
    drawn.setAttribute("transform", `translate(${x} ${y}) scale(${(radius / 24).toFixed(3)})`);
    drawn.dataset.key = each.key;
    this.chips.append(drawn);
  }

  #name(spot, pile) {
    const name = pile.reduce((words, each) => `${words}, ${this.words.onSpot(each)}`, spot.title);
    if (spot.element.getAttribute("aria-label") !== name) spot.element.setAttribute("aria-label", name);
    spot.element.classList.toggle("held", pile.some((each) => each.color === null && !each.tip && !each.locked));
  }

  // People

  #listen() {
    const felt = this.box; // on the picture itself they would make it a stop of the Tab key
    felt.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.on.show(spotOfElement.get(event.target) ?? null));
    felt.addEventListener("pointerleave", () => this.on.show(null));
    felt.addEventListener("focusin", (event) => {
      const spot = spotOfElement.get(event.target);
      if (spot && spot.element.matches(":focus-visible")) this.on.show(spot);
    });
    felt.addEventListener("focusout", () => this.on.show(null));
    felt.addEventListener("keydown", (event) => this.#key(event));
    felt.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const spot = spotOfElement.get(event.target);
      if (spot && event.pointerType !== "touch") this.on.remove(spot);
    });
    felt.addEventListener("touchmove", (event) => this.fixed && event.preventDefault(), { passive: false });
    felt.addEventListener("pointerdown", (event) => this.#down(event));
    felt.addEventListener("click", (event) => event.detail === 0 && spotOfElement.has(event.target) && this.on.place(spotOfElement.get(event.target)));
  }

  #key(event) {
    const spot = spotOfElement.get(event.target);
    if (!spot || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    if (isArrow(key)) this.focus(nextSpot(this.spots, spot, key));
    else if (key === "Home") this.focus(this.spots[0]);
    else if (key === "End") this.focus(this.spots.at(-1));
    else if (key === "Enter" || key === " ") event.repeat || this.on.place(spot);
    else if (key === "Delete" || key === "Backspace") this.on.remove(spot);
    else return;
    event.preventDefault();
  }

  #down(event) {
    const spot = spotOfElement.get(event.target);
    if (!spot || event.button !== 0 || event.ctrlKey || !event.isPrimary) return;
    const press = { x: event.clientX, y: event.clientY, dragged: null, long: false };
    const touch = event.pointerType === "touch";
    const held = spot.element.classList.contains("held");
    this.fixed = held; // from there a finger moves the chip, and not the layout
    if (touch) this.on.show(spot);
    const timer = touch && setTimeout(() => {
      press.long = true;
      this.on.remove(spot);
      navigator.vibrate?.(20);
    }, LONG_PRESS);
    const move = (next) => {
      const far = Math.hypot(next.clientX - press.x, next.clientY - press.y);
      if (far > DRAG) clearTimeout(timer);
      if (far > DRAG && !press.dragged && (!touch || held)) press.dragged = this.on.grabbed(spot);
      if (press.dragged) press.dragged.moveTo(next.clientX, next.clientY);
    };
    const end = (last) => {
      clearTimeout(timer);
      stop.abort();
      this.fixed = false;
      if (touch) setTimeout(() => this.on.show(null), 1400);
      const to = this.at(last.clientX, last.clientY);
      if (press.dragged) {
        press.dragged.remove();
        if (last.type === "pointerup" && to !== spot) this.on.move(spot, to);
      } else if (last.type === "pointerup" && !press.long && to === spot) {
        this.#settleFocus(spot);
        if (touch || this.asks.checked) this.#touched(last);
        else this.on.place(spot);
      }
    };
    const stop = new AbortController();
    addEventListener("pointermove", move, { signal: stop.signal });
    addEventListener("pointerup", end, { signal: stop.signal });
    addEventListener("pointercancel", end, { signal: stop.signal });
  }

  #touched({ clientX, clientY }) {
    const screen = this.picture.getScreenCTM();
    const at = new DOMPoint(clientX, clientY).matrixTransform(screen.inverse());
    const { reach, small, exact } = this.asks.checked ? ASKED : TOUCH;
    const found = touchedSpots(this.spots, at, { reach: reach / screen.a, small: small / screen.a, exact: exact / screen.a });
    const { top, height } = this.box.getBoundingClientRect();
    if (found.length > 1) this.on.show(null);
    this.on.choose(found, clientY > top + height / 2);
  }

  #settleFocus(spot) {
    this.focused.element.setAttribute("tabindex", "-1");
    this.focused = spot;
    spot.element.setAttribute("tabindex", "0");
  }
}

// Where the chips of others lie, from the middle of a spot: left and right, or above and below, where it is long enough;
// else around the middle.
function beside({ width, height }, radius, place, of) {
  const step = 1.9 * radius;
  const along = step * (Math.floor(place / 2) + 1) * (place % 2 ? -1 : 1);
  const room = 2 * (step * Math.ceil((of - 1) / 2) + radius);
  if (width >= height && width >= room) return [along, 0];
  if (height >= room) return [0, along];
  const angle = (Math.PI * 2 * place) / Math.max(3, of) + Math.PI / 4;
  const away = Math.min(16, radius);
  return [Math.cos(angle) * away, Math.sin(angle) * away];
}
