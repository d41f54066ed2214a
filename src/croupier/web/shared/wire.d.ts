// What the server sends over a socket, as types for the checker; no browser reads this. The server's own types are in
// server/frames.py and views/: a test compares the members of each.

/** A JSON merge patch (RFC 7396): null takes a member away. */
export type Patch = { [member: string]: any };

export interface ChipView {
  player: string;
  wager: string;
  spot?: string;
  stake: number;
  tip: boolean;
  on?: boolean;
  locked: boolean;
  fixed: boolean;
  prison: boolean;
}

export interface LastView {
  round: number;
  outcome: string;
  color?: string;
}

export interface PlayerView {
  place: number;
  color: string;
  name: string;
}

export interface DeviceView {
  seal?: string;
  revealed: boolean;
}

export interface LimitView {
  least: number;
  most: number;
}

export interface TableView {
  id: string;
  name: string;
  game: string;
  variant: string;
  phase: string;
  round: number;
  closes?: number;
  limits: Record<string, LimitView>;
  last: LastView[];
  outcome?: string;
  meters: Record<string, number>;
  fault?: string;
  held: boolean;
  device: DeviceView;
  shooter?: string;
  offered?: string;
  puck?: number | string;
  direction?: string;
  players: Record<string, PlayerView>;
  chips: Record<string, ChipView>;
  chips_worth: number[];
  trackers: Record<string, any>;
}

export interface RowView {
  wager: string;
  spot?: string;
  grade: string;
  stake: number;
  paid: number;
  net: number;
  cite: string;
}

export interface WonView {
  round: number;
  rows: RowView[];
}

export interface DueView {
  wager: string;
  spot?: string;
  choices: string[];
}

export interface OwnView {
  player: string;
  rack: number;
  laid: number;
  place: number;
  pending: DueView[];
  repeat: boolean;
  won?: WonView;
  dice?: string;
}

export interface RefusalView {
  code: number;
  word: string;
  message: string;
  cite: string | null;
}

/** An event, as everybody may know it; the other members are those of its kind. */
export interface HappenedView {
  event: string;
  [member: string]: any;
}

/** A table's last outcome on a card of the lobby. */
export interface NumberView {
  text: string;
  color: string;
  picture: string;
  round: number;
}

export interface CardView {
  phase: string;
  open: boolean;
  seats: string;
  last: NumberView[];
  fault?: string;
}

export interface TableFrame {
  kind: "table";
  seq: number;
  now: number;
  table: TableView;
  you: OwnView | null;
}

export interface DeltaFrame {
  kind: "delta";
  seq: number;
  patch: Patch;
  happened: HappenedView[];
}

export interface YouFrame {
  kind: "you";
  seq: number;
  you?: OwnView | null;
  patch?: Patch;
}

export interface ClockFrame {
  kind: "clock";
  now: number;
  closes: number | null;
  spins: number | null;
  patch: Patch;
}

export interface AnswerFrame {
  kind: "answer";
  id: string;
  ok: boolean;
  seq: number;
  refusal: RefusalView | null;
}

export interface ErrorFrame {
  kind: "error";
  message: string;
}

export interface LobbyFrame {
  kind: "lobby";
  seq: number;
  tables: Record<string, CardView>;
}

/** What a link sends on to who listens. */
export type Frame = TableFrame | DeltaFrame | YouFrame | ClockFrame | ErrorFrame | LobbyFrame;

/** What a terminal asks for, without its id. */
export interface Command {
  do: string;
  [member: string]: any;
}

/** The answer to a command; `again` where it was sent once more after the connection was lost. */
export type Answer = AnswerFrame & { again?: boolean };

/** A function for each kind of frame that somebody wants, and `link` for the state of the link. */
export interface Listener {
  table?: (frame: TableFrame) => void;
  delta?: (frame: DeltaFrame) => void;
  you?: (frame: YouFrame) => void;
  clock?: (frame: ClockFrame) => void;
  error?: (frame: ErrorFrame) => void;
  lobby?: (frame: LobbyFrame) => void;
  link?: (state: "open" | "waiting", event?: CloseEvent) => void;
}
