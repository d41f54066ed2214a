// The coach: off, one hint now and then, or a guided first round. What it says is declared with the game: each sentence has a
// condition on the state of the page, and the first that fits is said. It lights what it speaks of, and places nothing itself.
import { byId, every, html, put, still } from "../shared/elements.js";
import { dollars, fill } from "../shared/format.js";
import { rememberedChoice } from "./remembered_switch.js";
import { DECIDED } from "./table_events.js";

/**
 * @import { TableShown } from "../shared/wire.js"
 * @import { Advice, KeyedChip, Parts, Place, When } from "./types.js"
 */

const RESTS = 8; // rounds until a hint is given again
/** @type {Record<string, string>} The parts of the page that an advice may light. */
const PARTS = {
  ready: "#ready",
  dice: "#asked .gold",
  chips: "#chips",
};

export class Coach {
  #step = 0; // 0 is the welcome; after the steps of the game comes the end
  #since = 0; // the player's last decided round when the step began
  /** @type {Advice | null} */
  #hint = null;
  /** @type {Map<Advice, number>} The rounds in which hints were given. */
  #given = new Map();
  /** @type {{ key: string, cents: number | null }} The most that the table takes on a bet. */
  #most = { key: "", cents: null };
  /** @type {{ round: number | null, bets: Map<string, number> }} The last outcome, and the player's bets after it. */
  #heard = { round: null, bets: new Map() };
  /** @type {Element[]} */
  #lit = [];

