// A JSON merge patch (RFC 7396): what changed in a view. A view has no null: a member that has no value is missing.
// Neither the target nor the patch is changed.

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
  return Object.fromEntries(members); // also a name like __proto__ is its own
}

/**
 * The view after a patch. A patch of a view makes a view of the same type: the server made it from two of them.
 * @template T
 * @param {T} target
 * @param {import("./wire.js").Json} patch
 */
export const mergePatch = (target, patch) => /** @type {T} */ (merged(target, patch));
