// What the server and the pages send each other, as types for the checker; no browser reads this.
// `make docs` writes it from the types of the server (server/script_types.py); do not edit it.

export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** A JSON merge patch (RFC 7396) of an object: null removes a member. */
export type Patch = Record<string, Json>;

/** A player took a place. */
export interface SeatedTold {
  event: "seated";
  player: string;
  place: number;
}

/** A player gave up the place. */
export interface LeftTold {
  event: "left";
  player: string;
}

/** New wagers are placed under another house. */
export interface HouseChangedTold {
  event: "house-changed";
}

/** A player called a wager On or Off; the dealer has not confirmed it yet. */
export interface CallAskedTold {
  event: "call-asked";
  player: string;
  wager: string;
  spot: string | null;
  on: boolean;
}

/** The button lies on the wager: the call counts. */
export interface CallConfirmedTold {
  event: "call-confirmed";
  player: string;
  wager: string;
  spot: string | null;
  on: boolean;
}

/** A player made a choice that was due, or the close of betting made the default choice. */
export interface ChosenTold {
  event: "chosen";
  player: string;
  wager: string;
  choice: string;
}

/** The ball is in motion. */
export interface BallSpunTold {
  event: "ball-spun";
  round: number;
}

/** The Big Six wheel turns. */
export interface WheelSpunTold {
  event: "wheel-spun";
  round: number;
  clockwise: boolean;
}

/** The device is bound to a seed that nobody knows yet. */
export interface SealPublishedTold {
  event: "seal-published";
  round: number;
  commitment: string;
}

/** The outcome is fixed, and nobody knows it before the delay has passed; the device has signed it. */
export interface ClosingPublishedTold {
  event: "closing-published";
  round: number;
  closing: Published;
  key: string;
  signature: string;
}

/** A closing as it is published before anything can be drawn. */
export interface Published {
  log: string;
  nonces: string;
  terminals: number;
  root: string;
  path: string[];
  iterations: number;
}

/** The seed is public, and the proof of the round is valid. */
export interface SeedRevealedTold {
  event: "seed-revealed";
  proof: Proof;
}

/** Everything needed to check a round from outside. Without a closing, a round that drew nothing has no log. */
export interface Proof {
  table: string;
  round: number;
  commitment: string;
  seed: string;
  log: string | null;
  draws: Drawn[];
  voided: boolean;
  outcome: string | null;
  closing: Closing | null;
}

/** One draw of a round: its purpose, its chance, the random word that decided it, and the result. */
export interface Drawn {
  attempt: number;
  of: string;
  chance: string;
  word: string;
  outcome: string;
}

/** What an outcome was drawn from: a published closing, and `delayed`, its root after the iterations. */
export interface Closing {
  log: string;
  nonces: string;
  terminals: number;
  root: string;
  path: string[];
  iterations: number;
  delayed: string;
}

/** Betting is closed: no more bets was called. */
export interface BettingClosedTold {
  event: "betting-closed";
  round: number;
}

/** Progressive wagers are locked in and collected; `lit` are the places whose sensors are lit. */
export interface LockedInTold {
  event: "locked-in";
  round: number;
  lit: number[];
}

/** The outcome was announced: its fact, what that meant in one line, what is called, and what else is said. */
export interface OutcomeCalledTold {
  event: "outcome-called";
  round: number;
  outcome: string;
  announced: string[];
  fact: string;
  line: string;
  spoken: string;
}

/** The dolly lies on the number. */
export interface DollyPlacedTold {
  event: "dolly-placed";
  number: string;
}

/** The dolly is off the layout. */
export interface DollyLiftedTold {
  event: "dolly-lifted";
}

/** A draw that the outcome called for. */
export interface DrawnTold {
  event: "drawn";
  of: "award" | "bonus";
  result: string;
}

/** The round is settled: losers collected, then winners paid, in the order of the rows. */
export interface SettledTold {
  event: "settled";
  round: number;
  stage: "bonus" | "round";
  outcome: string;
  rows: RowTold[];
}

/** A decided wager, as everybody sees it collected or paid. `won` is what is put beside the stake, in cents. */
export interface RowTold {
  player: string;
  wager: string;
  spot: string | null;
  step: "collect" | "pay" | "return";
  stake: number;
  paid: number;
  won: number;
  tip: boolean;
}

