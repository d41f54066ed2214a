// Drawing: chips, bar and panels as the state of the page has them, at most once for each picture of the screen.
import { byId, every } from "../shared/elements.js";
import { dollars, fill, signed } from "../shared/format.js";
import { showLastNumbers } from "./last_numbers.js";
import { bestFirst, showAsked, showMine, showPlayers, showRack, showResult } from "./panels.js";

const UNKNOWN = "#666"; // the chips of somebody who has left

/** @typedef {import("./terminal.js").Page} Page */

export class Drawing {
  #waiting = false;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
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
    const { boot, controls, felt, past, player, store } = this.page;
    if (!store.view) return;
    const { chips } = store;
    const mine = chips.filter((chip) => chip.player === store.player);
    player.standing(mine, store.seq);
    const all = new Map((past.round?.chips ?? chips).map((chip) => [chip.key, { ...chip, ...this.#look(chip), locked: chip.prison }]));
    if (!past.active) for (const [place, stake] of player.expected()) this.#layOn(all, place, stake);
    felt.draw(ownLast([...all.values()]), boot.denominations);
    if (store.pointed) controls.point(store.pointed);
    this.#bar();
    this.#side(mine);
  }

  #look(chip) {
    const { past, store } = this.page;
    const seat = (past.round ?? store.view).players?.[chip.player];
    return { color: chip.player === store.player ? null : (seat?.color ?? UNKNOWN), name: seat?.name ?? chip.player };
  }

  // What was done a moment ago is seen before the table has said so.
  #layOn(all, place, stake) {
    const [wager, spot, tip] = place.split("|");
    const key = `${this.page.store.player}|${place}`;
    const under = all.get(key) ?? { key, wager, spot, tip: tip === "1", color: null, ghost: true };
    if (stake) all.set(key, { ...under, stake });
    else all.delete(key);
  }

  #bar() {
    const { boot, came, chooser, past, player, service, store, words } = this.page;
    const { view, you } = store;
    const taken = !service.out && boot.taken.includes(view.phase);
    document.body.classList.toggle("taken", taken);
    if (!taken) chooser.close();
    byId("phase").textContent = this.#phase();
    byId("round").textContent = fill(past.active ? words.round_now : words.round, { round: view.round });
    const seal = view.device?.seal ?? "";
    byId("seal").textContent = seal && fill(words.sealed, { seal: seal.slice(0, 12) });
    byId("seal-whole").textContent = seal;
    byId("about").hidden = you === null;
    showRack(store, player, words);
    byId("more").classList.toggle("gold", you !== null && you.rack < boot.brings / 10 && byId("chips-wait").hidden);
    byId("watching").hidden = you !== null;
    byId("shooter").textContent = view.shooter ? this.page.shooterWords(view.shooter) : "";
    byId("shooter").hidden = !view.shooter;
    const can = { undo: taken && !player.acts.empty, clear: taken && player.comesDown, repeat: taken && you?.repeat, double: taken && player.lies };
    for (const [act, may] of Object.entries(can)) for (const button of every(`[data-act="${act}"]`)) button.toggleAttribute("disabled", !may);
    showLastNumbers(view.last ?? [], came, words, (round, button) => past.enter(round, button));
    this.#meter();
  }

  #phase() {
    const { boot, clock, link, service, store, words } = this.page;
    const { phase } = store.view;
    if (!link.open) return words.reconnecting;
    if (service.out) return words.out_of_service_short;
    if (boot.game === "craps" && phase === "open" && clock.left === null) return words.phase_waits;
    return words[`phase_${phase}_${boot.game}`] ?? words[`phase_${phase}`] ?? phase;
  }

  #meter() {
    const { felt, past, store } = this.page;
    const meter = felt.picture.querySelector(".meter text:last-of-type");
    const cents = Object.values((past.round ?? store.view).meters ?? {})[0];
    if (meter && cents !== undefined) meter.textContent = dollars(cents);
  }

  #side(mine) {
    const { announcer, boot, controls, felt, nameOf, past, player, store, words } = this.page;
    showMine(mine, words, nameOf, boot.calls, { remove: (chip) => controls.remove(chip), call: (chip, on) => controls.call(chip, on) });
    const answers = { choose: (due, choice) => player.choose(due, choice), accept: () => player.simply("accept-dice"), decline: () => controls.declineDice() };
    if (showAsked(store.you, words, nameOf, answers, felt.focused.element)) announcer.call(byId("asked").lastElementChild.querySelector("p").textContent);
    showPlayers(store.view.players ?? {}, store.player, words);
    this.#result(past.round ? { round: past.round.round, rows: past.round.rows.filter((row) => row.player === store.player && !row.tip) } : store.won);
    this.#sayResult();
  }

  #result(shown) {
    const { boot, came, nameOf, store, words } = this.page;
    const last = store.view.last?.find((each) => each.round === shown?.round);
    showResult(shown, last && { color: came.color(last), words: came.short(last.outcome) }, words, nameOf, boot.rows);
  }

  // Once for each round, and not for one that was over before the terminal came.
  #sayResult() {
    const { announcer, nameOf, notices, sound, store, words } = this.page;
    const { won } = store;
    if (!won || won.round === store.said) return;
    store.said = won.round;
    if (won.round !== store.called) return;
    const net = won.rows.reduce((sum, row) => sum + row.net, 0);
    announcer.say(fill(words.result_said, { net: signed(net) }));
    notices.add(signed(net), net > 0, bestFirst(won.rows).map((row) => `${nameOf(row.wager, row.spot)} ${signed(row.net)}`));
    if (net > 0) sound.win();
  }
}

const ownLast = (chips) => [...chips.filter((chip) => chip.color !== null), ...chips.filter((chip) => chip.color === null)];
