// Draws chips, bar and panels from the state of the page, at most once per animation frame.
import { byId, every } from "../shared/elements.js";
import { dollars, fill, signed } from "../shared/format.js";
import { showLastNumbers } from "./last_numbers.js";
import { nextStep } from "./next_step.js";
import { DECIDED } from "./table_events.js";
import { keyOf } from "./undo.js";
import { bestFirst, showAsked, showMine, showPlayers, showRack, showResult } from "./panels.js";

const PASSING = new Set(["open", "dice-out", "settled"]); // when the shooter may pass the dice
const UNKNOWN = "#666"; // for chips of a player who has left

/**
 * @import { ChipShown, TableShown, WonShown } from "../shared/wire.js"
 * @import { KeyedChip, ListedChip, Parts, Stack } from "./types.js"
 */

export class Drawing {
  #waiting = false;

  /**
   * @param {Parts} page
   * @param {import("./controls.js").Controls} controls
   * @param {import("./coach.js").Coach} coach
   */
  constructor(page, controls, coach) {
    this.page = page;
    this.controls = controls;
    this.coach = coach;
  }

  later() {
    if (this.#waiting) return;
    this.#waiting = true;
    (document.hidden ? setTimeout : requestAnimationFrame)(() => {
      this.#waiting = false;
      this.now();
    });
  }

  now() {
    const { boot, felt, past, player, store, style } = this.page;
    const { chips, view } = store;
    if (!view) return;
    const mine = chips.filter((chip) => chip.player === store.player);
    player.standing(mine, store.seq);
    const { players } = past.round ?? view;
    /** @type {Map<string, Stack>} */
    const all = new Map((past.round?.chips ?? chips).map((chip) => [chip.key, { ...chip, ...this.#look(chip, players), locked: chip.prison }]));
    const pending = past.active ? [] : [...player.pending].filter(([, cents]) => cents);
    for (const [place, cents] of pending) this.#layOn(all, place, cents);
    felt.draw(ownLast([...all.values()]), boot.denominations);
    this.page.closed.draw();
    style.elsewhere(felt.missing);
    if (store.pointed) this.controls.point(store.pointed);
    this.#side(view, this.#listed(mine, pending));
    this.#bar(view, mine);
    this.coach.show(view, mine);
  }

  /**
   * The player's bets with what acts under way would change, and those that are not in the view yet.
   * @param {KeyedChip[]} mine
   * @param {[string, number][]} pending
   * @returns {ListedChip[]}
   */
  #listed(mine, pending) {
    const player = this.page.store.player ?? "";
    const changes = new Map(pending.map(([place, cents]) => [`${player}|${place}`, cents]));
    const held = new Set(this.page.player.held.map(({ place }) => `${player}|${keyOf(place.wager, place.spot, true)}`));
    const listed = mine.map((chip) => ({ ...chip, pending: changes.get(chip.key) ?? 0, held: held.has(chip.key) }));
    const known = new Set(mine.map((chip) => chip.key));
    const more = pending.filter(([place]) => !known.has(`${player}|${place}`)).map(([place, cents]) => {
      const [wager, spot, tip] = place.split("|");
      const key = `${player}|${place}`;
      return { key, player, wager, spot, tip: tip === "1", stake: 0, locked: false, fixed: false, prison: false, pending: cents, held: held.has(key) };
    });
    return [...listed, ...more];
  }

  /**
   * @param {ChipShown} chip
   * @param {TableShown["players"]} players
   */
  #look(chip, players) {
    const seat = players[chip.player];
    const own = chip.player === this.page.store.player;
    return { color: own ? null : (seat?.color ?? UNKNOWN), paint: this.#paint(players), name: seat?.name ?? chip.player };
  }

  /**
   * The color of the player's own chips, if players have colors here.
   * @param {TableShown["players"]} players
   */
  #paint(players) {
    return this.page.boot.colored ? players[this.page.store.player ?? ""]?.color : undefined;
  }

  /**
   * Draw what the player just did, before the table confirms it: chips that come, or the chips of which some go.
   * @param {Map<string, Stack>} all
   * @param {string} place
   * @param {number} cents
   */
  #layOn(all, place, cents) {
    const [wager, spot, tip] = place.split("|");
    const key = `${this.page.store.player}|${place}`;
    const under = all.get(key);
    if (cents > 0) all.set(`${key}|pending`, { key, wager, spot, tip: tip === "1", stake: cents, color: null, paint: this.#paint(this.page.store.view?.players ?? {}), name: "", locked: false, pending: "placed" });
    else if (under) all.set(key, { ...under, pending: "leaving" });
  }

  /**
   * @param {TableShown} view
   * @param {KeyedChip[]} mine
   */
  #bar(view, mine) {
    const { boot, came, chooser, link, only, past, player, service, store, tray, words } = this.page;
    const { you } = store;
    const taken = link.open && !service.out && boot.taken.includes(view.phase);
    document.body.classList.toggle("taken", taken);
    if (!taken) chooser.close();
    byId("phase").textContent = this.#phase(view);
    byId("next").textContent = nextStep(this.page, view, mine);
    byId("round").textContent = fill(past.active ? words.round_now : words.round, { round: view.round });
    const seal = view.device.seal ?? "";
    byId("seal-whole").textContent = seal;
    const key = view.device.delay ? (view.device.key ?? "") : "";
    byId("key-whole").textContent = key;
    byId("key-words").hidden = !key;
    byId("witness").hidden = !key;
    byId("leave").hidden = you === null;
    showRack(store, player, words);
    byId("more").classList.toggle("gold", you !== null && you.rack < boot.brings / 10 && byId("chips-wait").hidden);
    byId("watching").hidden = you !== null;
    byId("shooter").textContent = view.shooter ? this.page.shooterWords(view.shooter) : "";
    byId("phase").dataset.shooter = view.shooter && view.shooter === store.player ? words.you_shoot_short : (byId("shooter").textContent ?? ""); // shown where a coach needs the room
    byId("shooter").hidden = !view.shooter;
    byId("pass-dice").hidden = !view.shooter || view.shooter !== this.page.store.player || !PASSING.has(view.phase);
    this.page.ready.show(view, taken);
    const can = { undo: taken && !player.acts.empty, clear: taken && player.comesDown, repeat: taken && you?.repeat, double: taken && player.lies };
    byId("more").toggleAttribute("disabled", !taken && !DECIDED.has(view.phase));
    if (!taken) tray.erase(false);
    only.show(taken ? "" : service.out ? service.sentence : link.open ? words.only_open : words.no_line);
    for (const [act, may] of Object.entries(can)) for (const button of every(`[data-act="${act}"]`)) button.toggleAttribute("disabled", !may);
    showLastNumbers(view.last, came, words, (round, button) => past.enter(round, button));
    this.#meter(view);
  }

  /** @param {TableShown} view */
  #phase({ phase, puck, stage }) {
    const { boot, link, service, store, words } = this.page;
    if (!link.open) return byId("link").textContent;
    if (service.short) return service.short;
    if (store.line && DECIDED.has(phase)) return store.line;
    if (puck === "come-only" && PASSING.has(phase)) return words.come_only;
    if (stage && phase !== "closed") return stage;
    return words[`phase_${boot.phases[phase] ?? phase}`] ?? phase;
  }

  /** @param {TableShown} view */
  #meter(view) {
    const { felt, past } = this.page;
    const meter = felt.picture.querySelector(".meter text:last-of-type");
    const cents = Object.values((past.round ?? view).meters).at(0);
    if (meter && cents !== undefined) meter.textContent = dollars(cents);
  }

  /**
   * @param {TableShown} view
   * @param {ListedChip[]} mine
   */
  #side(view, mine) {
    const { controls } = this;
    const { announcer, boot, felt, nameOf, past, player, store, words } = this.page;
    showMine(mine, words, nameOf, boot.calls, { remove: (chip) => controls.remove(chip), call: (chip, on, kind) => controls.call(chip, on, kind) });
    /** @type {import("./panels.js").OnAsked} */
    const answers = { choose: ({ wager }, choice) => player.simply({ do: "choose", wager, choice }), accept: () => player.simply({ do: "accept-dice" }), decline: () => controls.declineDice() };
    const asked = showAsked(store.you, words, boot.question, nameOf, answers, boot.offer, felt.focused.element);
    if (asked !== null) announcer.call(asked);
    showPlayers(view.players, store.player, words, boot.colored);
    const rows = past.round?.rows.filter((row) => row.player === store.player && !row.tip) ?? [];
    this.#result(view, past.round ? { round: past.round.round, rows } : store.won);
    this.#sayResult();
  }

  /**
   * @param {TableShown} view
   * @param {Pick<WonShown, "round" | "rows"> | null} shown
   */
  #result(view, shown) {
    const { boot, came, nameOf, words } = this.page;
    const last = view.last.find((each) => each.round === shown?.round);
    showResult(shown, last && { color: came.color(last), words: came.short(last.outcome) }, words, nameOf, boot);
  }

  // Once for each round, and not for rounds that ended before the page was opened.
  #sayResult() {
    const { announcer, banner, nameOf, sound, store } = this.page;
    const { won } = store;
    if (!won || won.round === store.said) return;
    store.said = won.round;
    if (won.round !== store.called) return;
    store.result = won.says;
    announcer.say(`${won.says}.`);
    banner.add(won.says, bestFirst(won.rows).map((row) => `${nameOf(row.wager, row.spot)} ${signed(row.net)}`), won.time ? won : null);
    if (!won.time) return;
    sound.win(won.time);
    store.wins = won.profit;
    setTimeout(() => {
      store.wins = 0;
      this.later();
    }, won.time);
  }
}

/** @param {Stack[]} chips */
const ownLast = (chips) => [...chips.filter((chip) => chip.color !== null), ...chips.filter((chip) => chip.color === null)];
