// Checks a round: computes each step and shows it with the published value.
import { steps } from "./proof.js";
import { exchanged, faultOf, fileOf, keptRounds } from "./seen.js";
import { one } from "../shared/elements.js";
import { fill } from "../shared/format.js";

const list = one("[data-steps]");
const verdict = one("[data-verdict]");
/** @type {Record<string, string>} */
const words = JSON.parse(list.dataset.words ?? "");

/** @import { ClosingStep, DrawStep, LogStep, Step, WouldStep } from "./proof.js" */

/**
 * @param {string} name
 * @param {string} className
 * @param {...(string | Node | null)} inside
 */
function element(name, className, ...inside) {
  const made = document.createElement(name);
  if (className) made.className = className;
  for (const each of inside) if (each !== null) made.append(each);
  return made;
}

/**
 * @param {string} name
 * @param {unknown} value
 */
const line = (name, value) => element("div", "line", element("dt", "", name), element("dd", "digits", String(value)));

/** @param {LogStep} step */
const logWords = ({ kept }) => (kept === null ? "log_compared" : kept.whole ? "log_whole" : "log_part");

/**
 * @param {Step} step
 * @param {boolean} delayed whether the outcome was drawn after a delay
 * @returns {[string, string]}
 */
function explained(step, delayed) {
  if (step.step === "seal") return [words.seal_step, words.seal_says];
  if (step.step === "log") return [words.log_step, `${delayed ? words.log_delayed : words.log_says} ${fill(words[logWords(step)], step.kept ?? {})}`];
  if (step.step === "closing") return [words.closing_step, step.closing.terminals ? fill(words.closing_says, { ...step.closing }) : words.closing_alone];
  if (step.step === "delay") return [words.delay_step, fill(words.delay_says, { iterations: step.iterations.toLocaleString("en-US") })];
  if (step.step === "would") return [words.would_step, words.would_says];
  if (step.step === "draw") return [fill(words.draw_step, step), fill(words.draw_says, { total: step.made.total })];
  return [words.outcome_step, step.step === "voided" ? words.voided_says : words.outcome_says];
}

/** @param {LogStep} step */
function logDetails({ kept, computed, proof, said }) {
  if (kept === null) return [line(words.in_proof, proof), line(words.in_log, said)];
  return [
    line(words.entries, `${kept.first} – ${kept.last}`),
    line(words.entries_before, kept.before),
    line(words.computed, computed),
    line(words.in_proof, proof),
  ];
}

/** @param {ClosingStep} step */
const closingDetails = ({ digest, computed, said }) => [line(words.closing_digest, digest), line(words.closing_root, computed), line(words.published, said)];

/** @param {Step} step */
function details(step) {
  if (step.step === "voided") return [];
  if (step.step === "log") return logDetails(step);
  if (step.step === "closing") return closingDetails(step);
  if (step.step === "delay") return [line(words.computed, step.computed), line(words.in_proof, step.said), line(words.seconds, `${step.seconds.toFixed(1)} s`)];
  if (step.step === "would") return drawDetails(step);
  if (step.step === "seal") return [line(words.computed, step.computed), line(words.published, step.said)];
  if (step.step === "draw") return drawDetails(step);
  return [line(words.computed, step.computed), line(words.recorded, step.said)];
}

/** @param {DrawStep | WouldStep} step */
function drawDetails(step) {
  const { made } = step;
  return [
    line(words.message, made.message),
    line(words.block, made.block),
    ...made.rejected.map((word) => line(words.rejected, word)),
    line(words.word, made.word),
    line(fill(words.remainder, made), made.remainder),
    line(words.picked, made.outcome),
    ...(step.step === "draw" ? [line(words.published, step.said)] : []),
  ];
}

/**
 * @param {Step} step
 * @param {boolean} delayed
 */
function show(step, delayed) {
  const [title, says] = explained(step, delayed);
  const mark = element("span", "mark", step.equal ? "✓" : "✗");
  mark.setAttribute("role", "img");
  mark.setAttribute("aria-label", step.equal ? words.equal : words.different);
  const item = element("li", step.equal ? "equal" : "different", mark, element("h3", "", title), element("p", "dim", says), element("dl", "lines", ...details(step)));
  list.append(item);
}

/**
 * Say whether this browser took part in the round, from what it kept; returns whether nothing was exchanged since.
 * @param {import("../shared/wire.js").Proof} proof
 */
async function witnessed(proof) {
  if (!proof.closing) return true;
  const found = keptRounds().findLast(({ seen }) => seen.table === proof.table && seen.round === proof.round);
  const box = one("[data-seen]");
  box.hidden = false;
  if (!found) box.textContent = words.seen_none;
  else {
    const { seen } = found;
    const changed = exchanged(seen, proof);
    const fault = changed ?? (await faultOf(seen));
    const save = element("a", "button", words.seen_save);
    save.setAttribute("href", URL.createObjectURL(fileOf(seen)));
    save.setAttribute("download", `evidence-${seen.table}-${seen.round}.json`);
    box.replaceChildren(element("span", fault ? "bad" : "", fill(words[changed ? "seen_exchanged" : fault ? "seen_bad" : "seen_good"], { waited: seen.waited ?? "" })), " ", save);
    return !changed;
  }
  return true;
}

async function check() {
  if (!globalThis.crypto?.subtle) return words.no_crypto;
  let good = true;
  let count = 0;
  let computed = true;
  const { seal, log, root, chance, outcome, voided } = list.dataset;
  /** @type {import("../shared/wire.js").Entries | null} */
  const kept = await fetch(list.dataset.entries ?? "").then((answer) => (answer.ok ? answer.json() : null), () => null);
  /** @type {import("../shared/wire.js").Proof} */
  const proof = JSON.parse(list.dataset.proof ?? "");
  good &&= await witnessed(proof);
  for await (const step of steps(proof, { seal, log, root, chance, outcome, voided: voided === "True", kept })) {
    show(step, Boolean(proof.closing));
    if (step.step === "closing") verdict.textContent = fill(words.delaying, { iterations: step.closing.iterations.toLocaleString("en-US") });
    good &&= step.equal;
    if ("kept" in step) computed &&= step.kept !== null;
    count += 1;
  }
  verdict.classList.add(good && count ? "equal" : "different");
  return good && count ? `✓ ${computed ? words.all_good : words.all_compared}` : words.bad;
}

check().then(
  (says) => (verdict.textContent = says),
  () => {
    verdict.classList.add("different");
    verdict.textContent = words.bad;
  },
);
