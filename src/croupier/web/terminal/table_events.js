// What the table does: every frame goes into the state of the page, and what happened is shown, called and heard.
import { byId } from "../shared/elements.js";
import { fill } from "../shared/format.js";

const SEEN = 1300; // milliseconds for which all wagers lie with the outcome before they are settled
const MARKING = new Set(["outcome-called", "settled", "betting-opened", "voided", "round-voided", "dice-accepted", "dice-passed", "point-taken-off", "house-changed"]);

/** @typedef {import("./terminal.js").Page} Page */

export class TableEvents {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    const { announcer, device, felt, link, notices, player, sound, store, words } = page;
    /** @type {Record<string, (item: any) => unknown>} What is done for an event, by its name. */
    this.named = {
      left: () => store.you || link.renew(), // a place is free for who watches
      "ball-spun": () => device.start(),
      "wheel-spun": (item) => device.start(item.clockwise),
      "dice-thrown": () => {
        device.start();
        this.#noMore(words.dice_thrown);
      },
      "dice-accepted": (item) => announcer.say(page.shooterWords(item.player)),
      "betting-closed": () => this.#noMore(words.no_more_bets),
      "outcome-called": (item) => this.#outcome(item),
      drawn: (item) => {
        announcer.say(fill(words.drawn, item));
        notices.call(fill(words.drawn, item), "called");
      },
      settled: (item) => {
        for (const row of item.rows) if (row.paid > 0) felt.flash(row);
        for (const said of item.announced ?? []) announcer.say(said);
      },
      "betting-opened": () => {
        sound.open();
        notices.end();
        announcer.say(words.place_your_wagers);
        player.acts.clear();
      },
      voided: (item) => this.#void(item.says || words.voided),
      "round-voided": () => this.#void(words.round_voided),
    };
  }

  // Show a frame; resolves when what moves has come to rest.
  async present(frame) {
    const { drawing, service, store } = this.page;
    if (frame.kind === "delta") for (const item of frame.happened) await this.named[item.event]?.(item);
    store.take(frame);
    if (frame.kind === "table") this.#found();
    if (frame.kind === "delta" && frame.happened.some(({ event }) => MARKING.has(event))) this.marks();
    service.told(store.view);
    drawing.later();
  }

  // Dolly, puck and lammers: those of the round that is looked at, or of now.
  marks() {
    const { boot, layoutMarks, past, store } = this.page;
    const { view } = store;
    const dolly = store.outcome ?? (["called", "settled"].includes(view?.phase) ? view.outcome : null);
    const query = past.active ? `?round=${past.round.round}` : boot.game === "roulette" && dolly ? `?dolly=${encodeURIComponent(dolly)}` : "";
    layoutMarks.show(query);
  }

  // A table as it is found by a terminal that comes, or comes back.
  #found() {
    const { boot, device, player, store } = this.page;
    if (boot.runs.includes(store.view.phase)) device.start(store.view.direction !== "counterclockwise");
    else device.rest(store.view.outcome ?? store.lastOutcome);
    player.acts.clear();
    this.marks();
  }

  async #outcome({ round, outcome }) {
    const { announcer, boot, came, device, frames, notices, sound, store } = this.page;
    store.called = round;
    await device.land(outcome);
    const said = came.words(outcome);
    announcer.call(said);
    sound.say(said);
    notices.call(said, "called", boot.colors?.[outcome]);
    byId("phase").textContent = said;
    store.outcome = outcome;
    this.marks();
    await frames.pause(SEEN);
    store.outcome = null;
  }

  #void(said) {
    const { announcer, device, notices, store } = this.page;
    device.rest(store.lastOutcome);
    announcer.call(said);
    notices.call(said, "closed");
  }

  #noMore(said) {
    const { announcer, notices, player, sound } = this.page;
    player.acts.clear();
    sound.bell();
    sound.say(said);
    announcer.call(said);
    notices.call(said, "closed");
  }
}