  /**
   * `again` draws the page once more.
   * @param {Parts} page
   * @param {() => void} again
   */
  constructor(page, again) {
    this.page = page;
    this.again = again;
    this.box = byId("coach");
    this.mode = rememberedChoice(`coach.${page.boot.felt}`, "");
    for (const button of every("[data-coach]")) button.addEventListener("click", () => this.#chosen(button.dataset.coach ?? ""));
    byId("coach-next").addEventListener("click", () => this.next());
    byId("coach-end").addEventListener("click", () => this.#chosen("off"));
    const asked = new URLSearchParams(location.search).get("coach");
    if (asked && document.querySelector(`[data-coach="${CSS.escape(asked)}"]`)) {
      this.mode.choose(asked);
      history.replaceState(null, "", location.pathname);
    }
    this.#named();
  }

  /** @param {string} mode */
  #chosen(mode) {
    const { announcer, words } = this.page;
    this.mode.choose(mode);
    [this.#step, this.#hint] = [0, null];
    byId("coach-menu").hidePopover();
    announcer.say(fill(words.coach_now, { mode: words[`coach_${mode}`] }));
    this.#named();
    this.again();
  }

  // The button of the coach, and its menu.
  #named() {
    const { words } = this.page;
    const { value } = this.mode;
    byId("coach-label").textContent = value ? words.coach : words.coach_new;
    for (const button of every("[data-coach]")) button.setAttribute("aria-pressed", String(button.dataset.coach === (value || "off")));
    document.body.dataset.coaching = value || "off";
  }

  // The next step, done or not; after the last one, hints go on.
  next() {
    if (this.mode.value !== "guided") return;
    if (this.#step > this.page.boot.coach.steps.length) this.#chosen("hints");
    else this.#go(this.#step + 1);
    this.again();
  }

  /** @param {number} step */
  #go(step) {
    this.#step = step;
    this.#since = this.page.store.won?.round ?? 0;
  }

  /**
   * @param {TableShown} view
   * @param {KeyedChip[]} mine the player's bets
   */
  show(view, mine) {
    const { mode } = this;
    const own = mine.filter((chip) => !chip.tip);
    this.box.hidden = !["guided", "hints"].includes(mode.value);
    if (this.box.hidden) this.#light(null);
    else if (mode.value === "guided") this.#guide(view, own);
    else this.#advise(view, own);
  }

  /**
   * @param {TableShown} view
   * @param {KeyedChip[]} own
   */
  #guide(view, own) {
    const { boot, store, tray, words } = this.page;
    const { steps, ends } = boot.coach;
    while (this.#step > 0 && this.#step <= steps.length && this.#holds(steps[this.#step - 1].over, view, own)) this.#go(this.#step + 1);
    const step = steps[this.#step - 1];
    const reading = !step;
    const over = this.#step > steps.length;
    byId("coach-next").textContent = over ? words.coach_finish : reading ? words.coach_next : words.coach_skip;
    byId("coach-next").classList.toggle("gold", reading && (over || store.held));
    byId("coach-end").hidden = over;
    const chips = fill(words.coach_welcome, { rack: plain(store.you?.rack ?? 0), chip: tray.said });
    const welcome = !store.you ? words.watching : store.held ? chips : words.chips_wait;
    const advice = step ? this.#fitting(step.advice, view, own) : null;
    const pressed = advice?.press === "ready" && store.player !== undefined && view.ready.includes(store.player);
    const said = over ? `${ends} ${fill(words.coach_stop, { leave: words.leave })}` : pressed ? `${words.coach_ready} ${advice?.means ?? ""}`.trim() : step ? this.#said(advice, view, own) : welcome;
    this.#light(reading && !over && store.held ? { says: "", when: {}, press: "chips" } : pressed ? null : advice);
    const name = over ? words.coach_over : (step?.name ?? words.coach_chips);
    this.#put(over ? name : fill(words.coach_step, { step: this.#step + 1, steps: steps.length + 1, name }), this.#news(view, own), said);
  }

  /**
   * A hint stays while it fits, and no second one is given in a round.
   * @param {TableShown} view
   * @param {KeyedChip[]} own
   */
  #advise(view, own) {
    const { boot, words } = this.page;
    const taken = this.#taken;
    if (this.#hint && !(taken && this.#holds(this.#hint.when, view, own))) this.#hint = null;
    const quiet = ![...this.#given.values()].includes(view.round);
    if (!this.#hint && taken && quiet) {
      const rested = boot.coach.hints.filter((each) => view.round - (this.#given.get(each) ?? -RESTS) >= RESTS);
      this.#hint = this.#fitting(rested, view, own);
      if (this.#hint) this.#given.set(this.#hint, view.round);
    }
    this.#light(null);
    const said = this.#hint && this.#said(this.#hint, view, own);
    this.#put("", "", said ? fill(words.coach_hint, { hint: said }) : "");
  }

  // Whether this player may bet now.
  get #taken() {
    return document.body.classList.contains("taken") && this.page.store.you !== null;
  }

  /**
   * What the last outcome meant, and what it did to the player, until the player bets again.
   * @param {TableShown} view
   * @param {KeyedChip[]} own
   */
  #news(view, own) {
    const { boot, store, words } = this.page;
    if (this.#heard.round !== store.called || DECIDED.has(view.phase)) this.#heard = { round: store.called, bets: new Map(own.map(({ key, stake }) => [key, stake])) };
    if (!this.#taken && !DECIDED.has(view.phase)) return ""; // the next outcome is about to come
    if (own.some(({ key, stake }) => stake > (this.#heard.bets.get(key) ?? 0))) return "";
    const call = store.line && fill(words.coach_call, { line: store.line.replace(/\.$/, "") });
    const said = [call, store.result, boot.coach.news[store.fact] ?? ""];
    return said.filter(Boolean).map((each) => each.replace(/\.?$/, ".")).join(" ");
  }

  /**
   * @param {Advice[]} among
   * @param {TableShown} view
   * @param {KeyedChip[]} own
   */
  #fitting(among, view, own) {
    /** @param {Advice} each */
    const fits = ({ group, when }) => this.#holds(when, view, own) && (!group || group.some((wager) => this.#open(wager).length));
    return this.#taken ? (among.find(fits) ?? null) : null;
  }

  /**
   * @param {When} when
   * @param {TableShown} view
   * @param {KeyedChip[]} own
   */
  #holds(when, view, own) {
    const { store } = this.page;
    const has = new Set(own.map((chip) => chip.wager));
    const dice = { offered: view.offered, held: view.shooter };
    return (
      (!when.open || this.#open(when.open).length > 0) &&
      (when.has ?? []).every((wager) => has.has(wager)) &&
      !(when.lacks ?? []).some((wager) => has.has(wager)) &&
      (!when.group || when.group.some((wager) => has.has(wager))) &&
      (!when.dice || (store.player !== undefined && dice[when.dice] === store.player)) &&
      (!when.result || (store.won?.round ?? 0) > this.#since)
    );
  }

  /**
   * The spots of a wager that take the player's chips now, on either felt.
   * @param {string} wager
   */
  #open(wager) {
    const { closed, felt } = this.page;
    return felt.data.filter((spot) => spot.wager === wager && !closed.reason(spot));
  }

  /**
   * An advice with what the table says of its bet.
   * @param {Advice | null} advice
   * @param {TableShown} view
   * @param {KeyedChip[]} own
   */
  #said(advice, view, own) {
    const { felt, nameOf, store, style, words } = this.page;
    if (!advice) return store.you ? (DECIDED.has(view.phase) ? words.next_soon : words.coach_wait) : words.watching;
    const wager = advice.bet ?? advice.group?.find((each) => this.#open(each).length);
    const about = felt.data.find((each) => each.wager === wager && (each.spot ?? "") === (advice.spot ?? each.spot ?? ""));
    const most = advice.allows && wager ? this.#mostOn({ wager, spot: advice.spot }, view, own) : null;
    const there = advice.press || !wager || this.#spots(advice).length;
    const said = there || !style.simple ? [advice.says, advice.means, most ? advice.allows : ""] : [words.coach_elsewhere];
    const facts = { pays: about?.says, covers: about?.covers, bet: wager && nameOf(wager), most: plain(most ?? 0), button: words.felt_full };
    return fill(said.filter(Boolean).join(" "), facts);
  }

  /**
   * The table is asked once for each state of the player's bets; until it has answered, the result is null.
   * @param {Place} place
   * @param {TableShown} view
   * @param {KeyedChip[]} own
   */
  #mostOn(place, view, own) {
    const key = [place.wager, view.round, ...own.map(({ key: on, stake }) => `${on}=${stake}`)].join();
    if (key !== this.#most.key) {
      this.#most = { key, cents: null };
      this.page.amounts.most(place).then((cents) => {
        if (key !== this.#most.key) return;
        this.#most.cents = cents;
        this.again();
      });
    }
    return this.#most.cents;
  }

  /**
   * The spots of an advice that are open on the felt that is shown.
   * @param {Advice} advice
   */
  #spots({ bet, group, spot }) {
    const { closed, felt } = this.page;
    const wagers = new Set([...(bet ? [bet] : []), ...(group ?? [])]);
    return felt.spots.filter((each) => wagers.has(each.wager) && (!spot || each.spot === spot) && !closed.reason(each));
  }

  /**
   * Light what an advice speaks of, and nothing else.
   * @param {Advice | null} advice
   */
  #light(advice) {
    const { past, style } = this.page;
    const before = this.#lit;
    this.#lit = advice && !past.active ? this.#targets(advice, style.simple) : [];
    for (const each of before) if (!this.#lit.includes(each)) each.classList.remove("coached");
    for (const each of this.#lit) each.classList.add("coached");
    const [first] = this.#lit;
    if (first && first !== before[0]) first.scrollIntoView({ block: "center", inline: "nearest", behavior: still() ? "auto" : "smooth" });
  }

  /**
   * @param {Advice} advice
   * @param {boolean} simple
   */
  #targets(advice, simple) {
    if (advice.press) return [...document.querySelectorAll(PARTS[advice.press])];
    const spots = this.#spots(advice).map(({ element }) => element);
    return !spots.length && simple && (advice.bet || advice.group) ? [byId("felt-style")] : spots;
  }

  /**
   * Screen readers hear the card once for each change.
   * @param {string} title
   * @param {string} news
   * @param {string} said
   */
  #put(title, news, said) {
    const words = [title, news, said].join("\n");
    if (this.box.dataset.said === words) return;
    this.box.dataset.said = words;
    put(byId("coach-says"), title ? html("h2", {}, title) : null, news ? html("p", { class: "news" }, news) : null, said ? html("p", {}, said) : null);
  }
}

/** @param {number} cents */
const plain = (cents) => dollars(cents).replace(/\.00$/, "");
