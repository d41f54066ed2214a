// A JSON merge patch (RFC 7396): what changed in a view. A view has no null: a member that has no value is missing.
// Neither the target nor the patch is changed.

/** @param {unknown} value */
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * @template T
 * @param {T} target
 * @param {any} patch
 * @returns {T}
 */
export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(/** @type {object} */ (target)) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return /** @type {any} */ (Object.fromEntries(merged)); // also a name like __proto__ is its own
}
