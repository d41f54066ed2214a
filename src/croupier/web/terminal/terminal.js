// The terminal of one player at one table: it brings felt, tray, device and panels together.
import { Announcer } from "./announcer.js";
import { BigSixWheel } from "./devices/big_six_wheel.js";
import { outcomeWords } from "./outcome_words.js";
import { Chooser } from "./spot_chooser.js";
import { Clock } from "./clock.js";
import { Dice } from "./devices/dice.js";
import { Felt } from "./felt.js";
import { dollars, fill, signed } from "../shared/format.js";
import { makeHelp } from "./help.js";
import { listen } from "./shortcuts.js";
import { showLastNumbers } from "./last_numbers.js";
import { LayoutMarks } from "./layout_marks.js";
import { mergePatch } from "../shared/merge.js";
import { Notices } from "./notices.js";
import { bestFirst, showAsked, showMine, showPlayers, showRack, showResult } from "./panels.js";
import { showTooltip } from "./spot_tooltip.js";
import { Player } from "./player.js";
import { PastRound } from "./past_round.js";
import { ServiceState } from "./out_of_service.js";
import { FrameQueue } from "./frame_queue.js";
import { Link } from "../shared/socket.js";
import { Sound } from "./sound.js";
import { ActSentences } from "./act_sentences.js";
import { Stage } from "./devices/stage.js";
import { byId, html, put } from "../shared/elements.js";
import { Tray, carried } from "./tray.js";
import { RouletteWheel } from "./devices/roulette_wheel.js";

const boot = JSON.parse(byId("boot").textContent);
const { words } = boot;
const api = `/api/1/tables/${boot.table}`;

