// The pure functions of the terminal: run by tests/web/test_js.py.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const at = (name) => new URL(`../../../src/croupier/web/${name}`, import.meta.url).href;
const { breakdown, dollars, fill, onChip, seconds, signed } = await import(at("shared/format.js"));
const { Acts, after, back, changed, keyOf } = await import(at("terminal/undo.js"));
const { nextSpot, readingOrder } = await import(at("terminal/spots/navigation.js"));
const { touchedSpots } = await import(at("terminal/spots/touched.js"));
const { bouncing, comingToRest } = await import(at("terminal/devices/motion.js"));
const { Player } = await import(at("terminal/player.js"));
const { alike } = await import(at("terminal/panels.js"));
const { Store } = await import(at("terminal/store.js"));
const { TableEvents } = await import(at("terminal/table_events.js"));

test("cents are written as dollars, to the cent", () => {
  assert.equal(dollars(0), "$0.00");
  assert.equal(dollars(5), "$0.05");
  assert.equal(dollars(123_456_789), "$1,234,567.89");
  assert.equal(dollars(-250), "−\u2060$2.50"); // a word joiner keeps the minus sign on its line
  assert.equal(signed(250), "+$2.50");
  assert.equal(signed(0), "$0.00");
  assert.equal(onChip(500), "5");
  assert.equal(onChip(250), "2.50");
  assert.equal(onChip(1_250_000), "12.5k");
  assert.equal(seconds(4001), 5);
  assert.equal(seconds(-5), 0);
});

test("sentences are filled, and missing values stay visible", () => {
  assert.equal(fill("{amount} of {name}", { amount: "$5.00" }), "$5.00 of {name}");
});

test("an amount is made of the highest chips", () => {
  assert.deepEqual(breakdown(13_600, [100, 500, 2500, 10_000]), [10_000, 2500, 500, 500, 100]);
  assert.equal(breakdown(100_000, [100], 5).length, 5);
});

test("undo gives the commands that take a change back", () => {
  const red = keyOf("red", null, false);
  const corner = keyOf("corner", "1-2-4-5", false);
  const standing = new Map([[red, 700]]);
  assert.deepEqual(back(new Map([[red, 700]]), standing), [{ do: "take-down", wager: "red" }]);
  assert.deepEqual(back(new Map([[red, 200]]), standing), [{ do: "reduce", wager: "red", amount: 200 }]);
  assert.deepEqual(back(new Map([[corner, -300]]), standing), [{ do: "place", wager: "corner", spot: "1-2-4-5", amount: 300 }]);
  assert.deepEqual(back(new Map([[corner, 300]]), standing), []);
  const before = new Map([[red, 500], [keyOf("red", null, true), 100]]);
  const now = after(new Map(before), { do: "clear" });
  assert.deepEqual([...now.values()], [0, 100]);
  assert.deepEqual(changed(before, now), new Map([[red, -500]]));
});

test("acts are remembered in order, without refused ones", () => {
  const acts = new Acts();
  for (const name of ["one", "refused", "two"]) acts.did(name);
  acts.forget("refused");
  assert.deepEqual([acts.last(), acts.last(), acts.empty, acts.last()], ["two", "one", true, undefined]);
});

// A table that answers after a moment, shows the result later, and accepts at most $10 on a spot.
function slowTable() {
  const stakes = new Map();
  let seq = 0;
  let told = () => {};
  const most = 1000;
  const link = {
    round: 1,
    refused: 0,
    async ask(command) {
      await new Promise((wait) => setTimeout(wait, 2));
      const key = keyOf(command.wager, command.spot, false);
      const next = after(new Map(stakes), command);
      const ok = command.do !== "reduce" || command.amount < stakes.get(key) ? [...next.values()].every((each) => each <= most) : false;
      if (ok) for (const [each, stake] of next) stakes.set(each, stake);
      else link.refused += 1;
      seq += 1;
      const at = seq;
      const chips = [...stakes].filter(([, stake]) => stake).map(([each, stake]) => ({ key: `me|${each}`, wager: each.split("|")[0], spot: each.split("|")[1], tip: false, stake }));
      setTimeout(() => told(chips, at), 15);
      return { ok, seq: at, refusal: ok ? null : { message: "no" } };
    },
  };
  const player = new Player(link, { changed: () => player.expected(), refused: () => {} });
  told = (chips, at) => player.standing(chips, at);
  return { link, player, on: (wager) => stakes.get(keyOf(wager, "", false)) ?? 0 };
}

const red = { wager: "red", spot: "" };
const black = { wager: "black", spot: "" };

