// The acts of the player by pointer, key or button: player.js performs them, then a sentence announces the result.
import { byId, every } from "../shared/elements.js";
import { carried } from "./dragging.js";
import { listen } from "./shortcuts.js";
import { MOST } from "./tray.js";
import { showTooltip } from "./spots/tooltip.js";

const MOST_LIT = 6; // highlighted boxes that a tooltip does not cover

/** @import { KeyedChip, Parts, Place, Plan, Refusal, Spot } from "./types.js" */

export class Controls {
  /** @param {Parts} page */
  constructor(page) {
    this.page = page;
    const { player, sentences, words } = page;
    /** @type {Record<string, () => unknown>} The acts of buttons and keys, by name. */
    this.named = {
      undo: () => this.bet(() => player.undo(), () => sentences.all(words.undone), words.nothing_to_undo),
      clear: () => this.act(() => player.clear(), () => sentences.all(words.cleared)),
      repeat: () => this.bet(() => player.repeat(), () => sentences.all(words.repeated)),
      double: () => this.bet(() => player.double(), () => sentences.all(words.doubled)),
      more: () => this.act(() => player.simply({ do: "bring-chips", amount: page.boot.brings }), () => sentences.rack()),
      "pass-dice": () => this.#giveUpDice("pass-dice"),
      leave: async () => (await player.simply({ do: "leave" })) && location.assign("/session"),
      help: () => page.help.open(),
      quick: () => page.only.act(() => page.quick.open()),
      session: () => page.session.open(),
      statistics: () => page.statistics.open(),
      sound: () => page.sound.press(),
      mine: () => this.#ledger(),
      open: () => page.only.act(() => page.announcer.say(page.closed.turn())),
      near: () => byId("felt-box").classList.toggle("near"),
      erase: () => page.only.act(() => this.#erase()),
      ready: () => page.ready.press(),
    };
    for (const button of every("[data-act]")) button.addEventListener("click", () => this.named[button.dataset.act ?? ""]());
    listen({
      act: (name) => this.named[name](),
      chip: (place) => page.only.act(() => page.tray.choose(place) && page.announcer.say(page.tray.said)),
      done: () => page.quick.refresh(),
      leave: () => {
        page.past.leave();
        if (byId("ledger").classList.contains("open")) this.#ledger();
      },
    });
  }

  /**
   * Perform an act at the live table; when its result is visible, announce it. Resolves to whether all of it was done.
   * @param {() => Promise<boolean | null>} doing
   * @param {() => string} sentence
   * @param {string} nothing announced if there was nothing to do
   */
  async act(doing, sentence, nothing = this.page.words.nothing) {
    const { announcer, notices, only, past } = this.page;
    past.leave();
    if (this.#stopped()) return false;
    const { refused } = notices;
    const done = await doing();
    if (done === null) announcer.say(only.why || nothing);
    if (!done) return false;
    notices.clear(refused);
    announcer.say(sentence);
    return true;
  }

  // Whether nothing can be done now, because the table is out of service or the line is lost: the player is told.
  #stopped() {
    const { link, service, words } = this.page;
    const why = service.out ? service.sentence : link.open ? "" : words.no_line;
    if (why) this.refuse({ message: why });
    return Boolean(why);
  }

  /**
   * Perform an act that may make bets: its player must be able to hear the close of betting.
   * @param {() => Promise<boolean | null>} doing
   * @param {() => string} sentence
   * @param {string} [nothing]
   */
  async bet(doing, sentence, nothing) {
    const { boot, sound } = this.page;
    if (!boot.unheard || sound.said || (await sound.allowed())) return this.act(doing, sentence, nothing);
    this.refuse(boot.unheard);
    return false;
  }

  /**
   * A spot was pressed: place a chip there, or take the chips away.
   * @param {Spot} spot
   */
  press(spot) {
    if (this.page.tray.erasing) this.removeAt(spot);
    else this.place(spot, this.page.tray.cents);
  }

  /**
   * @param {Place} spot
   * @param {number} cents
   */
  place(spot, cents) {
    const { sentences, sound, store, tray, words } = this.page;
    if (!store.you) {
      this.refuse({ message: words.watching });
      return;
    }
    if (this.#stopped()) return;
    if (cents === MOST) {
      this.#placeMost(spot);
      return;
    }
    if (tray.tipping) {
      this.#tip(spot, cents);
      return;
    }
    sound.chip();
    this.bet(() => this.#placed(spot, cents), () => sentences.on(spot));
  }

  /**
   * A bet for the dealers, if the player says so.
   * @param {Place} spot
   * @param {number} cents
   */
  async #tip(spot, cents) {
    const { sentences, sound, tips } = this.page;
    if (!(await tips.ask(spot, cents))) return;
    sound.chip();
    this.bet(() => tips.hold(spot, cents), () => sentences.tip(spot, cents));
  }

  /**
   * Place several bets as one act, which has a name. Resolves to the sentence about it, empty if not all were accepted.
   * @param {string} name
   * @param {Plan} plan
   * @param {string} [nothing]
   */
  async lay(name, plan, nothing) {
    const { player, sentences, sound, store, words } = this.page;
    if (!store.you) {
      this.refuse({ message: words.watching });
      return "";
    }
    sound.chip();
    const sentence = () => sentences.all(`${name}:`);
    return (await this.bet(() => player.lay(plan), sentence, nothing)) ? sentence() : "";
  }

  /**
   * Place chips. If the table does not take that amount, offer those that it takes.
   * @param {Place} spot
   * @param {number} cents
   */
  async #placed(spot, cents) {
    const { amounts, notices, player } = this.page;
    const { refused } = notices;
    const taken = await player.place(spot, cents);
    if (taken === false && notices.refused > refused) notices.offer(await amounts.near(spot, cents), (other) => this.place(spot, other));
    else if (taken) this.#suggestUnits(spot);
    return taken;
  }

  /** @param {Place} spot */
  #suggestUnits(spot) {
    const { announcer, notices, player, units } = this.page;
    const found = units.suggestion(spot, player.stakeOn(spot.wager, spot.spot));
    if (!found) return;
    notices.suggest(found.said, found.button, () => this.place(spot, found.more));
    announcer.say(found.said);
  }

