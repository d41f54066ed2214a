// The acts of the player. An act is drawn at once, and the table decides it. Acts are sent one after another, each computed
// from the result of the one before, however fast the player is. Placing chips does not depend on what is there, so several
// of those are sent at once. An act resolves to whether all of it was accepted, once that is visible; to null if there was
// nothing to do.
import { Acts, after, back, changed, doubling, isHeld, isOwn, keyOf, placed, where } from "./undo.js";

/**
 * @import { Answer, Command } from "../shared/socket.js"
 * @import { HeldTip, HowDone, KeyedChip, Place, Placed, Plan, Refused, Stakes, UnderWay } from "./types.js"
 */

const WAIT = 25; // milliseconds
const TRIES = 200;
const MOST = 4; // acts sent at once; the table accepts no more
/** @type {HowDone} */
const USUAL = { noted: true, singly: false, looks: false, plain: false };

export class Player {
  /** @type {UnderWay[]} Acts under way, in order. */
  #under = [];
  /** @type {{ command: Command, seq: number }[]} Accepted commands that the view does not show yet, with their versions. */
  #taken = [];
  #last = 0;
  /** @type {HeldTip[]} Bets for the dealers that are not sent yet (tips.js). */
  held = [];

  /**
   * @param {{ round: number | null, ask: (command: Command) => Promise<Answer> }} link
   * @param {{ changed: () => void, refused: (refused: Refused[], chips: Placed[], taken: number) => void }} on
   * `refused` is called with the refused commands of an act, the chips that go back, and how many commands were accepted
   */
  constructor(link, on) {
    this.link = link;
    this.on = on;
    this.acts = new Acts();
    /** @type {KeyedChip[]} */
    this.chips = [];
  }

  /**
   * The player's own chips in the view of version `seq`.
   * @param {KeyedChip[]} chips
   * @param {number} seq
   */
  standing(chips, seq) {
    this.chips = chips;
    this.#last = seq;
    this.#taken = this.#taken.filter((each) => each.seq > seq);
  }

