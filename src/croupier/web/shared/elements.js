// Small helpers to make elements.

const NS = "http://www.w3.org/2000/svg";

export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function html(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

export const byId = (id) => document.getElementById(id);

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Put these into a box instead of what was there; what is null is left out.
export const put = (box, ...children) => box.replaceChildren(...children.filter((child) => child != null));

// Make these keys the children of a list, in this order. Who is there already stays the very same element: neither the
// focus nor a press that spans the change is lost. `make(key)` makes who is new; where the focus was on one that went, it
// goes to the one in its place, or to `after`.
export function keep(list, keys, make, after = null) {
  const before = [...list.children];
  const lost = before.findIndex((each) => each.contains(document.activeElement));
  const known = new Map(before.map((each) => [each.dataset.key, each]));
  const wanted = keys.map((key) => known.get(String(key)) ?? mark(make(key), key));
  for (const each of before) if (!wanted.includes(each)) each.remove();
  wanted.forEach((each, i) => each === list.children[i] || list.insertBefore(each, list.children[i] ?? null));
  if (lost >= 0 && !before[lost].isConnected) (wanted[Math.min(lost, wanted.length - 1)]?.querySelector("a[href], button:not([hidden])") ?? after)?.focus();
  return wanted;
}

const mark = (made, key) => {
  made.dataset.key = key;
  return made;
};
