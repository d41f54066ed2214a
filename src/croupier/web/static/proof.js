// A round's electronic outcome made once more from its proof (docs/electronic-outcomes.md, "Every byte").
// No part of a page is used here, so that it can be run anywhere.

const text = new TextEncoder();
const WORDS_OF_64 = 1n << 64n;

// Texts as bytes that no other texts make: the length of each, a colon, the text, a comma.
export const fields = (...texts) => texts.map((each) => `${each.length}:${each},`).join("");

export const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

export const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const sha256 = async (words) => hex(await crypto.subtle.digest("SHA-256", text.encode(words)));

// The outcomes of a written chance with their weights, those that void the spin, and the sum of the weights.
export function weighed(chance) {
  const weights = chance.split(" ").map((entry) => {
    const [name, weight, mark] = entry.split(":");
    return { name, weight: BigInt(weight), void: mark === "void" };
  });
  return { weights, total: weights.reduce((sum, each) => sum + each.weight, 0n) };
}

// The outcome on which a number falls, each having as many numbers as its weight, in order.
export function nth(weights, number) {
  let left = number;
  for (const each of weights) {
    if (left < each.weight) return each;
    left -= each.weight;
  }
  throw new RangeError("the number is below the total of the weights");
}

export const commitment = (proof) => sha256(fields("croupier seal 1", proof.table, String(proof.round), proof.seed));

// One draw: every block that was needed, the words rejected on the way, the word that decided, and what it falls on.
export async function draw(proof, attempt, of, chance) {
  const key = await crypto.subtle.importKey("raw", unhex(proof.seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const { weights, total } = weighed(chance);
  const bound = WORDS_OF_64 - (WORDS_OF_64 % total);
  const digest = await sha256(chance);
  const rejected = [];
  for (let block = 0; ; block += 1) {
    const message = fields(
      "croupier draw 1", proof.table, String(proof.round), proof.log, String(attempt), of, digest, String(block),
    );
    const made = hex(await crypto.subtle.sign("HMAC", key, text.encode(message)));
    for (const word of made.match(/.{16}/g)) {
      const value = BigInt(`0x${word}`);
      if (value < bound) {
        const remainder = value % total;
        const fallen = nth(weights, remainder);
        return { message, block: made, digest, rejected, word, remainder, total, outcome: fallen.name, void: fallen.void };
      }
      rejected.push(word);
    }
  }
}

// Every step, each with what was computed and what was said; `equal` is true only where they are the same.
export async function* steps(proof, { seal, log, outcome, voided }) {
  const sealed = await commitment(proof);
  yield { step: "seal", computed: sealed, said: seal, equal: sealed === seal && sealed === proof.commitment };
  if (proof.log !== null) yield { step: "log", computed: proof.log, said: log, equal: proof.log === log };
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
