// Computes the electronic outcome of a round again from its proof (docs/electronic-outcomes.md, "Every byte"). It uses no
// part of the page, so that it runs anywhere.

/** @import { Closing, Entries, Entry, Proof } from "../shared/wire.js" */

/**
 * The steps of a check, each with the computed and the published value; `equal` is true only if they are the same.
 * @typedef {{ whole: boolean, count: number, first: number, last: number, before: string }} Kept
 * @typedef {{ step: "seal", computed: string, said?: string, equal: boolean }} SealStep
 * @typedef {{ step: "log", kept: Kept | null, computed: string | null, proof: string | null, said?: string, equal: boolean }} LogStep
 * @typedef {{ step: "closing", closing: Closing, digest: string, computed: string, said?: string, equal: boolean }} ClosingStep
 * @typedef {{ step: "delay", iterations: number, seconds: number, computed: string, said: string, equal: boolean }} DelayStep
 * @typedef {{ step: "would", made: Awaited<ReturnType<typeof draw>>, equal: boolean }} WouldStep
 * @typedef {{ step: "draw", of: string, attempt: number, computed: string, said: string, equal: boolean, made: Awaited<ReturnType<typeof draw>> }} DrawStep
 * @typedef {{ step: "outcome" | "voided", computed: string | null, said?: string, equal: boolean }} LastStep
 * @typedef {SealStep | LogStep | ClosingStep | DelayStep | WouldStep | DrawStep | LastStep} Step
 */

const text = new TextEncoder();
const WORDS_OF_64 = 1n << 64n;

// An unambiguous encoding of texts: for each its length, a colon, the text, a comma.
/** @param {string[]} texts */
export const fields = (...texts) => texts.map((each) => `${each.length}:${each},`).join("");

/** @param {ArrayBuffer | Uint8Array<ArrayBuffer>} bytes */
export const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} digits */
export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {string} words */
export const sha256 = async (words) => hex(await crypto.subtle.digest("SHA-256", text.encode(words)));

/**
 * The outcomes of a chance as it is written, with their weights, whether they void the spin, and the total weight.
 * @param {string} chance
 */
export function weighed(chance) {
  const weights = chance.split(" ").map((entry) => {
    const [name, weight, mark] = entry.split(":");
    return { name, weight: BigInt(weight), void: mark === "void" };
  });
  return { weights, total: weights.reduce((sum, each) => sum + each.weight, 0n) };
}

/**
 * The outcome of a number below the total: each outcome has as many numbers as its weight, in order.
 * @param {{ name: string, weight: bigint, void: boolean }[]} weights
 * @param {bigint} number
 */
export function nth(weights, number) {
  let left = number;
  for (const each of weights) {
    if (left < each.weight) return each;
    left -= each.weight;
  }
  throw new RangeError("the number is below the total of the weights");
}

/** @param {Proof} proof */
export const commitment = (proof) => sha256(fields("croupier seal 1", proof.table, String(proof.round), proof.seed));

// The closing ------------------------------------------------------------------------------------------------
/**
 * @param {number} mark
 * @param {string} digits
 */
const hashed = async (mark, digits) => hex(await crypto.subtle.digest("SHA-256", new Uint8Array([mark, ...unhex(digits)])));

/**
 * The root that a path leads to from a leaf. A leaf begins with a zero byte, a node with a one.
 * @param {string} leaf
 * @param {string[]} path
 */
export async function climb(leaf, path) {
  let found = await hashed(0, leaf);
  for (const step of path) found = await hashed(1, step[0] === "L" ? step.slice(1) + found : found + step.slice(1));
  return found;
}

/**
 * The digest of the closing of a round.
 * @param {string} table
 * @param {number} round
 * @param {{ log: string, nonces: string, terminals: number }} closing
 */
export const closingDigest = (table, round, { log, nonces, terminals }) =>
  sha256(fields("croupier closing 1", table, String(round), log, nonces, String(terminals)));

/**
 * The root after the iterations of the delay: some seconds of work.
 * @param {string} root
 * @param {number} iterations
 */
export async function delayed(root, iterations) {
  const key = await crypto.subtle.importKey("raw", unhex(root), "PBKDF2", false, ["deriveBits"]);
  const given = { name: "PBKDF2", hash: "SHA-256", salt: text.encode("croupier delay 1"), iterations };
  return hex(await crypto.subtle.deriveBits(given, key, 256));
}

// The draws --------------------------------------------------------------------------------------------------
/**
 * One draw: its last block, the rejected words, the word that decided, and the outcome.
 * @param {Proof} proof
 * @param {number} attempt
 * @param {string} of
 * @param {string} chance
 */
