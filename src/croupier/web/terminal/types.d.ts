// Types of the terminal's parts, for the checker; no browser reads this.
import type { Answer, Command, Link } from "../shared/socket.js";
import type { ChipShown, SpotShown } from "../shared/wire.js";
import type { ActSentences } from "./act_sentences.js";
import type { Amounts } from "./amounts.js";
import type { Announcer } from "./announcer.js";
import type { Banner } from "./banner.js";
import type { Clock } from "./clock.js";
import type { Stage } from "./devices/stage.js";
import type { Felt } from "./felt.js";
import type { FeltStyle } from "./felt_style.js";
import type { Help } from "./help.js";
import type { LayoutMarks } from "./layout_marks.js";
import type { LoadedDialog } from "./loaded_dialog.js";
import type { Notices } from "./notices.js";
import type { OnlyOpen } from "./only_open.js";
import type { ServiceState } from "./out_of_service.js";
import type { PastRound } from "./past_round.js";
import type { Player } from "./player.js";
import type { Quick } from "./quick/quick.js";
import type { ReadyButton } from "./ready.js";
import type { SessionDialog } from "./session.js";
import type { Sound } from "./sound.js";
import type { Chooser } from "./spots/chooser.js";
import type { ClosedSpots } from "./spots/closed.js";
import type { Store } from "./store.js";
import type { Tips } from "./tips.js";
import type { Tray } from "./tray.js";
import type { Units } from "./units.js";

/** The words of the page, by their names in the catalogue. */
export type Words = Record<string, string>;

/** What the page knows about its table before the first frame (terminal/page.py). */
export interface Boot {
  table: string;
  felt: string; // the kind of layout
  device: string;
  outcome: string;
  phases: Record<string, string>;
  waits: string;
  turn: string; // "roll" or "spin"
  firstSteps: Record<string, string>; // what a player without bets can do, by the wager that must be open
  moreSteps: Record<string, string>; // what others can add
  coach: CoachWords;
  question: Question | null;
  dolly: boolean;
  window: number;
  offer: number;
  denominations: number[];
  brings: number;
  taken: string[];
  runs: string[];
  colored: boolean; // whether players have chips of their own color
  unheard: Refusal | null; // the answer to a bet while the browser blocks sound
  mayMute: boolean;
  words: Words;
  names: Record<string, string>;
  rows: Record<string, Record<string, string>>; // rows of side bets in words, by wager
  grades: Record<string, string>; // other ends of bets in words
  draws: Record<string, string>; // the draws of the game in words
  panels: Record<string, string>; // the parts of an upright felt, in words
  covers: Record<string, string[]>;
  calls: Record<string, string>; // wagers that may be called on or off, and their kind in words
  line: string[];
  macros: Macro[];
  units: Record<string, Unit>; // by wager
  symbols: Record<string, string>;
  ring?: Pocket[];
  colors?: Record<string, string>;
}

/** What the coach says at this table (core/coach.py); groups are the wagers of the group that the house offers. */
export interface CoachWords {
  steps: { name: string; over: When; advice: Advice[] }[];
  ends: string;
  hints: Advice[];
  news: Record<string, string>; // by the name of the fact of an outcome
}

export interface When {
  open?: string;
  has?: string[];
  lacks?: string[];
  group?: string[];
  dice?: "offered" | "held";
  result?: boolean;
}

export interface Advice {
  says: string;
  means?: string;
  when: When;
  bet?: string;
  spot?: string;
  group?: string[];
  press?: string;
  allows?: string;
}

/** The question to a player who has to choose about a wager, and the text of each choice. */
export interface Question {
  says: string;
  answers: Record<string, string>;
}

/** A compartment of the roulette wheel. */
export interface Pocket {
  pocket: string;
  color: string;
}

/** Bets that one press places, raises or takes down (core/show.py); an amount is for each unit. */
export interface Macro {
  id: string;
  name: string;
  says: string;
  does: "place" | "press" | "clear";
  unit: number;
  bets: Placed[];
  track: boolean; // on the racetrack
}

/** The usual unit of a wager, and what one unit wins. */
export interface Unit {
  unit: number;
  wins: number;
}

/** The name of a wager for people, with its spot. */
export type NameOf = (wager: string, spot?: string | null) => string;