/** Wagers are taken for the next round. */
export interface BettingOpenedTold {
  event: "betting-opened";
  round: number;
}

/** A set of dice was offered to a player. */
export interface DiceOfferedTold {
  event: "dice-offered";
  player: string;
}

/** A player is the shooter with two of the dice; the others went back to the cup. */
export interface DiceAcceptedTold {
  event: "dice-accepted";
  player: string;
  hand: "continues" | "new";
}

/** A player let the dice go on. */
export interface DiceDeclinedTold {
  event: "dice-declined";
  player: string;
}

/** The shooter gave up the dice, or was ordered to; `reason` is the boxperson's. */
export interface DicePassedTold {
  event: "dice-passed";
  player: string;
  reason: string | null;
}

/** The boxperson directed what happens to wagers on the whole hand. */
export interface HandDirectedTold {
  event: "hand-directed";
  way: "continue" | "return";
}

/** The boxperson directed what happens to dice that nobody took. */
export interface DiceDirectedTold {
  event: "dice-directed";
  direction: "return" | "roll-out";
}

/** Nobody was on the line any more: the point is off, and the next roll is a come-out roll. */
export interface PointTakenOffTold {
  event: "point-taken-off";
  point: number;
}

/** The dice are out to the shooter; with `come_only`, only to decide come wagers, and the puck is off. */
export interface DicePushedTold {
  event: "dice-pushed";
  round: number;
  shooter: string;
  come_only: boolean;
}

/** The dice are in the air. */
export interface DiceThrownTold {
  event: "dice-thrown";
  round: number;
  shooter: string;
}

/** A spin or roll does not count: wagers stay, or all are returned if the rule says so. */
export interface VoidedTold {
  event: "voided";
  round: number;
  call: string;
  reason: string;
  says: string;
  cite: string;
}

/** Every wager was returned; an unsettled round does not count. */
export interface RoundVoidedTold {
  event: "round-voided";
  round: number;
  reason: string;
}

/** The table was restored after a stop; a round in progress is held until somebody decides. */
export interface ResumedTold {
  event: "resumed";
  round: number;
  phase: string;
  held: boolean;
}

/** A held round goes on. */
export interface RoundReleasedTold {
  event: "round-released";
  round: number;
}

/** A wrongly entered outcome was corrected: its settlement is reversed and made again. */
export interface OutcomeCorrectedTold {
  event: "outcome-corrected";
  round: number;
  was: string;
  now: string;
}

export type Happened =
  | SeatedTold
  | LeftTold
  | HouseChangedTold
  | CallAskedTold
  | CallConfirmedTold
  | ChosenTold
  | BallSpunTold
  | WheelSpunTold
  | SealPublishedTold
  | ClosingPublishedTold
  | SeedRevealedTold
  | BettingClosedTold
  | LockedInTold
  | OutcomeCalledTold
  | DollyPlacedTold
  | DollyLiftedTold
  | DrawnTold
  | SettledTold
  | BettingOpenedTold
  | DiceOfferedTold
  | DiceAcceptedTold
  | DiceDeclinedTold
  | DicePassedTold
  | HandDirectedTold
  | DiceDirectedTold
  | PointTakenOffTold
  | DicePushedTold
  | DiceThrownTold
  | VoidedTold
  | RoundVoidedTold
  | ResumedTold
  | RoundReleasedTold
  | OutcomeCorrectedTold;

/** The whole table and the player's own view; `now` counts milliseconds since the server started. */
export interface TableFrame {
  kind: "table";
  seq: number;
  now: number;
  table: TableShown;
  you: OwnShown | null;
}

/** A table as everybody sees it. */
export interface TableShown {
  id: string;
  name: string;
  game: string;
  variant: string;
  phase: string;
  round: number;
  closes?: number;
  limits: Record<string, LimitShown>;
  last: LastShown[];
  outcome?: string;
  award?: string;
  meters: Record<string, number>;
  paused: boolean;
  fault?: string;
  held: boolean;
  stage: string;
  device: DeviceShown;
  shooter?: string;
  offered?: string;
  puck?: number | string;
  direction?: string;
  players: Record<string, PlayerShown>;
  chips: Record<string, ChipShown>;
  chips_worth: number[];
  ready: string[];
  closed: Record<string, string>;
  trackers: TrackersShown;
}

