// The terminal of one player at one table: makes the parts of the page and connects them.
import { byId, html, put } from "../shared/elements.js";
import { dollars, fill } from "../shared/format.js";
import { inLanguage } from "../shared/language.js";
import { Link } from "../shared/socket.js";
import { ActSentences } from "./act_sentences.js";
import { Amounts } from "./amounts.js";
import { Announcer } from "./announcer.js";
import { Banner } from "./banner.js";
import { Clock } from "./clock.js";
import { Coach } from "./coach.js";
import { Controls } from "./controls.js";
import { deviceOf } from "./devices/parts.js";
import { Stage } from "./devices/stage.js";
import { Drawing } from "./drawing.js";
import { Evidence } from "./evidence.js";
import { offerExact } from "./exact.js";
import { Felt } from "./felt.js";
import { FeltParts } from "./felt_parts.js";
import { FeltStyle } from "./felt_style.js";
import { makeHelp } from "./help.js";
import { LayoutMarks } from "./layout_marks.js";
import { LoadedDialog } from "./loaded_dialog.js";
import { Notices } from "./notices.js";
import { ServiceState } from "./out_of_service.js";
import { OnlyOpen } from "./only_open.js";
import { outcomeWords } from "./outcome_words.js";
import { PastRound } from "./past_round.js";
import { Player } from "./player.js";
import { Pointing } from "./pointing.js";
import { Quick } from "./quick/quick.js";
import { ReadyButton } from "./ready.js";
import { refusalOf } from "./refused_acts.js";
import { returnToTray } from "./returning.js";
import { SessionDialog } from "./session.js";
import { Sound } from "./sound.js";
import { Chooser } from "./spots/chooser.js";
import { ClosedSpots } from "./spots/closed.js";
import { Store } from "./store.js";
import { TableEvents } from "./table_events.js";
import { Tips } from "./tips.js";
import { Tray } from "./tray.js";
import { Units } from "./units.js";
import { Witness } from "./witness.js";

/**
 * @import { SpotShown } from "../shared/wire.js"
 * @import { Boot, NameOf, Parts } from "./types.js"
 */

/** @type {Boot} */
const boot = JSON.parse(byId("boot").textContent ?? "");
const { words } = boot;
const api = `/api/1/tables/${boot.table}`;

/** @type {NameOf} */
const nameOf = (wager, spot) => `${boot.names[wager] ?? wager}${spot ? ` ${spot.replaceAll("-", ", ")}` : ""}`;
const store = new Store({
  show: (item) => events.show(item),
  hurry: () => device.finish(),
  moved: (frame) => events.moved(frame),
  changed: () => {
    if (store.view) service.told(store.view);
    events.looked();
    drawing.later();
  },
});
/** @param {string} id */
const shooterWords = (id) => (id === store.player ? words.you_shoot : fill(words.shooter, { name: store.view?.players[id]?.name ?? id }));

let hello = () => {}; // there is no connection yet
const sound = new Sound(boot.mayMute, (state) => {
  const muted = state === "off" && boot.unheard;
  const said = state === "waits" ? words.sound_waits : !muted ? "" : boot.mayMute ? words.sound_muted : words.sound_kept;
  byId("sound-waits").textContent = said;
  byId("sound-waits").hidden = !said;
  byId("sound").setAttribute("aria-pressed", String(state === "on"));
  byId("sound").title = said || words.sound;
  hello();
});
const announcer = new Announcer();
const banner = new Banner(words);
const notices = new Notices(words);
const service = new ServiceState(words, announcer, banner);

