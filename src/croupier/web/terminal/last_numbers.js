// The last numbers of a table, the latest first. Each opens its round. Where they do not fit, an edge fades: they scroll.
import { fill } from "../shared/format.js";
import { byId, html, keep } from "../shared/elements.js";

const MOST = 10;

const list = byId("last");

function fade() {
  const { scrollLeft, scrollWidth, clientWidth } = list;
  list.classList.toggle("more-left", scrollLeft > 1);
  list.classList.toggle("more-right", scrollLeft + clientWidth < scrollWidth - 1);
}

list.addEventListener("scroll", fade);
new ResizeObserver(fade).observe(list);
new MutationObserver(fade).observe(list, { childList: true });

/**
 * `came` puts outcomes into words, `enter(round, button)` opens a round.
 * @param {import("../shared/wire.js").LastShown[]} last
 * @param {import("./types.js").OutcomeWords} came
 * @param {import("./types.js").Words} words
 * @param {(round: number, button: HTMLElement) => void} enter
 */
export function showLastNumbers(last, came, words, enter) {
  const known = new Map(last.slice(-MOST).reverse().map((each) => [`${each.round} ${each.outcome}`, each]));
  keep(list, known, ({ round, outcome, color }) => {
    const label = fill(words.recall, { round, outcome: came.words(outcome) });
    const button = html("button", { type: "button", class: "pocket", "data-color": came.color({ outcome, color }), "aria-label": label }, came.short(outcome));
    button.addEventListener("click", () => enter(round, button));
    return html("li", {}, button);
  });
}
