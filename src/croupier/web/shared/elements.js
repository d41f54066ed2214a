// Small helpers to make elements.

const NS = "http://www.w3.org/2000/svg";

/**
 * @typedef {string | Node} Child
 * @typedef {Record<string, any>} Attributes
 */

/**
 * @param {string} name
 * @param {Attributes} attributes
 * @param {...Child} children
 */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * Attributes that begin with `on` are listeners; those that are null or false, and children that are null, are left out.
 * @param {string} name
 * @param {Attributes} attributes
 * @param {...(Child | null | undefined)} children
 */
export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...given(children));
  return made;
}

/**
 * The element with this id. It is in the template of the page; who wants more than any element has says what it is.
 * @param {string} id
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * The first element of a selector, which is on the page.
 * @param {string} selector
 * @param {ParentNode} within
 */
export const one = (selector, within = document) => /** @type {HTMLElement} */ (within.querySelector(selector));

/**
 * Every element of a selector.
 * @param {string} selector
 * @param {ParentNode} within
 */
export const every = (selector, within = document) => /** @type {HTMLElement[]} */ ([...within.querySelectorAll(selector)]);

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {(Child | null | undefined)[]} children */
const given = (children) => /** @type {Child[]} */ (children.filter((child) => child != null));

/**
 * Put these into a box instead of what was there; what is null is left out.
 * @param {Element} box
 * @param {...(Child | null | undefined)} children
 */
export const put = (box, ...children) => box.replaceChildren(...given(children));

/**
 * Make these keys the children of a list, in this order. What is there already stays the very same element: neither the
 * focus nor a press that spans the change is lost. `make(key)` makes what is new; where the focus was on one that went, it
 * goes to the one in its place, or to `after`.
 * @param {Element} list
 * @param {readonly string[]} keys
 * @param {(key: string) => HTMLElement} make
 * @param {HTMLElement | null} after
 */
export function keep(list, keys, make, after = null) {
  const before = /** @type {HTMLElement[]} */ ([...list.children]);
  const lost = before.findIndex((each) => each.contains(document.activeElement));
  const known = new Map(before.map((each) => [each.dataset.key, each]));
  const wanted = keys.map((key) => known.get(String(key)) ?? mark(make(key), key));
  for (const each of before) if (!wanted.includes(each)) each.remove();
  wanted.forEach((each, i) => each === list.children[i] || list.insertBefore(each, list.children[i] ?? null));
  if (lost >= 0 && !before[lost].isConnected) focusIn(wanted[Math.min(lost, wanted.length - 1)], after);
  return wanted;
}

/**
 * @param {HTMLElement | undefined} line
 * @param {HTMLElement | null} otherwise
 */
function focusIn(line, otherwise) {
  /** @type {HTMLElement | null | undefined} */
  const place = line?.querySelector("a[href], button:not([hidden])");
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
