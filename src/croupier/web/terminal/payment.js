// Settles a round before the player's eyes, in the order of its rows, which is the procedure's: losing chips are swept, then each
// winner is paid chip by chip. Who wants no motion reads the result.
import { still } from "../shared/elements.js";
import { chipsPaid } from "./chips.js";
import { returnToTray } from "./returning.js";
import { keyOf } from "./undo.js";

/**
 * @import { RowTold } from "../shared/wire.js"
 * @import { Parts } from "./types.js"
 */

const SWEEP = 450; // milliseconds in which a losing bet leaves the layout
const SWEEPS = 350; // between the first of them and the last
const CHIP = 130; // between two chips of a payment
const PAYS = 1800; // for all payments, however many there are
const SEEN = 350; // until what was paid leaves the layout

/** @param {RowTold} row */
const stackOf = ({ player, wager, spot, tip }) => `${player}|${keyOf(wager, spot, tip)}`;

/**
 * Resolves when everything is paid.
 * @param {Pick<Parts, "boot" | "felt" | "sound" | "store" | "tray">} page
 * @param {readonly RowTold[]} rows
 */
export async function settle({ boot, felt, sound, store, tray }, rows) {
  if (still()) return;
  const lost = rows.filter(({ step }) => step === "collect");
  lost.forEach((row, i) => felt.sweep(stackOf(row), (SWEEPS * i) / lost.length, SWEEP));
  if (lost.length) {
    sound.lift();
    await store.pause(SWEEP + SWEEPS);
  }
  const won = rows.filter((row) => row.won > 0).map((row) => ({ row, chips: chipsPaid(row.won, boot.denominations) }));
  const step = Math.min(CHIP, PAYS / won.reduce((sum, { chips }) => sum + chips.length, 0));
  for (const { row, chips } of won) {
    sound.chip();
    felt.pay(stackOf(row), row.won, chips, step);
    await store.pause(step * chips.length);
  }
  if (won.length) await store.pause(SEEN);
  const own = won.filter(({ row }) => row.player === store.player && !row.tip);
  returnToTray(own.map(({ row: { wager, spot, paid } }) => ({ wager, spot, amount: paid })), felt, tray);
}