/** The least and the most that may be wagered, in cents. */
export interface LimitShown {
  least: number;
  most: number;
}

/** The number of a round, with its color if it has one. */
export interface LastShown {
  round: number;
  outcome: string;
  color?: string;
}

/** The seal of the round, whether its seed is revealed, the iterations of the delay, and the device's key. */
export interface DeviceShown {
  seal?: string;
  revealed: boolean;
  delay?: number;
  key?: string;
}

/** A seated player, with the name that others see. */
export interface PlayerShown {
  place: number;
  color: string;
  name: string;
}

/** A wager; `on` is present only if it was called, or is off, and `lit` if it is locked in. */
export interface ChipShown {
  player: string;
  wager: string;
  spot?: string;
  stake: number;
  tip: boolean;
  on?: boolean;
  locked: boolean;
  fixed: boolean;
  prison: boolean;
  lit?: boolean;
}

/** The state of a game: the last number, the point and the hand, the direction of a wheel. */
export interface TrackersShown {
  previous?: string;
  up?: UpStreakShown;
  track?: TrackShown;
  point?: number;
  hand?: HandShown;
  shooter?: string;
  deciding_come?: boolean;
  released?: boolean;
  clockwise?: boolean;
  in_service?: boolean;
}

/** How many spins in a row went up, the last number, and the longest streak that a pay table in play pays. */
export interface UpStreakShown {
  longest: number;
  length: number;
  last?: string;
  ended: boolean;
}

/** The number track of Straights and 8's: the numbers of the running sequence. */
export interface TrackShown {
  numbers: string[];
}

/** What the game remembers about one shooter's hand. It counts with or without wagers on the hand. */
export interface HandShown {
  rolled: boolean;
  pointed: boolean;
  points_made: number[];
  passes: number;
  sevens_and_elevens: number;
}

/** A player's own view. */
export interface OwnShown {
  player: string;
  rack: number;
  laid: number;
  place: number;
  pending: DueShown[];
  repeat: boolean;
  closed: Record<string, string>;
  won?: WonShown;
  dice?: string;
}

/** A choice that the player has to make; `back` is what each answer returns at once, in cents. */
export interface DueShown {
  wager: string;
  spot?: string;
  stake: number;
  choices: string[];
  back: Record<string, number>;
}

/** A player's results of a settled round; `says` is what it did to the player, in one sentence. */
export interface WonShown {
  round: number;
  says: string;
  profit: number;
  time: number;
  rows: RowShown[];
}

/** A decided wager as its player sees it; `net` is the change of the player's wealth. */
export interface RowShown {
  wager: string;
  spot?: string;
  grade: string;
  stake: number;
  paid: number;
  net: number;
  cite: string;
}

/** What changed for everybody, and the events behind it. */
export interface DeltaFrame {
  kind: "delta";
  seq: number;
  patch: Patch;
  happened: Happened[];
}

/** The player's own view (null if not seated), or the changes to it. */
export interface YouFrame {
  kind: "you";
  seq: number;
  you?: OwnShown | null;
  patch?: Patch;
}

/** Changes without an event: when betting closes and the ball is spun, the device's key, or a fault. */
export interface ClockFrame {
  kind: "clock";
  now: number;
  closes: number | null;
  spins: number | null;
  patch: Patch;
}

/** The result of a command; `id` is the one that the terminal chose. */
export interface AnswerFrame {
  kind: "answer";
  id: string;
  ok: boolean;
  seq: number;
  refusal: Spoken | null;
}

/** A refusal in the form that is sent: number, word, sentence, and paragraph if there is one. */
export interface Spoken {
  code: number;
  word: string;
  message: string;
  cite: string | null;
}

/** How the terminal's own nonce leads to the nonces of the closing; null if it is not among them. */
export interface NonceFrame {
  kind: "nonce";
  round: number;
  path: string[] | null;
}

/** The message was not a valid command. */
export interface ErrorFrame {
  kind: "error";
  message: string;
}

/** The line works: the answer to a ping. */
export interface PongFrame {
  kind: "pong";
}

export type TerminalFrame =
  | TableFrame
  | DeltaFrame
  | YouFrame
  | ClockFrame
  | AnswerFrame
  | NonceFrame
  | ErrorFrame
  | PongFrame;

