// What a terminal saw at a close, judged as in Python: run by tests/web/test_js.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const at = (name) => new URL(`../../../src/croupier/web/${name}`, import.meta.url).href;
const { exchanged, faultOf, signed } = await import(at("round/seen.js"));
const { Witness } = await import(at("terminal/witness.js"));
const cases = JSON.parse(readFileSync(process.env.SEEN, "utf-8"));

for (const { seen, fault } of cases) {
  test(`the fault is ${fault}`, async () => {
    assert.equal((await faultOf(seen)) ?? "good", fault);
    if (fault === "good") assert.equal(await signed(seen), true);
  });
}

test("a proof with another seal or another closing is noticed", () => {
  const closing = { log: "a", nonces: "b", terminals: 1, root: "c", path: ["Ld"], iterations: 5 };
  const seen = { commitment: "s", closing };
  assert.equal(exchanged(seen, { commitment: "s", closing: { ...closing, delayed: "e" } }), null);
  assert.equal(exchanged(seen, { commitment: "t", closing: { ...closing, delayed: "e" } }), "seal");
  for (const key of Object.keys(closing)) {
    assert.equal(exchanged(seen, { commitment: "s", closing: { ...closing, [key]: key === "path" ? [] : 0 } }), "closing", key);
  }
  assert.equal(exchanged(seen, { commitment: "s" }), "closing");
  assert.equal(exchanged({ commitment: "s", closing: null }, { commitment: "s" }), null);
});

// A page at table T, in round 7, with a locked seed, a key and a delay; `sent` are its nonces.
function sits() {
  const sent = [];
  const states = [];
  const witness = new Witness("T", (nonce) => sent.push(nonce) > 0, ({ state }) => states.push(state));
  witness.heard({ kind: "table", table: { device: { seal: "5e", revealed: false, delay: 1000, key: "4e" } } });
  return { sent, states, witness };
}
const delta = (...happened) => ({ kind: "delta", seq: 1, patch: {}, happened });
const CLOSED = delta({ event: "betting-closed", round: 7 });

test("a terminal adds one new number at each close", () => {
  const { sent, witness } = sits();
  witness.heard(CLOSED);
  witness.heard(delta({ event: "dice-thrown", round: 8 }));
  assert.deepEqual(sent.map(({ do: word, round }) => [word, round]), [["nonce", 7], ["nonce", 8]]);
  assert.match(sent[0].nonce, /^[0-9a-f]{32}$/);
  assert.notEqual(sent[0].nonce, sent[1].nonce);
  witness.lost();
});

test("without a delay there is nothing to add", () => {
  const { sent, witness } = sits();
  witness.heard({ kind: "clock", patch: { device: { delay: null } } });
  witness.heard(CLOSED);
  assert.deepEqual(sent, []);
});

test("a close that was missed is not checked, and nothing is added to it", () => {
  const { sent, states, witness } = sits();
  witness.heard(CLOSED, true);
  assert.deepEqual([sent, states.at(-1)], [[], "lost"]);
});

test("a connection that is lost at the close is not called good", () => {
  const { states, witness } = sits();
  witness.heard(CLOSED);
  witness.lost();
  assert.equal(states.at(-1), "lost");
});

test("a closing that does not come is late, and a round voided before that needs none", async () => {
  const { states, witness } = sits();
  witness.heard(CLOSED);
  witness.heard(delta({ event: "round-voided", round: 7, reason: "" }));
  await new Promise((wait) => setTimeout(wait, 700));
  assert.equal(states.at(-1), "none");
  witness.heard(CLOSED);
  await new Promise((wait) => setTimeout(wait, 700));
  assert.deepEqual([states.at(-1), witness.status.fault], ["wrong", "late"]);
});

test("only the first closing counts, and it must be the one of the proof", async () => {
  const { witness } = sits();
  witness.heard(CLOSED);
  const { closing, signature } = cases.find(({ fault }) => fault === "good").seen;
  const other = { ...closing, root: "ab".repeat(32) };
  witness.heard(delta({ event: "closing-published", round: 7, closing, key: "4e", signature }));
  witness.heard(delta({ event: "closing-published", round: 7, closing: other, key: "4e", signature }));
  witness.nonce({ kind: "nonce", round: 7, path: null });
  await new Promise((wait) => setTimeout(wait, 100));
  assert.deepEqual([witness.status.fault, witness.status.seen.closing], ["missing", closing]);
  witness.heard(delta({ event: "seed-revealed", proof: { round: 7, commitment: "5e", closing: other } }));
  assert.equal(witness.status.fault, "closing");
});
