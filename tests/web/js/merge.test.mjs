// Merge patches in the browser, on the same examples and the same tables as in Python: run by tests/web/test_js.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { mergePatch } = await import(new URL("../../../src/croupier/web/shared/merge.js", import.meta.url).href);
const read = (path) => JSON.parse(readFileSync(path, "utf8"));

// Freeze everything in a value, so that changing it fails.
function frozen(value) {
  if (value !== null && typeof value === "object") Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

test("the examples of RFC 7396", () => {
  const examples = read(new URL("rfc7396.json", import.meta.url));
  assert.equal(examples.length, 15);
  for (const [original, patch, result] of examples) assert.deepEqual(mergePatch(frozen(original), frozen(patch)), result);
});

test("patches give the view of every audience, in real shifts of every game", () => {
  const told = read(process.env.TOLD);
  assert.ok(told.length > 50);
  let patches = 0;
  for (const { name, first, patches: all, now } of told) {
    assert.deepEqual(all.reduce((view, patch) => mergePatch(view, frozen(patch)), frozen(first)), now, name);
    patches += all.length;
  }
  assert.ok(patches > 1000);
});

test("the name of a prototype is an ordinary name", () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__": {"place": 1}, "constructor": {"place": 2}}'));
  assert.deepEqual(Object.keys(merged), ["__proto__", "constructor"]);
  assert.deepEqual(JSON.parse(JSON.stringify(mergePatch(merged, JSON.parse('{"__proto__": null}')))), { constructor: { place: 2 } });
});
