// What a terminal saw at a close: what is wrong with it, what a proof has exchanged since, and where a browser keeps it
// (docs/electronic-outcomes.md; table/witness.py makes the same checks).
import { climb, closingDigest, fields, unhex } from "./proof.js";

/**
 * @import { Proof, Published, Seen } from "../shared/wire.js"
 */

/**
 * What is wrong: too late, without the terminal's number, another delay, not under its root, not signed, signed with
 * another key than before; and after the round, another seal or another closing than the terminal was shown.
 * @typedef {"late" | "missing" | "delay" | "root" | "signature" | "key" | "seal" | "closing"} Fault
 */

/**
 * A round in this browser. `told`: the player has read the warning.
 * @typedef {{ seen: Seen, fault: Fault | null, told?: boolean }} Kept
 */

export const FORMAT = "croupier evidence 1";
export const PATIENCE = 500; // milliseconds
const NAME = "croupier.seen";
const MOST = 50; // rounds that are kept; warnings that nobody has read stay

// At the close -----------------------------------------------------------------------------------------------
/**
 * Whether the device has signed this closing; null if this browser cannot check it.
 * @param {Seen} seen
 */
export async function signed({ table, round, commitment, key, closing, signature }) {
  if (!closing || !signature) return false;
  const fixed = [closing.log, closing.nonces, String(closing.terminals), closing.root, String(closing.iterations)];
  const message = new TextEncoder().encode(fields("croupier signed closing 1", table, String(round), commitment, ...fixed));
  try {
    const imported = await crypto.subtle.importKey("raw", unhex(key), { name: "Ed25519" }, false, ["verify"]);
    return await crypto.subtle.verify({ name: "Ed25519" }, imported, unhex(signature), message);
  } catch (error) {
    return error instanceof Error && error.name === "NotSupportedError" ? null : false;
  }
}

/**
 * What is wrong with what a terminal saw at the close.
 * @param {Seen} seen
 * @returns {Promise<Fault | null>}
 */
export async function faultOf(seen) {
  const { table, round, iterations, nonce, waited, closing, path } = seen;
  if (waited === null || waited > PATIENCE || !closing) return "late";
  if (path === null || (await climb(nonce, path)) !== closing.nonces) return "missing";
  if (closing.iterations !== iterations) return "delay";
  if ((await climb(await closingDigest(table, round, closing), closing.path)) !== closing.root) return "root";
  return (await signed(seen)) === false ? "signature" : null;
}

// After the round --------------------------------------------------------------------------------------------
/** @param {Published} closing */
const written = ({ log, nonces, terminals, root, path, iterations }) => JSON.stringify([log, nonces, terminals, root, path, iterations]);

/**
 * What a proof has exchanged since the terminal saw it.
 * @param {Seen} seen
 * @param {Proof} proof
 * @returns {Fault | null}
 */
export function exchanged(seen, proof) {
  if (proof.commitment !== seen.commitment) return "seal";
  if (!seen.closing) return null;
  return proof.closing && written(proof.closing) === written(seen.closing) ? null : "closing";
}

// In this browser --------------------------------------------------------------------------------------------
/** @returns {Kept[]} All rounds, the newest last; none if the browser keeps nothing. */
export function keptRounds() {
  try {
    return JSON.parse(localStorage.getItem(NAME) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Keep a round, instead of what was kept of it before.
 * @param {Kept} round
 */
export function keep(round) {
  const others = keptRounds().filter(({ seen }) => seen.table !== round.seen.table || seen.round !== round.seen.round || seen.commitment !== round.seen.commitment);
  const all = [...others, round];
  const old = all.slice(0, -MOST).filter(({ fault, told }) => fault && !told);
  try {
    localStorage.setItem(NAME, JSON.stringify([...old.slice(-MOST), ...all.slice(-MOST)]));
  } catch {
    // a browser that stores nothing: the page still shows it
  }
}

/** @param {Seen} seen */
export const fileOf = (seen) => new Blob([`${JSON.stringify(seen, null, 1)}\n`], { type: "application/json" });
