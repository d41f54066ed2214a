// Shows, calls and plays what happens at the table.
import { byId, still } from "../shared/elements.js";
import { fill } from "../shared/format.js";
import { refresh } from "../shared/refresh.js";
import { settle } from "./payment.js";
import { showTooltip } from "./spots/tooltip.js";

/**
 * @import { DeltaFrame, Happened, OutcomeCalledTold, SettledTold, TableFrame } from "../shared/wire.js"
 * @import { Parts } from "./types.js"
 */

const SEEN = 1300; // milliseconds between the call of an outcome and its settlement on the screen
export const DECIDED = new Set(["called", "settled"]);
const MARKING = new Set(["outcome-called", "settled", "betting-opened", "voided", "round-voided", "dice-accepted", "dice-passed", "point-taken-off", "house-changed"]);

export class TableEvents {
  /** @param {Parts} page */
  constructor(page) {
    this.page = page;
    /** @type {number | string | undefined} */
    this.puck = undefined;
  }

  /**
   * A whole table, or what these events changed, is in the state of the page.
   * @param {TableFrame | DeltaFrame} frame
   */
  moved(frame) {
    this.page.felt.settled();
    if (frame.kind === "table") this.#found();
    else if (frame.happened.some(({ event }) => MARKING.has(event))) this.marks();
  }

  // A bet may move the puck without an event: the marker of rolls for come bets alone goes when somebody bets on the line.
  looked() {
    if (this.page.store.view?.puck !== this.puck) this.marks();
  }

  /**
   * Show an event; resolves when the player has seen it.
   * @param {Happened} item
   */
  async show(item) {
    const { announcer, device, link, store, words } = this.page;
    switch (item.event) {
      case "left":
        if (!store.you) link.renew(); // a spectator can take the free place
        break;
      case "ball-spun":
        device.start();
        break;
      case "wheel-spun":
        device.start(item.clockwise);
        break;
      case "dice-thrown":
        device.start();
        this.#noMore(words.dice_thrown);
        break;
      case "dice-accepted":
        announcer.say(this.page.shooterWords(item.player));
        break;
      case "betting-closed":
        this.#noMore(words.no_more_bets);
        break;
      case "outcome-called":
        await this.#outcome(item);
        break;
      default:
        await this.#after(item);
    }
  }

  /**
   * Show an event that comes after the outcome, up to the opening of betting.
   * @param {Happened} item
   */
  async #after(item) {
    const { announcer, banner, boot, notices, player, sound, words } = this.page;
    switch (item.event) {
      case "drawn":
        this.#drawn(fill(words[`drawn_${item.of}`] ?? words.drawn, { ...item, of: boot.draws[item.of] ?? item.of }));
        break;
      case "settled":
        await this.#settled(item);
        break;
      case "betting-opened":
        sound.open();
        banner.end();
        notices.clear();
        announcer.say(words.place_your_wagers);
        player.acts.clear();
        break;
      case "voided":
        this.#void(item.says || words.voided);
        break;
      case "round-voided":
        this.#void(words.round_voided);
        break;
      case "house-changed":
        refresh(); // what is posted: limits, tips, notices
        break;
      default: // the other events are only seen by what they change
    }
  }

  // Dolly, puck, lammers and the lit number of the past round on the screen, or of the live table.
  marks() {
    const { boot, felt, layoutMarks, past, store, words } = this.page;
    const { view } = store;
    if (view?.puck === "come-only" && this.puck !== "come-only") this.#told(words.come_only);
    this.puck = view?.puck;
    const came = store.outcome ?? (view && DECIDED.has(view.phase) ? view.outcome : null) ?? null;
    const query = past.round ? `round=${past.round.round}` : boot.dolly && came ? `dolly=${encodeURIComponent(came)}` : "";
    felt.wins(past.round ? past.round.outcome : came);
    layoutMarks.show(query);
  }

  // The table as a terminal finds it when it connects.
  #found() {
    const { boot, device, player, store } = this.page;
    const { view } = store;
    if (view && boot.runs.includes(view.phase)) {
      device.start(view.direction !== "counterclockwise");
      if (!boot.taken.includes(view.phase)) device.close();
    } else device.rest(view?.outcome ?? store.lastOutcome);
    player.acts.clear();
    this.marks();
  }

  /** @param {OutcomeCalledTold} item */
  async #outcome({ round, outcome, announced, fact, line, spoken }) {
    const { announcer, banner, boot, device, sound, store } = this.page;
    store.called = round;
    [store.line, store.result, store.fact] = [line, "", fact];
    await device.land(outcome);
    const said = [spoken, ...announced].join(". ");
    announcer.call(said);
    sound.say(said);
    banner.call(line, "called", boot.colors?.[outcome], announced);
    byId("phase").textContent = line;
    store.outcome = outcome;
    this.marks();
    await store.pause(SEEN);
    store.outcome = null;
  }

  // The chips are settled while the view is still that of the table before.
  /** @param {SettledTold} item */
  async #settled({ rows }) {
    const { banner, felt, session, statistics } = this.page;
    if (rows.length && !still()) banner.lift();
    await settle(this.page, rows);
    for (const row of rows) if (row.paid > 0) felt.flash(row);
    statistics.settled();
    session.settled();
  }

  /** @param {string} said */
  #void(said) {
    const { announcer, banner, device, store } = this.page;
    device.rest(store.lastOutcome);
    announcer.call(said);
    banner.call(said, "closed");
  }

  /** @param {string} said */
  #told(said) {
    const { announcer, banner, sound } = this.page;
    sound.say(said);
    announcer.call(said);
    banner.call(said, "called");
  }

  /** @param {string} said */
  #drawn(said) {
    this.page.announcer.say(said);
    this.page.banner.call(said, "called");
  }

  // The tooltip and the highlights go, until the player points at a spot again.
  #unpoint() {
    const { felt, store, words } = this.page;
    store.pointed = null;
    felt.light([]);
    showTooltip(null, [], [], "", words);
  }

  /** @param {string} said */
  #noMore(said) {
    const { announcer, banner, device, player, sound } = this.page;
    player.acts.clear();
    device.close();
    this.#unpoint();
    sound.announce(said);
    announcer.call(said);
    banner.call(said, "closed");
  }
}
