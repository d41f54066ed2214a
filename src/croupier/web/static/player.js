// What the player does: every act is a command, drawn at once and judged by the table. An act resolves to whether all of
// it was taken, when that is to be seen.
import { dollars, fill } from "./format.js";
import { Acts, keyOf } from "./undo.js";

export class Player {
  #ghosts = new Map();
  #last = 0;

  // `on`: changed(), refused(refusal)
  constructor(link, on) {
    this.link = link;
    this.on = on;
    this.acts = new Acts();
    this.chips = [];
  }

  // The player's own chips in the view of version `seq`; what was drawn ahead of it is forgotten.
  standing(chips, seq) {
    this.chips = chips;
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
    return this.#do([{ do: "place", ...where(spot), amount }], [keyOf(spot.wager, spot.spot, false)]);
  }

  // A wager for the dealers is theirs: it is not taken back.
  tip(spot, amount) {
    return this.#simply([{ do: "place", ...where(spot), amount, tip: true }]);
  }

  remove({ wager, spot }) {
    return this.#do([{ do: "take-down", ...where({ wager, spot }) }], [keyOf(wager, spot, false)]);
  }

  move(from, to, amount) {
    const keys = [keyOf(from.wager, from.spot, false), keyOf(to.wager, to.spot, false)];
    return this.#do([{ do: "take-down", ...where(from) }, { do: "place", ...where(to), amount }], keys, true);
  }

  double() {
    const own = this.chips.filter((chip) => !chip.prison && !chip.tip);
    const commands = own.map((chip) => ({ do: "raise", ...where(chip), amount: chip.stake }));
    return this.#do(commands, own.map((chip) => keyOf(chip.wager, chip.spot, false)));
  }

  clear() {
    return this.#do([{ do: "clear" }], this.chips.filter((chip) => !chip.tip).map((chip) => keyOf(chip.wager, chip.spot, false)));
  }

  async repeat() {
    const before = this.stakes();
    const [answer] = await this.#send([{ do: "repeat" }]);
    if (!(await this.#done([answer]))) return false;
    const put = [...this.stakes()].filter(([key, stake]) => key.endsWith("|0") && stake !== (before.get(key) ?? 0));
    this.acts.did(put.map(([key]) => [key, before.get(key) ?? 0]));
    this.on.changed();
    return true;
  }

  undo() {
    return this.#simply(this.acts.undo(this.stakes()));
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

  // One act of the player, of one command or several; with `first` the others wait until the first is taken.
  async #do(commands, keys, first = false) {
    if (!commands.length) return false;
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
    const taken = answers.every((answer) => answer.ok);
    if (taken) await this.#seen(Math.max(...answers.map((answer) => answer.seq)));
    return taken;
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
    for (let tries = 0; this.#last < seq && tries < 40; tries += 1) await new Promise((wait) => setTimeout(wait, 25));
  }
}

const where = ({ wager, spot }) => (spot ? { wager, spot } : { wager });

// A refusal as a sentence with its paragraph.
export const sentence = (refusal, words) => (refusal ? refusal.message : words.no_answer);

export const balance = (you, words) => fill(words.balance_words, { rack: dollars(you?.rack ?? 0), laid: dollars(you?.laid ?? 0) });