/** Every card, by table. */
export interface LobbyFrame {
  kind: "lobby";
  seq: number;
  tables: Record<string, LiveCard>;
}

/** The live part of a card; `fault` says why no wager is taken, if the table is out of service or paused. */
export interface LiveCard {
  phase: string;
  open: boolean;
  seats: string;
  last: Number[];
  fault?: string;
}

/** An outcome on a board: its text, its color if it has one, and the picture of its dice if it is a roll. */
export interface Number {
  text: string;
  color: string;
  picture: string;
  round: number;
}

/** Changes of cards, by table. */
export interface LobbyDeltaFrame {
  kind: "delta";
  seq: number;
  patch: Patch;
}

export type HallFrame =
  | LobbyFrame
  | LobbyDeltaFrame
  | ErrorFrame
  | PongFrame;

/** Give up the place. */
export interface Leave {
  do: "leave";
  id: string;
  round?: number;
}

/** Put value chips of the house into play that the player has brought; chips of a table are refused. */
export interface BringChips {
  do: "bring-chips";
  amount: number;
  id: string;
  round?: number;
}

/** Put an amount on a wager; a dealer may key it for the player, who is responsible for its position. */
export interface Place {
  do: "place";
  wager: string;
  amount: number;
  spot?: string | null;
  tip?: boolean;
  tip_at?: "on-own-wager" | "top-of-area" | null;
  id: string;
  round?: number;
}

/** Add to a wager on the layout. */
export interface Raise {
  do: "raise";
  wager: string;
  amount: number;
  spot?: string | null;
  id: string;
  round?: number;
}

/** Take part of a wager back. */
export interface Reduce {
  do: "reduce";
  wager: string;
  amount: number;
  spot?: string | null;
  id: string;
  round?: number;
}

/** Take a wager back. */
export interface TakeDown {
  do: "take-down";
  wager: string;
  spot?: string | null;
  id: string;
  round?: number;
}

/** Call a wager On or Off, or with `alike` all like wagers: the player asks, the dealer confirms. */
export interface CallWager {
  do: "call-wager";
  wager: string;
  on: boolean;
  spot?: string | null;
  tip?: boolean;
  alike?: boolean;
  id: string;
  round?: number;
}

/** Place the player's wagers of the last round again. */
export interface Repeat {
  do: "repeat";
  id: string;
  round?: number;
}

/** Take down all wagers of the player that may be taken down. */
export interface Clear {
  do: "clear";
  id: string;
  round?: number;
}

/** Make a choice that is due: half back, or in prison. */
export interface Choose {
  do: "choose";
  wager: string;
  choice: string;
  id: string;
  round?: number;
}

/** Take two of the dice offered and become the shooter. */
export interface AcceptDice {
  do: "accept-dice";
  id: string;
  round?: number;
}

/** Let the dice go on to the next player. */
export interface DeclineDice {
  do: "decline-dice";
  id: string;
  round?: number;
}

/** Give up the dice after a roll. */
export interface PassDice {
  do: "pass-dice";
  id: string;
  round?: number;
}

export type Asked =
  | Leave
  | BringChips
  | Place
  | Raise
  | Reduce
  | TakeDown
  | CallWager
  | Repeat
  | Clear
  | Choose
  | AcceptDice
  | DeclineDice
  | PassDice;

/** What a terminal says about itself, as often as it changes. */
export interface Hello {
  sound: "muted" | "on";
}

/** What a terminal adds to the closing of a round: 16 random bytes, made after it heard of the close. */
export interface Nonce {
  do: "nonce";
  round: number;
  nonce: string;
}

/** A page asks whether its line works; the answer is a `pong`. */
export interface Ping {
  do: "ping";
}

/** What a terminal says when its player is ready for the outcome of a round, or is not after all. */
export interface Ready {
  do: "ready";
  round: number;
  ready: boolean;
}

/** Amounts in cents that can be added to a spot now: the most, and the nearest below and above a wanted one. */
export interface Amounts {
  most: number | null;
  near: number[];
}

/** What a terminal saw of a round. */
export interface Seen {
  format: "croupier evidence 1";
  table: string;
  round: number;
  commitment: string;
  key: string;
  iterations: number;
  nonce: string;
  at: number;
  waited: number | null;
  closing: Published | null;
  path: string[] | null;
  signature: string | null;
}