test("acts at once have the same result as one after another", async () => {
  const { link, player, on } = slowTable();
  const all = [player.place(red, 100), player.place(red, 100), player.double(), player.place(black, 100), player.undo(), player.undo(), player.remove(red), player.undo()];
  assert.equal(player.stakeOn("red", ""), 200);
  assert.equal(player.stakeOn("black", ""), 0);
  await Promise.all(all);
  assert.deepEqual([on("red"), on("black"), link.refused], [200, 0, 0]);
  await Promise.all([player.double(), player.double(), player.double(), player.place(black, 500), player.undo()]);
  assert.deepEqual([on("red"), on("black"), link.refused], [800, 0, 1]); // the third is over the limit
  const late = [player.move(red, black), player.clear(), player.undo()];
  await null; // the first is sent now
  assert.deepEqual([player.lies, player.stakeOn("black", "")], [true, 800]);
  await Promise.all([...late, player.undo(), player.undo()]);
  assert.deepEqual([on("red"), on("black")], [400, 0]);
});

test("a wager that waits for a choice is neither doubled nor cleared, nor drawn a second time", async () => {
  const { player } = slowTable();
  player.standing([{ key: "me|red||0|held", wager: "red", spot: "", tip: false, stake: 500 }], 1);
  assert.deepEqual([player.stakeOn("red", ""), player.lies, player.comesDown, player.coming], [0, false, false, 0]);
  assert.deepEqual(await Promise.all([player.double(), player.clear()]), [null, null]);
});

test("an undo of an act that is refused takes nothing else back", async () => {
  const { player, on } = slowTable();
  await Promise.all([player.place(red, 900), player.place(red, 500), player.undo()]);
  assert.equal(on("red"), 900);
  assert.equal(await player.undo(), true);
  assert.equal(on("red"), 0);
  assert.deepEqual(await Promise.all([player.undo(), player.double(), player.clear()]), [null, null, null]);
});

test("an act that still waits when its round ends is dropped", async () => {
  const { link, player, on } = slowTable();
  const all = [player.place(red, 100), player.double()];
  await new Promise((wait) => setTimeout(wait));
  link.round = 2;
  assert.deepEqual(await Promise.all(all), [true, false]);
  assert.equal(on("red"), 100);
});

test("chips are sent together, up to the limit of the table; acts that depend on them wait", async () => {
  const { link, player, on } = slowTable();
  const asked = [];
  const { ask } = link;
  link.ask = (command) => asked.push(command.do) && ask(command);
  const all = [...Array.from({ length: 6 }, () => player.place(red, 100)), player.double(), player.place(black, 100)];
  await null;
  assert.deepEqual(asked, ["place", "place", "place", "place"]);
  assert.deepEqual([player.coming, player.busy], [1300, true]);
  await Promise.all(all);
  assert.deepEqual(asked.slice(4), ["place", "place", "raise", "place"]);
  assert.deepEqual([on("red"), on("black"), link.refused], [600, 100, 1]); // twelve hundred are over the limit
  assert.deepEqual([player.coming, player.busy], [0, false]);
});