/** The place of chips: a wager, and its spot if it has several. */
export interface Place {
  wager: string;
  spot?: string | null;
}

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** A spot of the felt, with what the server tells about it. */
export interface Spot extends Box {
  wager: string;
  spot: string;
  at: string;
  title: string;
  told?: SpotShown;
  element: SVGElement;
}

/** A chip with its key in the view. */
export type KeyedChip = ChipShown & { key: string };

/**
 * A bet in the list: `pending` are the cents by which acts under way would change it; the stake is 0 before it is in the view.
 * `held`: a bet for the dealers, or a part of it, is not sent yet.
 */
export type ListedChip = KeyedChip & { pending: number; held: boolean };

/** Chips that a command would put on a spot. */
export interface Placed extends Place {
  amount: number;
}

/** A stack of chips on the felt; the color is null for the player's own. */
export interface Stack {
  key: string;
  wager: string;
  spot?: string;
  stake: number;
  color: string | null;
  paint?: string; // of the player's own chips, where players have colors
  name: string;
  tip: boolean;
  on?: boolean;
  locked: boolean;
  lit?: boolean;
  pending?: "placed" | "leaving"; // not confirmed by the table: chips on their way to the spot, or from it
  fresh?: boolean;
}

/** A picture that follows the pointer. */
export interface Carried {
  element: HTMLElement;
  moveTo(x: number, y: number): void;
  remove(): void;
}

/** A wheel or dice: starts to move, lands on an outcome, or is put there at once. */
export interface Device {
  start(...how: boolean[]): void;
  land(outcome: string): Promise<void>;
  rest(outcome: string | null): void;
  finish(): void;
  felt?(picture: SVGSVGElement): void; // another picture of the felt
}

/** Outcomes in words, in short, and in their colors. */
export interface OutcomeWords {
  words: (outcome: string) => string;
  short: (outcome: string) => string;
  color: (last: { outcome: string; color?: string }) => string;
}

/** The chips on the layout: cents by key (undo.js). */
export type Stakes = Map<string, number>;

/** An act of the player; `change` is the difference on each spot. */
export interface Act {
  change: Stakes;
}

/** A bet for the dealers that waits for the close of this round (tips.js). */
export interface HeldTip extends Act {
  place: Place;
  amount: number;
  round: number | null;
}

/** The commands of an act, computed from the chips on the layout before it. */
export type Plan = (stakes: Stakes) => Command[];

/**
 * `noted`: the act can be undone; `singly`: each command waits until the one before it is accepted; `looks`: only the
 * table knows what the act changes; `plain`: the act does not depend on what is on the layout.
 */
export interface HowDone {
  noted: boolean;
  singly: boolean;
  looks: boolean;
  plain: boolean;
}

/**
 * An act under way. `round` is the round that it is for; `sent` are its commands once they are sent, `answered` says
 * whether each was accepted. `start` begins it when it is its turn.
 */
export interface UnderWay extends Act {
  plan: Plan;
  round: number | null;
  sent: Command[] | null;
  answered: Map<Command, boolean>;
  start: () => void;
  how: HowDone;
}

/** A command of an act that was refused; without one, the act was not sent. */
export type Refused = Pick<Answer, "refusal" | "again"> & { command?: Command };

/** A refusal, by the table or by the page itself. */
export interface Refusal {
  message: string;
  word?: string;
  cite?: string | null;
}

/** The parts of the page that the others use. */
export interface Parts {
  announcer: Announcer;
  banner: Banner;
  boot: Boot;
  came: OutcomeWords;
  chooser: Chooser;
  clock: Clock;
  closed: ClosedSpots;
  device: Stage;
  felt: Felt;
  help: Help;
  layoutMarks: LayoutMarks;
  link: Link;
  nameOf: NameOf;
  notices: Notices;
  only: OnlyOpen;
  past: PastRound;
  player: Player;
  amounts: Amounts;
  quick: Quick;
  ready: ReadyButton;
  sentences: ActSentences;
  service: ServiceState;
  shooterWords: (player: string) => string;
  sound: Sound;
  session: SessionDialog;
  statistics: LoadedDialog;
  store: Store;
  style: FeltStyle;
  tips: Tips;
  tray: Tray;
  units: Units;
  words: Words;
}