/** A past round: the layout when it was decided, and its results. */
export interface RoundShown {
  announced: string[];
  at: number;
  chips: PastChip[];
  color: string | null;
  done: boolean;
  draws: DrawEntry[];
  fact: LandedShown | NaturalShown | CrapsShown | PointSetShown | PointMadeShown | SevenOutShown | NoLineDecisionShown | ComeOnlyShown | ClappedShown | null;
  game: string;
  log: string | null;
  meters: Record<string, number>;
  outcome: string | null;
  players: Record<string, PlayerShown>;
  proof: Proof | null;
  puck: number | string | null;
  round: number;
  rows: PastRow[];
  seal: string | null;
  shooter: string | null;
  table: string;
  trackers: TrackersShown;
  voided: string | null;
}

/** A wager on the layout when a round was decided. */
export interface PastChip {
  player: string;
  wager: string;
  spot?: string;
  stake: number;
  tip: boolean;
  on?: boolean;
  locked: boolean;
  fixed: boolean;
  prison: boolean;
  lit?: boolean;
  key: string;
}

/** One draw with its result. */
export interface DrawEntry {
  of: "award" | "bonus";
  result: string;
}

/** The ball came to rest in a compartment. */
export interface LandedShown {
  kind: "Landed";
  pocket: string;
  previous?: string;
  up?: UpStreakShown;
  track?: TrackShown;
}

/** A come-out roll that wins for the pass line. */
export interface NaturalShown {
  kind: "Natural";
  faces: [number, number];
  first: "craps" | "natural" | "point";
  come_out: boolean;
  hand: HandShown;
}

/** A come-out roll that loses for the pass line. */
export interface CrapsShown {
  kind: "Craps";
  faces: [number, number];
  first: "craps" | "natural" | "point";
  come_out: boolean;
  hand: HandShown;
}

/** A come-out roll that sets the point. */
export interface PointSetShown {
  kind: "PointSet";
  faces: [number, number];
  first: "craps" | "natural" | "point";
  come_out: boolean;
  hand: HandShown;
}

/** The point is thrown again before a seven. */
export interface PointMadeShown {
  kind: "PointMade";
  faces: [number, number];
  first: "craps" | "natural" | "point";
  come_out: boolean;
  hand: HandShown;
}

/** A seven before the point: the hand ends. */
export interface SevenOutShown {
  kind: "SevenOut";
  faces: [number, number];
  first: "craps" | "natural" | "point";
  come_out: boolean;
  hand: HandShown;
}

/** A roll with a point on that is neither the point nor a seven. */
export interface NoLineDecisionShown {
  kind: "NoLineDecision";
  faces: [number, number];
  first: "craps" | "natural" | "point";
  come_out: boolean;
  hand: HandShown;
}

/** A roll thrown only to decide come and don't come wagers: the line has no part in it. */
export interface ComeOnlyShown {
  kind: "ComeOnly";
  faces: [number, number];
  first: "craps" | "natural" | "point";
  come_out: boolean;
  hand: HandShown;
}

/** The clapper came to rest in a section. */
export interface ClappedShown {
  kind: "Clapped";
  symbol: string;
}

/** A wager that a round decided. */
export interface PastRow {
  wager: string;
  spot?: string;
  grade: string;
  stake: number;
  paid: number;
  net: number;
  cite: string;
  player: string;
  step: string;
  tip: boolean;
}

/** The last entries of a log before the close; `before` is the digest before the first of them. */
export interface Entries {
  stream: string;
  sealed: number;
  before: string;
  entries: Entry[];
}

/** An entry of the log, byte for byte. */
export interface Entry {
  version: number;
  at: number;
  kind: string;
  command: string;
  body: string;
}

/** A spot of the felt: its place and name, the pays of its wager, and the house edge. */
export interface SpotShown {
  wager: string;
  spot: string | null;
  at: string;
  title: string;
  name: string;
  table: string;
  odds: string;
  covers: string;
  x: number;
  y: number;
  width: number;
  height: number;
  pays: Record<string, string>;
  says: string;
  edge: string | null;
  edge_percent: number | null;
  edges: EdgeShown[];
}

/** An exact house edge as a fraction and in percent, with the condition under which it applies. */
export interface EdgeShown {
  when: string;
  edge: string;
  percent: number;
}
