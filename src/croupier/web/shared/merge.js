// Applies JSON merge patches (RFC 7396), which say what changed in a view. A view contains no null: a member without a
// value is missing. Neither the view nor the patch is modified.

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * @param {unknown} target
 * @param {unknown} patch
 * @returns {unknown}
 */
function merged(target, patch) {
  if (!isObject(patch)) return patch;
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) members.delete(key);
    else members.set(key, merged(members.get(key), value));
  }
  return Object.fromEntries(members); // keeps a member called __proto__
}

/**
 * The view after a patch. It has the type of the view before: the server made the patch from two views of that type.
 * @template T
 * @param {T} target
 * @param {import("./wire.js").Json} patch
 */
export const mergePatch = (target, patch) => /** @type {T} */ (merged(target, patch));