  // The stakes (key -> cents) in the view.
  #seenStakes() {
    return new Map(this.chips.filter((chip) => !isHeld(chip)).map((chip) => [keyOf(chip.wager, chip.spot, chip.tip), chip.stake]));
  }

  // The stakes according to all answers of the table.
  stakes() {
    const found = this.#seenStakes();
    for (const { command } of this.#taken) after(found, command, this.#stays);
    return found;
  }

  // The stakes if all acts under way are accepted.
  expected() {
    const found = this.stakes();
    for (const act of this.#under) {
      const before = new Map(found);
      for (const command of act.sent ?? act.plan(before)) if (!act.answered.has(command)) after(found, command, this.#stays);
      if (!act.sent) act.change = changed(before, found);
    }
    for (const { place, amount } of this.held) after(found, { do: "place", ...where(place), amount, tip: true });
    return found;
  }

  // How much more will be on each spot than the view shows, if all acts are accepted; less than 0 for chips that leave it.
  get pending() {
    const seen = this.#seenStakes();
    return new Map([...this.expected()].map(([key, cents]) => [key, cents - (seen.get(key) ?? 0)]));
  }

  // The sum of these.
  get coming() {
    return [...this.pending.values()].reduce((sum, cents) => sum + cents, 0);
  }

  // Whether the view does not show all acts yet.
  get busy() {
    return this.#under.length + this.#taken.length > 0;
  }

  /**
   * @param {Stakes} stakes
   * @param {Command[]} commands
   */
  #then(stakes, commands) {
    return commands.reduce((found, command) => after(found, command, this.#stays), new Map(stakes));
  }

  /**
   * @param {string} wager
   * @param {string | null} [spot]
   */
  stakeOn(wager, spot) {
    return this.expected().get(keyOf(wager, spot, false)) ?? 0;
  }

  // Whether the player has chips on the layout, or may have in a moment.
  get lies() {
    return this.#under.some((act) => act.how.looks) || [...this.expected()].some(([key, cents]) => isOwn(key) && cents > 0);
  }

  get comesDown() {
    const stays = this.#stays;
    return [...this.expected()].some(([key, cents]) => isOwn(key) && cents > 0 && !stays.has(key));
  }

  get #stays() {
    return new Set(this.chips.filter((chip) => chip.locked).map((chip) => keyOf(chip.wager, chip.spot, chip.tip)));
  }

  /**
   * @param {Place} spot
   * @param {number} amount
   */
  place(spot, amount) {
    return this.#do(() => [{ do: "place", ...where(spot), amount }], { plain: true });
  }

  /**
   * A bet for the dealers. The table does not give it back.
   * @param {Place} spot
   * @param {number} amount
   */
  tip(spot, amount) {
    return this.#do(() => [{ do: "place", ...where(spot), amount, tip: true }], { noted: false, plain: true });
  }

  /** @param {Place} place */
  remove({ wager, spot }) {
    return this.#do((stakes) => (stakes.get(keyOf(wager, spot, false)) ? [{ do: "take-down", ...where({ wager, spot }) }] : []));
  }

  /**
   * Move all chips of a spot to another, if they may leave the first.
   * @param {Place} from
   * @param {Place} to
   */
  move(from, to) {
    const key = keyOf(from.wager, from.spot, false);
    /** @type {Plan} */
    const plan = (stakes) => {
      const amount = stakes.get(key);
      return amount ? [{ do: "take-down", ...where(from) }, { do: "place", ...where(to), amount }] : [];
    };
    return this.#do(plan, { singly: true });
  }

  double() {
    return this.lay(doubling(new Set(this.chips.filter((chip) => chip.fixed).map((chip) => keyOf(chip.wager, chip.spot, chip.tip)))));
  }

  /**
   * Several bets as one act. The table decides about each; one undo takes back those that it took.
   * @param {Plan} plan
   */
  lay(plan) {
    return this.#do(plan);
  }

  clear() {
    return this.#do((stakes) => ([...stakes].some(([key, cents]) => isOwn(key) && cents) ? [{ do: "clear" }] : []), { looks: true });
  }

  repeat() {
    return this.#do(() => [{ do: "repeat" }], { looks: true });
  }

  // Undo the last act. If it is still under way, its result is awaited first.
  undo() {
    const last = this.acts.last();
    if (this.held.some((tip) => tip === last)) {
      this.held = this.held.filter((tip) => tip !== last);
      this.on.changed();
      return Promise.resolve(true);
    }
    return last ? this.#do((stakes) => back(last.change, stakes), { noted: false }) : Promise.resolve(null);
  }

  /**
   * @param {KeyedChip} chip
   * @param {boolean} on
   * @param {boolean} alike
   */
  call(chip, on, alike) {
    return this.simply({ do: "call-wager", ...where(chip), on, tip: chip.tip, alike });
  }

  /**
   * A command that is not drawn ahead and cannot be undone.
   * @param {Command} command
   */
  async simply(command) {
    const answer = await this.link.ask(command);
    if (!answer.ok) this.on.refused([answer], [], 0);
    this.on.changed();
    return this.#seen([answer]);
  }

  /**
   * Perform one act.
   * @param {Plan} plan
   * @param {Partial<HowDone>} how
   */
  async #do(plan, how = {}) {
    /** @type {UnderWay} */
    const act = { plan, round: this.link.round, sent: null, answered: new Map(), change: new Map(), start: () => {}, how: { ...USUAL, ...how } };
    if (act.how.noted) this.acts.did(act);
    this.#under.push(act);
    this.on.changed();
    /** @type {Promise<void>} */
    const turn = new Promise((start) => {
      act.start = start;
      this.#next();
    });
    await turn;
    return this.#seen(await this.#inTurn(act));
  }

  // Start the acts whose turn it is: the first, and plain acts that have only plain acts before them.
  #next() {
    const other = this.#under.findIndex((act) => !act.how.plain);
    const ready = other === 0 ? 1 : Math.min(MOST, other < 0 ? MOST : other);
    for (const act of this.#under.slice(0, ready)) act.start();
  }

  /** @param {UnderWay} act */
  async #inTurn(act) {
    const before = this.stakes();
    const sent = await this.#send(act, before);
    if (act.how.looks) await this.#seen(sent);
    const taken = (act.sent ?? []).filter((command) => act.answered.get(command));
    act.change = changed(before, act.how.looks ? this.stakes() : this.#then(before, taken));
    if (!taken.length) this.acts.forget(act);
    this.#under = this.#under.filter((each) => each !== act);
    this.#next();
    const refused = sent.map((answer, i) => ({ ...answer, command: act.sent?.[i] })).filter((answer) => !answer.ok);
    if (refused.length) this.on.refused(refused, (act.sent ?? []).filter((command) => !act.answered.get(command)).flatMap(placed), taken.length);
    this.on.changed();
    return sent;
  }

  /**
   * Send an act, unless its round is over.
   * @param {UnderWay} act
   * @param {Stakes} before
   * @returns {Promise<Pick<Answer, "ok" | "seq" | "refusal" | "again">[]>}
   */
  async #send(act, before) {
    const over = act.round !== null && act.round !== this.link.round;
    const commands = act.plan(before);
    act.sent = commands;
    act.change = changed(before, this.#then(before, commands)); // as expected
    this.on.changed();
    if (over) return [{ ok: false, seq: 0, refusal: null }];
    if (!act.how.singly) return Promise.all(commands.map((command) => this.#ask(command, act)));
    /** @type {Answer[]} */
    const answers = [];
    for (const command of commands) if (answers.every((answer) => answer.ok)) answers.push(await this.#ask(command, act));
    return answers;
  }

  /**
   * @param {Command} command
   * @param {UnderWay} act
   */
  async #ask(command, act) {
    const answer = await this.link.ask(command);
    act.answered.set(command, answer.ok);
    if (answer.ok && answer.seq > this.#last) this.#taken.push({ command, seq: answer.seq });
    return answer;
  }

  /**
   * Wait until the view shows the accepted commands; resolves to whether all were accepted.
   * @param {Pick<Answer, "ok" | "seq">[]} answers
   */
  async #seen(answers) {
    if (!answers.length) return null;
    const taken = answers.every((answer) => answer.ok);
    const seq = Math.max(...answers.filter((answer) => answer.ok).map((answer) => answer.seq));
    for (let tries = 0; this.#last < seq && tries < TRIES; tries += 1) await new Promise((wait) => setTimeout(wait, WAIT));
    return taken;
  }
}