  /**
   * Place the most that the table takes on a spot.
   * @param {Place} spot
   */
  async #placeMost(spot) {
    const { amounts, boot, tray, words } = this.page;
    const most = tray.tipping ? null : await amounts.most(spot);
    if (most) this.place(spot, most);
    else if (tray.tipping) this.refuse({ message: words.no_most_tip });
    else this.place(spot, boot.denominations[0]); // the table says why not
  }

  /**
   * @param {number} cents
   * @param {number} x
   * @param {number} y
   */
  drop(cents, x, y) {
    const spot = this.page.felt.at(x, y);
    if (spot) this.place(spot, cents);
  }

  /**
   * Ask which of these spots was meant; while erasing, only those with chips.
   * @param {Spot[]} near
   * @param {boolean} low
   */
  choose(near, low) {
    const { chooser, player, tray } = this.page;
    chooser.ask(tray.erasing ? near.filter((spot) => player.stakeOn(spot.wager, spot.spot)) : near, low);
  }

  /** @param {Spot} spot */
  removeAt(spot) {
    const { announcer, player, words } = this.page;
    if (player.stakeOn(spot.wager, spot.spot)) this.remove(spot);
    else announcer.say(words.nothing_there);
  }

  /** @param {Place & { tip?: boolean }} chip */
  remove(chip) {
    const { player, sentences, sound, tips, words } = this.page;
    sound.lift();
    if (chip.tip) this.act(() => tips.takeBack(chip), () => sentences.all(words.undone));
    else this.act(() => player.remove(chip), () => sentences.on(chip));
  }

  /**
   * The chips of a spot, to drag; null if there are none.
   * @param {Spot} spot
   */
  grabbed(spot) {
    const stake = this.page.player.stakeOn(spot.wager, spot.spot);
    return stake ? carried(stake) : null;
  }

  /**
   * @param {Spot} from
   * @param {Spot | null} to
   */
  move(from, to) {
    const { player, sentences } = this.page;
    if (to) this.bet(() => player.move(from, to), () => sentences.on(to));
    else this.removeAt(from);
  }

  /** @param {Spot | null} spot */
  point(spot) {
    const { boot, closed, felt, store, words } = this.page;
    store.pointed = spot;
    const lit = felt.light(spot ? (boot.covers[`${spot.wager}|${spot.spot}`] ?? []) : []);
    const reason = spot ? closed.reason(spot) : "";
    showTooltip(spot, lit.length > MOST_LIT ? [] : lit, felt.lying(spot), reason && closed.said(reason), words);
  }

  /**
   * Call a bet on or off, or all like bets if their kind is given.
   * @param {KeyedChip} chip
   * @param {boolean} on
   * @param {string} [kind]
   */
  call(chip, on, kind) {
    const { player, sentences } = this.page;
    this.act(() => player.call(chip, on, kind !== undefined), () => sentences.call(chip, on, kind));
  }

  // If nobody else has a line bet, the dice come back.
  declineDice() {
    this.#giveUpDice("decline-dice");
  }

  /** @param {"decline-dice" | "pass-dice"} how */
  #giveUpDice(how) {
    const { boot, notices, player, store, words } = this.page;
    const passed = () => {
      const others = store.chips.some((chip) => chip.player !== store.player && boot.line.includes(chip.wager) && !chip.tip);
      if (!others) notices.refuse({ message: words.dice_back });
      return others ? words.dice_passed : words.dice_back;
    };
    this.act(() => player.simply({ do: how }), passed);
  }

  /**
   * Show and announce a refusal; `lost` if the command was sent twice because the connection was lost.
   * @param {Refusal | null} refusal
   * @param {string} lost
   */
  refuse(refusal, lost = "") {
    const { announcer, notices, sound, words } = this.page;
    sound.refused();
    const said = [lost, refusal?.message, refusal?.word === "not-enough-chips" && words.more_hint];
    announcer.say(notices.refuse(refusal && { ...refusal, message: said.filter(Boolean).join(" ") }));
  }

  #ledger() {
    const open = byId("ledger").classList.toggle("open");
    byId("mine-button").setAttribute("aria-expanded", String(open));
  }

  #erase() {
    const { announcer, tray, words } = this.page;
    tray.erase(!tray.erasing);
    announcer.say(tray.erasing ? words.erasing : words.placing);
  }
}
