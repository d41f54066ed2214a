// Types of the terminal's parts, for the checker; no browser reads this.

/** The words of the page, by their names in the catalogue. */
export type Words = Record<string, string>;

/** A wager as people say it, with its spot. */
export type NameOf = (wager: string, spot?: string) => string;

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  width: number;
  height: number;
}

/** What is known of a spot: where it is on the felt, and what the server says of its wager. */
export interface Spot extends Box {
  wager: string;
  spot: string;
  at: string;
  title: string;
  covers?: string;
  says?: string;
  edges?: { when: string; edge: string; percent: number }[];
  element: HTMLElement;
}

/** A wheel or dice: it is started, comes to rest at an outcome, or is put there at once. */
export interface Device {
  start(...how: boolean[]): void;
  land(outcome: string): Promise<void>;
  rest(outcome: string | null): void;
  finish(): void;
}

/** Outcomes in words, in short, and in their colors. */
export interface OutcomeWords {
  words: (outcome: string) => string;
  short: (outcome: string) => string;
  color: (last: { outcome: string; color?: string }) => string;
}

/** What lies where: a key (undo.js) and the cents on it. */
export type Stakes = Map<string, number>;

/** An act of the player's; `change` is what it did on each spot. */
export interface Act {
  change: Stakes;
}
