// The parts of the terminal that are pure: run by tests/test_web_js.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const at = (name) => new URL(`../../src/croupier/web/static/${name}`, import.meta.url).href;
const { mergePatch } = await import(at("merge.js"));
const { breakdown, dollars, fill, onChip, seconds, signed } = await import(at("format.js"));
const { Acts, back, keyOf } = await import(at("undo.js"));
const { nextSpot, readingOrder } = await import(at("grid.js"));
const { meant } = await import(at("near.js"));
const { bouncing, comingToRest } = await import(at("motion.js"));
const { toYou } = await import(at("spoken.js"));
const { Show } = await import(at("show.js"));

test("a merge patch changes what it names, removes what is null, and leaves the target alone", () => {
  const target = { phase: "open", chips: { a: { stake: 5 }, b: { stake: 1 } }, last: [1, 2] };
  const merged = mergePatch(target, { phase: "spun", chips: { a: null, c: { stake: 7 } }, last: [3] });
  assert.deepEqual(merged, { phase: "spun", chips: { b: { stake: 1 }, c: { stake: 7 } }, last: [3] });
  assert.deepEqual(target, { phase: "open", chips: { a: { stake: 5 }, b: { stake: 1 } }, last: [1, 2] });
  assert.equal(mergePatch({ a: 1 }, "word"), "word");
  assert.deepEqual(mergePatch("word", { a: { b: null, c: 1 } }), { a: { c: 1 } });
});

test("cents are written as dollars, to the cent", () => {
  assert.equal(dollars(0), "$0.00");
  assert.equal(dollars(5), "$0.05");
  assert.equal(dollars(123_456_789), "$1,234,567.89");
  assert.equal(dollars(-250), "−$2.50");
  assert.equal(signed(250), "+$2.50");
  assert.equal(signed(0), "$0.00");
  assert.equal(onChip(500), "5");
  assert.equal(onChip(250), "2.50");
  assert.equal(onChip(1_250_000), "12.5k");
  assert.equal(seconds(4001), 5);
  assert.equal(seconds(-5), 0);
});

test("a refusal speaks to the player, and calls wagers by their names", () => {
  const words = { you_have: "You have ", you_are: "You are ", your: "your ", you_else: "you" };
  const names = { "place-6": "Place 6", "roulette-up": "Roulette Up", "roulette-up-progressive": "Roulette Up Progressive", red: "Red" };
  const said = (message) => toYou(message, "guest-1f", names, words);
  assert.equal(said("guest-1f has $2.00: a wager is made with chips."), "You have $2.00: a wager is made with chips.");
  assert.equal(said("roulette-up-progressive is a fixed wager."), "Roulette Up Progressive is a fixed wager.");
  assert.equal(said("pass beside place-6, not beside place-66, for guest-1f's hand"), "Pass beside Place 6, not beside place-66, for your hand");
  assert.equal(toYou("nobody called guest-1f", undefined, names, words), "Nobody called guest-1f");
});

test("sentences are filled, and what is not given stays to be seen", () => {
  assert.equal(fill("{amount} of {name}", { amount: "$5.00" }), "$5.00 of {name}");
});

test("an amount is made of the highest chips", () => {
  assert.deepEqual(breakdown(13_600, [100, 500, 2500, 10_000]), [10_000, 2500, 500, 500, 100]);
  assert.equal(breakdown(100_000, [100], 5).length, 5);
});

test("undo gives the commands back to what stood before", () => {
  const red = keyOf("red", null, false);
  assert.deepEqual(back(red, 500, 0), [{ do: "take-down", wager: "red" }]);
  assert.deepEqual(back(red, 700, 500), [{ do: "reduce", wager: "red", amount: 200 }]);
  assert.deepEqual(back(keyOf("corner", "1-2-4-5", false), 0, 300), [{ do: "place", wager: "corner", spot: "1-2-4-5", amount: 300 }]);
  assert.deepEqual(back(red, 500, 500), []);
});

test("acts are undone last first; a refused one never was", () => {
  const acts = new Acts();
  acts.did([["red||0", 0]]);
  const refused = acts.did([["red||0", 500]]);
  acts.did([["black||0", 0], ["red||0", 500]]);
  acts.forget(refused);
  const standing = new Map([["red||0", 1000], ["black||0", 500]]);
  assert.deepEqual(acts.undo(standing), [{ do: "take-down", wager: "black" }, { do: "reduce", wager: "red", amount: 500 }]);
  assert.deepEqual(acts.undo(new Map([["red||0", 500]])), [{ do: "take-down", wager: "red" }]);
  assert.equal(acts.empty, true);
  assert.deepEqual(acts.undo(new Map()), []);
});

