// What the player does: every act is a command, drawn at once and judged by the table. An act resolves to whether all of
// it was taken, when that is to be seen; to null where there was nothing to do.
import { dollars, fill } from "./format.js";
import { Acts, keyOf } from "./undo.js";

const PATIENCE = 200; // times 25 milliseconds

export class Player {
  #ghosts = new Map();
  #last = 0;
  #others = Promise.resolve(); // the last act that was no mere placing
  #places = new Set(); // those under way

  // `on`: changed(), refused(refusal)
  constructor(link, on) {
    this.link = link;
    this.on = on;
    this.acts = new Acts();
    this.chips = [];
    this.round = null;
  }

  // The player's own chips in the view of version `seq`; what was drawn ahead of it is forgotten.
  standing(chips, seq, round) {
    this.chips = chips;
    this.round = round;
    this.#last = seq;
    for (const [id, ghost] of this.#ghosts) if (ghost.seq !== null && ghost.seq <= seq) this.#ghosts.delete(id);
  }

  get ghosts() {
    return [...this.#ghosts.values()];
  }

  stakes() {
    const found = new Map();
    const add = ({ wager, spot, tip, stake }) => found.set(keyOf(wager, spot, tip), (found.get(keyOf(wager, spot, tip)) ?? 0) + stake);
    for (const chip of this.chips) if (!chip.prison) add(chip);
    for (const ghost of this.ghosts) add(ghost);
    return found;
  }

  stakeOn(wager, spot) {
    return this.stakes().get(keyOf(wager, spot, false)) ?? 0;
  }

  place(spot, amount) {
    return this.#inOrder(() => this.#do([{ do: "place", ...where(spot), amount }], [keyOf(spot.wager, spot.spot, false)]), true);
  }

  // A wager for the dealers is theirs: it is not taken back.
  tip(spot, amount) {
    return this.#simply([{ do: "place", ...where(spot), amount, tip: true }]);
  }

  remove({ wager, spot }) {
    return this.#inOrder(() => this.#do([{ do: "take-down", ...where({ wager, spot }) }], [keyOf(wager, spot, false)]));
  }

  move(from, to, amount) {
    const keys = [keyOf(from.wager, from.spot, false), keyOf(to.wager, to.spot, false)];
    return this.#inOrder(() => this.#do([{ do: "take-down", ...where(from) }, { do: "place", ...where(to), amount }], keys, true));
  }

  double() {
    return this.#inOrder(() => {
      const own = this.chips.filter((chip) => !chip.prison && !chip.tip);
      const commands = own.map((chip) => ({ do: "raise", ...where(chip), amount: chip.stake }));
      return this.#do(commands, own.map((chip) => keyOf(chip.wager, chip.spot, false)));
    });
  }

  clear() {
    return this.#inOrder(() => this.#do([{ do: "clear" }], this.chips.filter((chip) => !chip.tip).map((chip) => keyOf(chip.wager, chip.spot, false))));
  }

  repeat() {
    return this.#inOrder(() => this.#repeat());
  }

  async #repeat() {
    const before = this.stakes();
    const [answer] = await this.#send([{ do: "repeat" }]);
    if (!(await this.#done([answer]))) return false;
    const put = [...this.stakes()].filter(([key, stake]) => key.endsWith("|0") && stake !== (before.get(key) ?? 0));
    this.acts.did(put.map(([key]) => [key, before.get(key) ?? 0]));
    this.on.changed();
    return true;
  }

  undo() {
    return this.#inOrder(() => (this.acts.empty ? null : this.#simply(this.acts.undo(this.stakes()))));
  }

  call(chip, on) {
    return this.#simply([{ do: "call-wager", ...where(chip), on }]);
  }

  choose(due, choice) {
    return this.#simply([{ do: "choose", ...where(due), choice }]);
  }

  simply(word, more = {}) {
    return this.#simply([{ do: word, ...more }]);
  }

  // Acts wait for one another: each counts from what stands after the one before. Only places in a row need not. An act
  // that has waited until its round was over is not done.
  #inOrder(act, places = false) {
    const { round } = this;
    const done = Promise.all(places ? [this.#others] : [this.#others, ...this.#places]).then(() => this.round === round && act());
    if (places) {
      this.#places.add(done);
      done.then(() => this.#places.delete(done));
    } else this.#others = done;
    return done;
  }

  // One act of the player, of one command or several; with `first` the others wait until the first is taken.
  async #do(commands, keys, first = false) {
    if (!commands.length) return null;
    const stakes = this.stakes();
    const entry = this.acts.did(keys.map((key) => [key, stakes.get(key) ?? 0]));
    const answers = first ? await this.#inTurn(commands) : await this.#send(commands);
    if (answers.every((answer) => !answer.ok)) this.acts.forget(entry);
    this.on.changed();
    return this.#done(answers);
  }

  async #simply(commands) {
    return this.#done(await this.#send(commands));
  }

  // Whether all of it was taken; known when it is in what the player sees.
  async #done(answers) {
    const taken = answers.filter((answer) => answer.ok);
    await this.#seen(Math.max(...taken.map((answer) => answer.seq)));
    return taken.length === answers.length;
  }

  async #inTurn(commands) {
    const answers = [];
    for (const command of commands) {
      answers.push(...(await this.#send([command])));
      if (!answers.at(-1).ok) break;
    }
    return answers;
  }

  async #send(commands) {
    const answers = await Promise.all(commands.map((command) => this.#ask(command)));
    const refused = answers.find((answer) => !answer.ok);
    if (refused) this.on.refused(refused.refusal);
    this.on.changed();
    return answers;
  }

  async #ask(command) {
    const ghost = { wager: command.wager, spot: command.spot ?? "", tip: Boolean(command.tip), stake: command.amount, seq: null };
    const drawn = command.do === "place" ? Symbol(command.do) : null;
    if (drawn) this.#ghosts.set(drawn, ghost);
    this.on.changed();
    const answer = await this.link.ask(command);
    if (!answer.ok || answer.seq <= this.#last) this.#ghosts.delete(drawn);
    else ghost.seq = answer.seq;
    return answer;
  }

  async #seen(seq) {
    for (let tries = 0; this.#last < seq && tries < PATIENCE; tries += 1) await new Promise((wait) => setTimeout(wait, 25));
  }
}

const where = ({ wager, spot }) => (spot ? { wager, spot } : { wager });

// A refusal as a sentence with its paragraph.
export const sentence = (refusal, words) => (refusal ? refusal.message : words.no_answer);

export const balance = (you, words) => fill(words.balance_words, { rack: dollars(you?.rack ?? 0), laid: dollars(you?.laid ?? 0) });
