// The terminal of one player at one table: it makes the parts of the page and connects them.
import { byId, html, put } from "../shared/elements.js";
import { dollars, fill } from "../shared/format.js";
import { Link } from "../shared/socket.js";
import { ActSentences } from "./act_sentences.js";
import { Announcer } from "./announcer.js";
import { Clock } from "./clock.js";
import { Controls } from "./controls.js";
import { BigSixWheel } from "./devices/big_six_wheel.js";
import { Dice } from "./devices/dice.js";
import { RouletteWheel } from "./devices/roulette_wheel.js";
import { Stage } from "./devices/stage.js";
import { Drawing } from "./drawing.js";
import { Felt } from "./felt.js";
import { FrameQueue } from "./frame_queue.js";
import { makeHelp } from "./help.js";
import { LayoutMarks } from "./layout_marks.js";
import { Notices } from "./notices.js";
import { ServiceState } from "./out_of_service.js";
import { outcomeWords } from "./outcome_words.js";
import { PastRound } from "./past_round.js";
import { Player } from "./player.js";
import { Sound } from "./sound.js";
import { Chooser } from "./spot_chooser.js";
import { Store } from "./store.js";
import { TableEvents } from "./table_events.js";
import { Tray } from "./tray.js";

const boot = JSON.parse(byId("boot").textContent);
const { words } = boot;
const api = `/api/1/tables/${boot.table}`;

const nameOf = (wager, spot) => `${boot.names[wager] ?? wager}${spot ? ` ${spot.replaceAll("-", ", ")}` : ""}`;
const store = new Store();

/**
 * The parts of the page. Each is made with this object and finds the others in it when it needs them.
 * @typedef {Record<string, any> & { store: Store }} Page
 */
/** @type {Page} */
const page = { boot, words, nameOf, store, came: outcomeWords(boot) };

page.shooterWords = (id) => (id === store.player ? words.you_shoot : fill(words.shooter, { name: store.view.players?.[id]?.name ?? id }));
page.sound = new Sound((state) => {
  byId("sound-waits").hidden = state !== "waits";
  byId("sound").setAttribute("aria-pressed", String(state === "on"));
  byId("sound").title = state === "waits" ? words.sound_waits : words.sound;
});
page.announcer = new Announcer();
page.notices = new Notices(words);
page.service = new ServiceState(words, page.announcer, page.notices);

const load = async (path, how) => {
  const answer = await fetch(`${api}/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer[how]();
};
const [picture, { spots }] = await Promise.all([load("felt.svg", "text"), load("spots", "json")]).catch((error) => {
  put(byId("felt"), html("p", { class: "fault", role: "alert" }, words.not_loaded, html("button", { type: "button", class: "button gold", onclick: () => location.reload() }, words.again)));
  throw error;
});

page.chooser = new Chooser(words, nameOf, (spot) => page.controls.press(spot), boot.game === "roulette");
page.felt = new Felt(byId("felt"), picture, spots, {
  place: (spot) => page.controls.press(spot),
  choose: (near, low) => page.controls.choose(near, low),
  remove: (spot) => page.controls.removeAt(spot),
  show: (spot) => page.controls.point(spot),
  grabbed: (spot) => page.controls.grabbed(spot),
  move: (from, to) => page.controls.move(from, to),
}, { badges: { tip: words.badge_tip, on: words.badge_on, off: words.badge_off }, onSpot: (each) => fill(each.color === null ? words.yours : words.of_another, { amount: dollars(each.stake), name: each.name }) });
page.layoutMarks = new LayoutMarks(page.felt.marks, `${location.pathname}/marks.svg`);
page.tray = new Tray(boot.denominations, words, { drop: (cents, x, y) => page.controls.drop(cents, x, y) });
page.device = new Stage({
  roulette: () => new RouletteWheel(byId("device"), boot.ring, page.sound),
  craps: () => new Dice(byId("device"), page.sound),
  "big-six": () => new BigSixWheel(byId("device"), page.felt.picture, page.sound),
}[boot.game]());
page.clock = new Clock(boot.window, (left) => {
  page.sound.tick(left <= 3 ? 0.7 : 0.4);
  if (left === 5) page.announcer.say(words.five_seconds);
});
page.past = new PastRound(api, words, () => store.player, (round) => {
  page.device.recall(round);
  if (round) page.announcer.say(byId("recall-words").textContent);
  page.events.marks();
  page.drawing.now();
});
page.frames = new FrameQueue((frame) => page.events.present(frame), () => page.device.finish());
page.link = new Link(`${api}/socket`, {
  link: (state) => {
    document.body.classList.toggle("offline", state !== "open");
    byId("link").textContent = state === "open" ? "" : words.reconnecting;
    page.drawing.later();
  },
  table: (frame) => {
    page.clock.told({ now: frame.now, closes: frame.table.closes });
    page.frames.push(frame);
  },
  delta: (frame) => page.frames.push(frame),
  you: (frame) => page.frames.push(frame),
  clock: (frame) => {
    page.clock.told(frame);
    page.drawing.later();
    page.frames.push(frame);
  },
  error: (frame) => page.controls.refuse({ message: frame.message }),
});
page.player = new Player(page.link, { changed: () => page.drawing.later(), refused: (answer) => page.controls.refuse(answer.refusal, answer.again) });
page.sentences = new ActSentences(words, nameOf, page.player, () => store.you);
page.help = makeHelp(page.felt.spots, Object.keys(boot.names), words, nameOf, (spot) => page.controls.place(spot, page.tray.cents));
page.drawing = new Drawing(page);
page.events = new TableEvents(page);
page.controls = new Controls(page);

document.body.classList.add("ready");
