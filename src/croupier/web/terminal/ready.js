// The button with which a player is ready for the outcome; a shooter rolls the dice with it, or by a swipe over them.
import { byId } from "../shared/elements.js";
import { fill } from "../shared/format.js";
import { followed } from "./dragging.js";

/**
 * @import { Link } from "../shared/socket.js"
 * @import { TableShown } from "../shared/wire.js"
 * @import { Announcer } from "./announcer.js"
 * @import { Store } from "./store.js"
 * @import { Words } from "./types.js"
 */

const SWIPE = 40; // pixels

export class ReadyButton {
  /**
   * @param {Link} link
   * @param {Store} store
   * @param {Words} words
   * @param {Announcer} announcer
   */
  constructor(link, store, words, announcer) {
    this.link = link;
    this.store = store;
    this.words = words;
    this.announcer = announcer;
    this.button = byId("ready");
    this.count = byId("ready-count");
    this.device = byId("device");
    this.device.addEventListener("pointerdown", (event) => this.#swipe(event));
  }

  // Whether this player has the dice.
  get #shoots() {
    const { player, view } = this.store;
    return player !== undefined && view?.shooter === player;
  }

  get #ready() {
    const { player, view } = this.store;
    return player !== undefined && Boolean(view?.ready.includes(player));
  }

  /**
   * The button is there while the clock runs.
   * @param {TableShown} view
   * @param {boolean} taken whether the table takes bets now
   */
  show(view, taken) {
    const { words } = this;
    const { player } = this.store;
    this.button.hidden = !taken || view.closes === undefined || player === undefined || !(player in view.players);
    this.button.textContent = this.#shoots ? words.roll : words.ready;
    this.device.classList.toggle("swiped", this.#shoots && !this.button.hidden);
    this.button.title = this.#shoots ? words.roll_words : words.ready_words;
    this.button.setAttribute("aria-pressed", String(this.#ready));
    const seated = Object.keys(view.players).length;
    const said = fill(words.ready_count, { ready: view.ready.length, seated });
    if (this.count.textContent !== said) this.count.textContent = said;
    this.count.hidden = this.button.hidden || seated < 2;
  }

  // Be ready, or not after all; dice that were rolled are not taken back.
  press() {
    const { view } = this.store;
    if (!view || this.button.hidden || (this.#shoots && this.#ready)) return;
    const sent = this.link.say({ do: "ready", round: view.round, ready: !this.#ready });
    if (sent && this.#shoots) this.announcer.say(this.words.rolling);
  }

  /** @param {PointerEvent} from */
  #swipe(from) {
    if (!this.#shoots || from.button !== 0) return;
    let far = 0;
    followed(from, {
      moved: (_, distance) => {
        far = Math.max(far, distance);
      },
      ended: (last) => last.type === "pointerup" && far > SWIPE && this.press(),
    });
  }
}