export async function draw(proof, attempt, of, chance) {
  const [form, digest] = proof.closing ? ["croupier draw 2", proof.closing.delayed] : ["croupier draw 1", proof.log];
  if (digest === null) throw new RangeError("a draw has a digest of the log");
  const key = await crypto.subtle.importKey("raw", unhex(proof.seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const { weights, total } = weighed(chance);
  const limit = WORDS_OF_64 - (WORDS_OF_64 % total);
  const chances = await sha256(chance);
  /** @type {string[]} */
  const rejected = [];
  for (let block = 0; ; block += 1) {
    const message = fields(form, proof.table, String(proof.round), digest, String(attempt), of, chances, String(block));
    const made = hex(await crypto.subtle.sign("HMAC", key, text.encode(message)));
    for (const word of made.match(/.{16}/g) ?? []) {
      const value = BigInt(`0x${word}`);
      if (value < limit) {
        const remainder = value % total;
        const fallen = nth(weights, remainder);
        return { message, block: made, rejected, word, remainder, total, outcome: fallen.name, void: fallen.void };
      }
      rejected.push(word);
    }
  }
}

/**
 * The digest of an entry of the log (docs/store.md, "Digests"), over: the number of numbers, the numbers, the number of
 * fields and their lengths, in 8 bytes each, then the fields. The last field is the digest of the entry before.
 * @param {string} stream
 * @param {Entry} entry
 * @param {Uint8Array<ArrayBuffer>} previous
 */
async function bound(stream, entry, previous) {
  const parts = ["croupier envelope 1", stream, entry.kind, entry.command, entry.body].map((each) => text.encode(each));
  parts.push(previous);
  const numbers = [2, entry.version, entry.at, parts.length, ...parts.map((each) => each.length)];
  const head = new DataView(new ArrayBuffer(8 * numbers.length));
  numbers.forEach((number, place) => head.setBigUint64(8 * place, BigInt(number)));
  return new Uint8Array(await crypto.subtle.digest("SHA-256", await new Blob([head, ...parts]).arrayBuffer()));
}

/**
 * The digest of a log after these entries, from the digest before the first of them.
 * @param {Entries} kept
 */
export async function chained({ stream, before, entries }) {
  let digest = unhex(before);
  for (const entry of entries) digest = await bound(stream, entry, digest);
  return hex(digest);
}

/**
 * Check the digest of the log at the close and, if the entries reach back to the seal, the seal too.
 * @param {Proof} proof
 * @param {string | undefined} seal
 * @param {string | undefined} log
 * @param {Entries | null} kept
 * @returns {Promise<LogStep>}
 */
async function logged(proof, seal, log, kept) {
  if (!kept) return { step: "log", kept: null, computed: null, proof: proof.log, said: log, equal: proof.log === log };
  const [first, last] = [kept.entries[0], kept.entries[kept.entries.length - 1]];
  const whole = first.version === kept.sealed;
  /** @type {{ commitment?: string, round?: number }} */
  const said = whole ? JSON.parse(first.body) : {};
  const sealed = !whole || (said.commitment === seal && said.round === proof.round);
  const computed = await chained(kept);
  return {
    step: "log", kept: { whole, count: kept.entries.length, first: first.version, last: last.version, before: kept.before },
    computed, proof: proof.log, said: log, equal: sealed && computed === proof.log && computed === log,
  };
}

/**
 * Check the closing, and compute its delay again.
 * @param {Proof} proof
 * @param {string | undefined} root
 * @returns {AsyncGenerator<ClosingStep | DelayStep, void>}
 */
async function* closed(proof, root) {
  const { closing } = proof;
  if (!closing) return;
  const digest = await closingDigest(proof.table, proof.round, closing);
  const computed = await climb(digest, closing.path);
  const same = closing.log === proof.log && computed === closing.root && computed === root;
  yield { step: "closing", closing, digest, computed, said: root, equal: same };
  const begun = performance.now();
  const value = await delayed(closing.root, closing.iterations);
  const seconds = (performance.now() - begun) / 1000;
  yield { step: "delay", iterations: closing.iterations, seconds, computed: value, said: closing.delayed, equal: value === closing.delayed };
}

/**
 * Every step; `kept` are the entries of the log, if they could be loaded. `chance` is what a voided round would have
 * drawn from.
 * @param {Proof} proof
 * @param {{ seal?: string, log?: string, root?: string, chance?: string, outcome?: string, voided: boolean, kept?: Entries | null }} published
 * @returns {AsyncGenerator<Step, void>}
 */
export async function* steps(proof, { seal, log, root, chance, outcome, voided, kept = null }) {
  const sealed = await commitment(proof);
  yield { step: "seal", computed: sealed, said: seal, equal: sealed === seal && sealed === proof.commitment };
  if (proof.log !== null) yield logged(proof, seal, log, kept);
  yield* closed(proof, root);
  if (chance) yield { step: "would", made: await draw(proof, 1, "outcome", chance), equal: true };
  let stands = null;
  for (const [place, each] of proof.draws.entries()) {
    const made = await draw(proof, place + 1, each.of, each.chance);
    const again = each.of === "outcome" && stands !== null; // an outcome is drawn again only after a void one
    const equal = each.attempt === place + 1 && made.word === each.word && made.outcome === each.outcome && !again;
    yield { step: "draw", of: each.of, attempt: place + 1, computed: made.outcome, said: each.outcome, equal, made };
    if (each.of === "outcome" && !made.void) stands = made.outcome;
  }
  if (voided) yield { step: "voided", computed: "", said: "", equal: proof.voided && proof.outcome === null };
  else yield { step: "outcome", computed: stands, said: outcome, equal: stands === outcome && stands === proof.outcome };
}