const SEEN = 1300; // milliseconds for which all wagers lie with the outcome before they are settled
const came = outcomeWords(boot);
const sound = new Sound((state) => {
  byId("sound-waits").hidden = state !== "waits";
  byId("sound").setAttribute("aria-pressed", String(state === "on"));
  byId("sound").title = state === "waits" ? words.sound_waits : words.sound;
});
const announcer = new Announcer();
const notices = new Notices(words);
const service = new ServiceState(words, announcer, notices);
const load = async (path, how) => {
  const answer = await fetch(`${api}/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer[how]();
};
const [picture, { spots }] = await Promise.all([load("felt.svg", "text"), load("spots", "json")]).catch((error) => {
  put(byId("felt"), html("p", { class: "fault", role: "alert" }, words.not_loaded, html("button", { type: "button", class: "button gold", onclick: () => location.reload() }, words.again)));
  throw error;
});

let view = null;
let you = null;
let seq = 0;
let won = null; // what the player's last round brought
let said = null; // the round whose result was said
let heard = null; // the last round whose outcome was called here

const nameOf = (wager, spot) => `${boot.names[wager] ?? wager}${spot ? ` ${spot.replaceAll("-", ", ")}` : ""}`;

const press = (spot) => (tray.erasing ? removeAt(spot) : placeAt(spot, tray.cents));
const chooser = new Chooser(words, nameOf, press, boot.game === "roulette");
const felt = new Felt(byId("felt"), picture, spots, {
  place: press,
  choose: (near, low) => chooser.ask(tray.erasing ? near.filter((spot) => player.stakeOn(spot.wager, spot.spot)) : near, low),
  remove: (spot) => removeAt(spot),
  show: (spot) => pointAt(spot),
  grabbed: (spot) => (player.stakeOn(spot.wager, spot.spot) ? carried(player.stakeOn(spot.wager, spot.spot)) : null),
  move: (from, to) => moved(from, to),
}, { badges: { tip: words.badge_tip, on: words.badge_on, off: words.badge_off }, onSpot: (each) => fill(each.color === null ? words.yours : words.of_another, { amount: dollars(each.stake), name: each.name }) });

const laid = new LayoutMarks(felt.marks, `${location.pathname}/marks.svg`);
const tray = new Tray(boot.denominations, words, {
  drop: (cents, x, y) => {
    const spot = felt.at(x, y);
    if (spot) placeAt(spot, cents);
  },
});
const device = new Stage({
  roulette: () => new RouletteWheel(byId("device"), boot.ring, sound),
  craps: () => new Dice(byId("device"), sound),
  "big-six": () => new BigSixWheel(byId("device"), felt.picture, sound),
}[boot.game]());
const clock = new Clock(boot.window, (left) => {
  sound.tick(left <= 3 ? 0.7 : 0.4);
  if (left === 5) announcer.say(words.five_seconds);
});
const recall = new PastRound(api, words, () => you?.player, (round) => {
  device.recall(round);
  if (round) announcer.say(byId("recall-words").textContent);
  marks();
  draw();
});
const show = new FrameQueue(present, () => device.finish());

const link = new Link(`${api}/socket`, {
  link: (state) => {
    document.body.classList.toggle("offline", state !== "open");
    byId("link").textContent = state === "open" ? "" : words.reconnecting;
    later(draw);
  },
  table: (frame) => {
    clock.told({ now: frame.now, closes: frame.table.closes });
    show.push(frame);
  },
  delta: (frame) => show.push(frame),
  you: (frame) => show.push(frame),
  clock: (frame) => {
    clock.told(frame);
    later(draw);
    show.push(frame);
  },
  error: (frame) => refuse({ message: frame.message }),
});
const player = new Player(link, { changed: () => later(draw), refused: (answer) => refuse(answer.refusal, answer.again) });
const spoken = new ActSentences(words, nameOf, player, () => you);
const help = makeHelp(felt.spots, Object.keys(boot.names), words, nameOf, (spot) => placeAt(spot, tray.cents));

// What the player does

// An act is at the table of now; once it is done and seen, a sentence says what stands.
async function act(doing, sentence, nothing = words.nothing) {
  recall.leave();
  if (service.out) return refuse({ message: service.sentence });
  const { refused } = notices;
  const done = await doing();
  if (done === null) announcer.say(nothing);
  if (!done) return undefined;
  notices.clear(refused);
  return announcer.say(sentence);
}

function placeAt(spot, cents) {
  if (!you) return refuse({ message: words.watching });
  sound.chip();
  if (tray.tipping) act(() => player.tip(spot, cents), () => spoken.tip(spot, cents));
  else act(() => player.place(spot, cents), () => spoken.on(spot));
  return undefined;
}

function removeAt(spot) {
  if (player.stakeOn(spot.wager, spot.spot)) remove(spot);
  else announcer.say(words.nothing_there);
}

function remove(chip) {
  sound.lift();
  act(() => player.remove(chip), () => spoken.on(chip));
}

function moved(from, to) {
  if (to) act(() => player.move(from, to), () => spoken.on(to));
  else removeAt(from);
}

let pointed = null;
function pointAt(spot) {
  pointed = spot;
  const lit = felt.light(spot ? (boot.covers[`${spot.wager}|${spot.spot}`] ?? []) : []);
  showTooltip(spot, lit.length > 6 ? [] : lit, felt.lying(spot), words);
}

const acts = {
  undo: () => act(() => player.undo(), () => spoken.all(words.undone), words.nothing_to_undo),
  clear: () => act(() => player.clear(), () => spoken.all(words.cleared)),
  repeat: () => act(() => player.repeat(), () => spoken.all(words.repeated)),
  double: () => act(() => player.double(), () => spoken.all(words.doubled)),
  more: () => act(() => player.simply("bring-chips", { amount: boot.brings }), () => spoken.rack()),
  leave: async () => (await player.simply("leave")) && location.assign("/"),
  help: () => help.open(),
  sound: () => sound.press(),
  mine: () => {
    const open = byId("ledger").classList.toggle("open");
    byId("mine-button").setAttribute("aria-expanded", String(open));
  },
  near: () => byId("felt-box").classList.toggle("near"),
  erase: () => {
    tray.erase(!tray.erasing);
    announcer.say(tray.erasing ? words.erasing : words.placing);
  },
};
for (const button of document.querySelectorAll("[data-act]")) button.addEventListener("click", () => acts[button.dataset.act]());

listen({
  act: (name) => acts[name](),
  chip: (place) => tray.choose(place) && announcer.say(fill(words.chip_chosen, { amount: dollars(tray.cents) })),
  leave: () => {
    recall.leave();
    if (byId("ledger").classList.contains("open")) acts.mine();
  },
});

// `again` where it was asked once more after the line was cut.
function refuse(refusal, again = false) {
  sound.refused();
  const said = refusal && [again && words.line_was_cut, refusal.message, refusal.word === "not-enough-chips" && words.more_hint];
  announcer.say(notices.refuse(refusal && { ...refusal, message: said.filter(Boolean).join(" ") }));
}

// What the table does

async function present(frame) {
  if (frame.kind === "you") {
    you = "patch" in frame ? mergePatch(you, frame.patch) : frame.you;
  } else if (frame.kind === "table") {
    ({ table: view, you, seq } = frame);
    found();
  } else if (frame.kind === "clock") {
    view = mergePatch(view, frame.patch);
  } else {
    for (const item of frame.happened) await happened[item.event]?.(item);
    view = mergePatch(view, frame.patch);
    ({ seq } = frame);
    if (frame.happened.some(({ event }) => MARKING.has(event))) marks();
  }
  service.told(view);
  later(draw);
}

// A table as it is found by a terminal that comes, or comes back.
function found() {
  const last = view.last?.at(-1)?.outcome ?? null;
  if (boot.runs.includes(view.phase)) device.start(view.direction !== "counterclockwise");
  else device.rest(view.outcome ?? last);
  player.acts.clear();
  marks();
}

const happened = {
  left: () => you || link.renew(), // a place is free for who watches
  "ball-spun": () => device.start(),
  "wheel-spun": (item) => device.start(item.clockwise),
  "dice-thrown": () => {
    device.start();
    noMore(words.dice_thrown);
  },
  "dice-accepted": (item) => announcer.say(shooterWords(item.player)),
  "betting-closed": () => noMore(words.no_more_bets),
  "outcome-called": async (item) => {
    heard = item.round;
    await device.land(item.outcome);
    const said = came.words(item.outcome);
    announcer.call(said);
    sound.say(said);
    notices.call(said, "called", boot.colors?.[item.outcome]);
    byId("phase").textContent = said;
    shown = item.outcome;
    marks();
    await show.pause(SEEN);
    shown = null;
  },
  drawn: (item) => {
    announcer.say(fill(words.drawn, item));
    notices.call(fill(words.drawn, item), "called");
  },
  settled: (item) => {
    for (const row of item.rows) if (row.paid > 0) felt.flash(row);
    for (const said of item.announced ?? []) announcer.say(said);
  },
  "betting-opened": () => {
    sound.open();
    notices.end();
    announcer.say(words.place_your_wagers);
    player.acts.clear();
  },
  voided: (item) => void_(item.says || words.voided),
  "round-voided": () => void_(words.round_voided),
};

function void_(said) {
  device.rest(view.last?.at(-1)?.outcome ?? null);
  announcer.call(said);
  notices.call(said, "closed");
}

function noMore(said) {
  player.acts.clear();
  sound.bell();
  sound.say(said);
  announcer.call(said);
  notices.call(said, "closed");
}

const shooterWords = (id) => (id === you?.player ? words.you_shoot : fill(words.shooter, { name: view.players?.[id]?.name ?? id }));

const MARKING = new Set(["outcome-called", "settled", "betting-opened", "voided", "round-voided", "dice-accepted", "dice-passed", "point-taken-off", "house-changed"]);
let shown = null; // an outcome that lies, before the view has it
function marks() {
  const dolly = shown ?? (["called", "settled"].includes(view?.phase) ? view.outcome : null);
  const query = recall.active ? `?round=${recall.round.round}` : boot.game === "roulette" && dolly ? `?dolly=${encodeURIComponent(dolly)}` : "";
  laid.show(query);
}

// Drawing

const waiting = new Set();
function later(draws) {
  if (waiting.has(draws)) return;
  waiting.add(draws);
  (document.hidden ? setTimeout : requestAnimationFrame)(() => {
    waiting.delete(draws);
    draws();
  });
}

function draw() {
  if (!view) return;
  const chips = Object.entries(view.chips ?? {}).map(([key, chip]) => ({ key, ...chip }));
  const mine = chips.filter((chip) => chip.player === you?.player);
  player.standing(mine, seq);
  const all = new Map((recall.round?.chips ?? chips).map((chip) => [chip.key, { ...chip, ...look(chip), locked: chip.prison }]));
  if (!recall.active) for (const [key, stake] of player.expected()) layOn(all, key, stake);
  felt.draw(ownLast([...all.values()]), boot.denominations);
  if (pointed) pointAt(pointed);
  drawBar();
  drawSide(mine);
}

const ownLast = (chips) => [...chips.filter((chip) => chip.color !== null), ...chips.filter((chip) => chip.color === null)];

// What was done a moment ago is seen before the table has said so.
function layOn(all, place, stake) {
  const [wager, spot, tip] = place.split("|");
  const key = `${you?.player}|${place}`;
  const under = all.get(key) ?? { key, wager, spot, tip: tip === "1", color: null, ghost: true };
  if (stake) all.set(key, { ...under, stake });
  else all.delete(key);
}

const look = (chip) => {
  const own = chip.player === you?.player;
  const seat = (recall.round ?? view).players?.[chip.player];
  return { color: own ? null : (seat?.color ?? "#666"), name: seat?.name ?? chip.player };
};

function drawBar() {
  const taken = !service.out && boot.taken.includes(view.phase);
  document.body.classList.toggle("taken", taken);
  if (!taken) chooser.close();
  const waits = boot.game === "craps" && view.phase === "open" && clock.left === null;
  byId("phase").textContent = !link.open ? words.reconnecting : service.out ? words.out_of_service_short : waits ? words.phase_waits : words[`phase_${view.phase}_${boot.game}`] ?? words[`phase_${view.phase}`] ?? view.phase;
  byId("round").textContent = fill(recall.active ? words.round_now : words.round, { round: view.round });
  const seal = view.device?.seal ?? "";
  byId("seal").textContent = seal && fill(words.sealed, { seal: seal.slice(0, 12) });
  byId("seal-whole").textContent = seal;
  byId("about").hidden = you === null;
  showRack(you, player, view.phase, words);
  byId("more").classList.toggle("gold", you !== null && you.rack < boot.brings / 10 && byId("chips-wait").hidden);
  byId("watching").hidden = you !== null;
  byId("shooter").textContent = view.shooter ? shooterWords(view.shooter) : "";
  byId("shooter").hidden = !view.shooter;
  const can = { undo: taken && !player.acts.empty, clear: taken && player.comesDown, repeat: taken && you?.repeat, double: taken && player.lies };
  for (const [act, may] of Object.entries(can)) for (const button of document.querySelectorAll(`[data-act="${act}"]`)) button.disabled = !may;
  showLastNumbers(view.last ?? [], came, words, (round, button) => recall.enter(round, button));
  const meter = felt.picture.querySelector(".meter text:last-of-type");
  const cents = Object.values((recall.round ?? view).meters ?? {})[0];
  if (meter && cents !== undefined) meter.textContent = dollars(cents);
}

function drawSide(mine) {
  showMine(mine, words, nameOf, boot.calls, { remove, call: (chip, on) => act(() => player.call(chip, on), () => spoken.call(chip, on)) });
  const answers = { choose: (due, choice) => player.choose(due, choice), accept: () => player.simply("accept-dice"), decline: () => act(() => player.simply("decline-dice"), passedOn) };
  if (showAsked(you, words, nameOf, answers, felt.focused.element)) announcer.call(byId("asked").lastElementChild.querySelector("p").textContent);
  showPlayers(view.players ?? {}, you?.player, words);
  won = you?.won ?? won;
  resultOf(recall.round ? { round: recall.round.round, rows: recall.round.rows.filter((row) => row.player === you?.player && !row.tip) } : won);
  sayResult();
}

// Nobody else on the line: the dice come back.
function passedOn() {
  const others = Object.values(view.chips ?? {}).some((chip) => chip.player !== you?.player && ["pass", "dont-pass"].includes(chip.wager) && !chip.tip);
  if (!others) notices.refuse({ message: words.dice_back });
  return others ? words.dice_passed : words.dice_back;
}

function resultOf(shown) {
  const last = view.last?.find((each) => each.round === shown?.round);
  showResult(shown, last && { color: came.color(last), words: came.short(last.outcome) }, words, nameOf, boot.rows);
}

// Once for each round, and not for one that was over before the terminal came.
function sayResult() {
  if (!won || won.round === said) return;
  said = won.round;
  if (won.round !== heard) return;
  const net = won.rows.reduce((sum, row) => sum + row.net, 0);
  announcer.say(fill(words.result_said, { net: signed(net) }));
  notices.add(signed(net), net > 0, bestFirst(won.rows).map((row) => `${nameOf(row.wager, row.spot)} ${signed(row.net)}`));
  if (net > 0) sound.win();
}

document.body.classList.add("ready");
