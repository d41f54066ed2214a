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