/** @param {string} path */
const load = async (path) => {
  const answer = await fetch(`${api}/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
};
/** @returns {Promise<{ spots: SpotShown[] }>} */
const loadSpots = async () => (await load(inLanguage("spots"))).json();
/** @param {string} query */
const loadPicture = async (query) => (await load(`felt.svg?${query}`)).text();
const style = new FeltStyle(boot.felt, words, loadPicture, (drawn) => {
  controls.point(null);
  chooser.close();
  felt.show(drawn);
  parts.show(felt.picture);
  device.felt(felt.picture);
  page.layoutMarks.again();
  drawing.now();
});
const [picture, { spots }] = await Promise.all([loadPicture(style.query), loadSpots()]).catch((error) => {
  put(byId("felt"), html("p", { class: "fault", role: "alert" }, words.not_loaded, html("button", { type: "button", class: "button gold", onclick: () => location.reload() }, words.again)));
  throw error;
});

// The parts of the page. Their callbacks run only after all of them were made.
const chooser = new Chooser(words, nameOf, (spot) => controls.press(spot), boot.covers);
const felt = new Felt(byId("felt"), picture, spots, {
  badges: { tip: words.badge_tip, on: words.badge_on, off: words.badge_off },
  onSpot: (each) => {
    if (each.pending === "placed") return fill(each.tip ? words.tip_pending : words.pending_there, { amount: dollars(each.stake) });
    const whose = fill(each.color === null ? words.yours : words.of_another, { amount: dollars(each.stake), name: each.name });
    const said = each.tip ? fill(words.tip_there, { whose }) : whose;
    return each.pending ? fill(words.leaving_there, { whose: said }) : said;
  },
});
const parts = new FeltParts(byId("felt"), byId("felt-parts"), boot.panels);
parts.show(felt.picture);
new Pointing(felt, {
  place: (spot) => controls.press(spot),
  choose: (near, low) => controls.choose(near, low),
  remove: (spot) => controls.removeAt(spot),
  show: (spot) => controls.point(spot),
  grabbed: (spot) => controls.grabbed(spot),
  move: (from, to) => controls.move(from, to),
});
const only = new OnlyOpen((why) => controls.refuse({ message: why }));
const tray = new Tray(boot.denominations, words, only, { drop: (cents, x, y) => controls.drop(cents, x, y) });
const device = new Stage(deviceOf(byId("device"), boot, felt.picture, sound));
const clock = new Clock(boot.window, (left) => {
  sound.tick(left <= 3 ? 0.7 : 0.4);
  if (left === 5) announcer.say(words.five_seconds);
});
const past = new PastRound(api, words, () => store.player, (round) => {
  device.recall(round);
  if (round) announcer.say(byId("recall-words").textContent ?? "");
  events.marks();
  drawing.now();
});
const evidence = new Evidence(boot.table, words, announcer);
const witness = new Witness(boot.table, (nonce) => link.say(nonce), (status) => evidence.told(status));
const link = new Link(`${api}/socket`, {
  link: (state) => {
    if (state !== "open") witness.lost();
    document.body.classList.toggle("offline", state !== "open");
    byId("link").textContent = state === "open" ? "" : (byId("link").dataset.lost ?? "");
    drawing.later();
  },
  table: (frame) => {
    clock.told({ now: frame.now, closes: frame.table.closes });
    witness.heard(frame);
    store.push(frame);
  },
  delta: (frame) => {
    witness.heard(frame, link.back);
    store.push(frame);
  },
  nonce: (frame) => witness.nonce(frame),
  you: (frame) => store.push(frame),
  clock: (frame) => {
    clock.told(frame);
    witness.heard(frame);
    drawing.later();
    store.push(frame);
  },
  error: (frame) => controls.refuse({ message: frame.message }),
  hello: () => sound.said && { sound: sound.said },
});
hello = () => link.hello();
const player = new Player(link, {
  changed: () => drawing.later(),
  refused: (refused, chips, taken) => {
    const again = refused.some((each) => each.again);
    const lost = !again ? "" : chips.length ? words.no_answer : words.line_was_cut;
    controls.refuse(refusalOf(refused, taken, nameOf, words), lost);
    returnToTray(chips, felt, tray);
  },
});

const tips = new Tips(
  player,
  {
    left: () => clock.left,
    open: () => boot.taken.includes(store.view?.phase ?? ""),
    sent: ({ place, amount }) => announcer.say(page.sentences.given(place, amount)),
    late: ({ place, amount }) => controls.refuse({ message: fill(words.tip_late, { amount: dollars(amount), where: nameOf(place.wager, place.spot) }) }),
  },
  words,
  nameOf,
);

/** @type {Parts} */
const page = {
  announcer, banner, boot, came: outcomeWords(boot), chooser, clock, closed: new ClosedSpots(felt, store, words), device, felt, link, nameOf, notices, only, past, player, service, shooterWords, sound, store, style, tips, tray, words,
  help: makeHelp(spots, Object.keys(boot.names), words, nameOf, (spot) => controls.place(spot, tray.cents)),
  amounts: new Amounts(api),
  quick: new Quick(boot, tray, { lay: (name, plan, nothing) => controls.lay(name, plan, nothing), clear: () => controls.named.clear(), stakes: () => player.expected(), load: async (query) => (await load(`track.svg?${query}`)).text() }),
  ready: new ReadyButton(link, store, words, announcer),
  session: new SessionDialog(words),
  statistics: new LoadedDialog("statistics", `/tables/${encodeURIComponent(boot.table)}/statistics`, words.no_statistics),
  units: new Units(boot.units, nameOf, words),
  layoutMarks: new LayoutMarks(felt, `${location.pathname}/marks.svg`, style),
  sentences: new ActSentences(words, nameOf, player, () => store.you),
};
const controls = new Controls(page);
const drawing = new Drawing(page, controls, new Coach(page, () => drawing.later()));
const events = new TableEvents(page);

offerExact();
document.body.classList.add("ready");
