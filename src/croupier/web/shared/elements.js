// Helpers that make and find elements.

const NS = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | Node} Child
 * @typedef {string | number | boolean | null | undefined | ((event: Event) => unknown)} Attribute
 */

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} attributes
 * @param {...Child} children
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
}

/**
 * Functions among the attributes are listeners (`onclick`). Attributes that are null or false, and children that are null,
 * are left out.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, Attribute>} attributes
 * @param {...(Child | null | undefined)} children
 */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, String(value));
  }
  made.append(...given(children));
  return made;
}

/**
 * Returns `found` if it is of this kind, and throws otherwise: then script and template do not match.
 * @template {object} T
 * @param {{ new (): T }} kind
 * @param {unknown} found
 */
export function as(kind, found) {
  if (found instanceof kind) return found;
  throw new TypeError(`expected ${kind.name}, found ${found}`);
}

/**
 * The element with this id. The template of the page contains it.
 * @param {string} id
 */
export const byId = (id) => as(HTMLElement, document.getElementById(id));

/**
 * The first element that matches a selector. The page contains one.
 * @param {string} selector
 * @param {ParentNode} within
 */
export const one = (selector, within = document) => as(HTMLElement, within.querySelector(selector));

/**
 * Every element that matches a selector.
 * @param {string} selector
 * @param {ParentNode} within
 */
export const every = (selector, within = document) => [...within.querySelectorAll(selector)].map((each) => as(HTMLElement, each));

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {(Child | null | undefined)[]} children */
const given = (children) => children.filter((child) => child != null);

/**
 * Replace the content of a box; children that are null are left out.
 * @param {Element} box
 * @param {...(Child | null | undefined)} children
 */
export const put = (box, ...children) => box.replaceChildren(...given(children));

/**
 * Show these values as the children of a list, in this order. Children are found by their keys and kept, so that the
 * focus, or a press that has begun, is not lost; `make(value)` makes new ones. If the child with the focus is removed, the
 * focus moves to the child in its place, or to `after`.
 * @template T
 * @param {Element} list
 * @param {ReadonlyMap<string, T>} known
 * @param {(value: T) => HTMLElement} make
 * @param {HTMLOrSVGElement | null} after
 */
export function keep(list, known, make, after = null) {
  const before = [...list.children].map((each) => as(HTMLElement, each));
  const lost = before.findIndex((each) => each.contains(document.activeElement));
  const there = new Map(before.map((each) => [each.dataset.key, each]));
  const wanted = [...known].map(([key, value]) => there.get(key) ?? mark(make(value), key));
  for (const each of before) if (!wanted.includes(each)) each.remove();
  wanted.forEach((each, i) => each === list.children[i] || list.insertBefore(each, list.children[i] ?? null));
  if (lost >= 0 && !before[lost].isConnected) focusIn(wanted[Math.min(lost, wanted.length - 1)], after);
  return wanted;
}

/**
 * @param {HTMLElement | undefined} line
 * @param {HTMLOrSVGElement | null} otherwise
 */
function focusIn(line, otherwise) {
  const place = line && every("a[href], button:not([hidden])", line)[0];
  (place ?? otherwise)?.focus();
}

/**
 * @param {HTMLElement} made
 * @param {string} key
 */
const mark = (made, key) => {
  made.dataset.key = key;
  return made;
};