// Every felt, as the server draws it: a file for each in the folder FELTS.
const felts = (process.env.FELTS ?? "").split(":").filter(Boolean);
const SPOT = /data-wager="([^"]*)" data-spot="([^"]*)"(?: data-at="([^"]*)")?(?: data-between="")? x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)"/g;
const spotsOf = (path) =>
  readingOrder(
    [...readFileSync(path, "utf8").matchAll(SPOT)].map(([, wager, spot, at = "", ...box]) => {
      const [x, y, width, height] = box.map(Number);
      return { name: `${wager} ${spot} ${at}`.trim(), x, y, width, height };
    }),
  );

test("every spot of every felt is reached with arrow keys", () => {
  assert.equal(felts.length, 20);
  for (const path of felts) {
    const spots = spotsOf(path);
    const reached = new Set([spots[0]]);
    for (const spot of reached) for (const way of ["Left", "Right", "Up", "Down"]) reached.add(nextSpot(spots, spot, `Arrow${way}`));
    assert.deepEqual(spots.filter((spot) => !reached.has(spot)).map((spot) => spot.name), [], path);
  }
});

const PHONE = 0.424; // pixels for a length of the felt
const TOUCH = { reach: 14 / PHONE, small: 28 / PHONE, exact: 1 / PHONE };
const touched = (spots, spot, [right, down] = [0, 0]) =>
  touchedSpots(spots, { x: spot.x + spot.width / 2 + right / PHONE, y: spot.y + spot.height / 2 + down / PHONE }, TOUCH);

test("a touch in the middle of a spot, or near it, means the spot or offers it", () => {
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

test("on a phone, a touch on a line or a corner of the upright felt offers it among others", () => {
  const upright = readFileSync(felts[3], "utf8");
  assert.match(upright, /viewBox="0 0 640 /);
  const scale = 377 / 640;
  const finger = { reach: 14 / scale, small: 28 / scale, exact: 1 / scale };
  const spots = spotsOf(felts[3]);
  const between = spots.filter(({ name }) => /^(split|corner|line|trio|street)/.test(name));
  assert.ok(between.length > 100);
  for (const spot of between) {
    const found = touchedSpots(spots, { x: spot.x + spot.width / 2 + 3 / scale, y: spot.y + spot.height / 2 + 2 / scale }, finger);
    assert.ok(found.length > 1 && found.slice(0, 9).includes(spot), spot.name);
  }
});

test("a touch on a number places at once; near a line or a corner it offers several spots", () => {
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
  assert.deepEqual(touchedSpots(spots, { x: 5, y: 5 }, TOUCH), []);
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

test("a wheel stops at the recorded outcome, and never turns back", () => {
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

test("frames wait for animations, but not beyond the next betting", async () => {
  const shown = [];
  let land;
  let hurried = 0;
  let moved = 0;
  let changed = 0;
  const store = new Store({
    show: ({ event }) => {
      shown.push(event);
      return event === "ball-spun" ? new Promise((done) => (land = done)) : undefined;
    },
    hurry: () => {
      hurried += 1;
      land();
    },
    moved: () => (moved += 1),
    changed: () => (changed += 1),
  });
  const turn = () => new Promise((done) => setTimeout(done));
  const delta = (seq, ...events) => store.push({ kind: "delta", seq, patch: { round: seq }, happened: events.map((event) => ({ event })) });
  store.push({ kind: "table", seq: 1, table: { round: 1, chips: {} }, you: null });
  delta(2);
  await turn();
  assert.deepEqual([store.seq, moved, changed], [2, 1, 2]); // a frame without events is only merged
  delta(3, "ball-spun");
  delta(4, "settled");
  delta(5);
  await turn();
  assert.deepEqual([shown, store.view.round, changed], [["ball-spun"], 2, 2]);
  delta(6, "betting-opened");
  await turn();
  assert.deepEqual(shown, ["ball-spun", "settled", "betting-opened"]);
  assert.deepEqual([store.seq, store.view.round, hurried, moved, changed], [6, 6, 1, 4, 6]);
});

test("a terminal loads again what is posted when the house changes, and only then", async () => {
  const kept = { document: globalThis.document, fetch: globalThis.fetch, location: globalThis.location };
  let asked = 0;
  const answers = { ok: false };
  Object.assign(globalThis, { document: { visibilityState: "visible" }, location: { href: "/tables/R0" } });
  globalThis.fetch = async () => {
    asked += 1;
    return answers;
  };
  try {
    const events = new TableEvents({ announcer: {}, felt: {}, notices: {}, player: {}, sound: {}, words: {} });
    await events.show({ event: "seal-published" });
    assert.equal(asked, 0);
    await events.show({ event: "house-changed" });
    assert.equal(asked, 1);
  } finally {
    Object.assign(globalThis, kept);
  }
});

test("a draw is announced in its own words, an award with its odds", async () => {
  const said = [];
  const page = { announcer: { say: (words) => said.push(words) }, felt: {}, banner: { call: (words) => said.push(words) }, player: {}, sound: {} };
  const words = { drawn: "Drawn for the {of}: {result}.", drawn_award: "Award: {result} to 1." };
  const events = new TableEvents({ ...page, words, boot: { draws: { bonus: "bonus" } } });
  await events.show({ event: "drawn", of: "award", result: "50" });
  await events.show({ event: "drawn", of: "bonus", result: "17-4" });
  assert.deepEqual(said, ["Award: 50 to 1.", "Award: 50 to 1.", "Drawn for the bonus: 17-4.", "Drawn for the bonus: 17-4."]);
});

test("like bets are called on or off together: two of a kind, none for the dealers", () => {
  const calls = { "place-6": "Place", "place-8": "Place", "hard-6": "Hardways", "come-odds": "Odds behind Come" };
  const bet = (wager, spot = null, tip = false) => ({ key: `${wager}|${spot}|${tip}`, wager, spot, tip, on: false });
  const bets = [bet("place-6"), bet("place-8"), bet("hard-6"), bet("hard-6", null, true), bet("pass"), bet("come-odds", "5"), bet("come-odds", "9")];
  const kinds = alike(bets, calls);
  assert.deepEqual([...kinds.keys()], ["Place", "Odds behind Come"]);
  assert.deepEqual(kinds.get("Place").map(({ wager }) => wager), ["place-6", "place-8"]);
  assert.equal(alike(bets.slice(1), calls).size, 1);
});
