// A JSON merge patch (RFC 7396): what changed in a view. A view has no null: a member that has no value is missing.
// Neither the target nor the patch is changed.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged); // also a name like __proto__ is its own
}