// Every felt, as the server draws it: a file for each in the folder FELTS.
const felts = (process.env.FELTS ?? "").split(":").filter(Boolean);
const SPOT = /data-wager="([^"]*)" data-spot="([^"]*)"(?: data-at="([^"]*)")? x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g;
const spotsOf = (path) =>
  readingOrder(
    [...readFileSync(path, "utf8").matchAll(SPOT)].map(([, wager, spot, at = "", ...box]) => {
      const [x, y, width, height] = box.map(Number);
      return { name: `${wager} ${spot} ${at}`.trim(), x, y, width, height };
    }),
  );

test("every spot of every felt is reached with arrow keys", () => {
  assert.equal(felts.length, 5);
  for (const path of felts) {
    const spots = spotsOf(path);
    const reached = new Set([spots[0]]);
    for (const spot of reached) for (const way of ["Left", "Right", "Up", "Down"]) reached.add(nextSpot(spots, spot, `Arrow${way}`));
    assert.deepEqual(spots.filter((spot) => !reached.has(spot)).map((spot) => spot.name), [], path);
  }
});

const PHONE = 0.424; // pixels for a length of the felt
const TOUCH = { reach: 14 / PHONE, small: 20 / PHONE, exact: 1 / PHONE };
const touched = (spots, spot, [right, down] = [0, 0]) =>
  meant(spots, { x: spot.x + spot.width / 2 + right / PHONE, y: spot.y + spot.height / 2 + down / PHONE }, TOUCH);

test("what is touched right in its middle, or a little beside it, is meant or offered", () => {
  for (const path of felts) {
    const spots = spotsOf(path);
    for (const spot of spots) {
      assert.deepEqual(touched(spots, spot), [spot], spot.name);
      for (const way of [[4, 0], [-4, 0], [0, 4], [0, -4], [3, 3], [-3, 3]]) {
        const found = touched(spots, spot, way);
        assert.ok(found.includes(spot), `${spot.name} ${way}`);
        assert.ok(!/^(split|corner|line|trio|street) [^c]*$/.test(spot.name) || found.length > 1, `${spot.name} ${way}`);
      }
    }
  }
});

test("a number is placed at once, and asked for near a line or a corner", () => {
  const spots = spotsOf(felts[0]);
  const names = (name, way) => touched(spots, spots.find((each) => each.name === name), way).map((each) => each.name);
  assert.deepEqual(names("straight 17", [5, -5]), ["straight 17"]);
  assert.deepEqual(names("straight 17", [10, 0]).slice(0, 2).toSorted(), ["split 17-20", "straight 17"]);
  assert.equal(names("split 17-20", [2, 1])[0], "split 17-20");
  assert.deepEqual(names("split 17-20", [2, 1]).filter((name) => name.startsWith("straight")).toSorted(), ["straight 17", "straight 20"]);
  const corner = names("corner 8-9-11-12", [1.5, -1]);
  assert.equal(corner[0], "corner 8-9-11-12");
  assert.deepEqual(corner.slice(1).toSorted(), [
    "split 11-12", "split 8-11", "split 8-9", "split 9-12", "straight 11", "straight 12", "straight 8", "straight 9",
  ]);
  assert.ok(names("street 16-17-18", [3, 2]).length > 1);
  assert.deepEqual(names("red", [20, -6]), ["red"]);
  assert.deepEqual(meant(spots, { x: 5, y: 5 }, TOUCH), []);
});

test("arrows go from a number over its line to the next, and down to the outside", () => {
  const spots = spotsOf(felts[0]);
  const walk = (from, ...ways) => {
    let spot = spots.find((each) => each.name === from);
    return ways.map((way) => (spot = nextSpot(spots, spot, `Arrow${way}`)).name);
  };
  assert.deepEqual(walk("straight 8", "Right", "Right", "Left", "Up"), ["split 8-11", "straight 11", "split 8-11", "corner 8-9-11-12"]);
  assert.deepEqual(walk("straight 10", "Down", "Down", "Down"), ["street 10-11-12", "dozen 1", "low"]);
});

test("a wheel comes to rest where the record says, and never turns back", () => {
  for (const speed of [-464, 210, -210, 12]) {
    for (const to of [0, 9.7, 180, 350.2]) {
      const angle = comingToRest(33, speed, to, 3.8);
      assert.ok(Math.abs(((((angle(3.8) - to) % 360) + 540) % 360) - 180) < 1e-6);
      assert.equal(angle(0), 33);
      let last = angle(0);
      for (let t = 0.05; t <= 3.8; t += 0.05) {
        const next = angle(t);
        assert.ok((next - last) * Math.sign(speed) >= -1e-9, `speed ${speed} to ${to} at ${t}`);
        last = next;
      }
    }
  }
});

test("a ball bounces between its track and its rest", () => {
  assert.equal(bouncing(0), 1);
  assert.equal(bouncing(1), 0);
  for (let t = 0; t <= 1; t += 0.01) assert.ok(bouncing(t) >= 0 && bouncing(t) <= 1);
});

test("frames wait for what moves, and not beyond the next betting", async () => {
  const shown = [];
  let land;
  let hurried = 0;
  const show = new Show(
    (frame) => {
      shown.push(frame.kind);
      return frame.kind === "moves" ? new Promise((done) => (land = done)) : undefined;
    },
    () => {
      hurried += 1;
      land();
    },
  );
  const turn = () => new Promise((done) => setTimeout(done));
  show.push({ kind: "moves" });
  show.push({ kind: "delta", happened: [{ event: "settled" }] });
  await turn();
  assert.deepEqual(shown, ["moves"]);
  show.push({ kind: "opens", happened: [{ event: "betting-opened" }] });
  await turn();
  assert.deepEqual(shown, ["moves", "delta", "opens"]);
  assert.equal(hurried, 1);
});
