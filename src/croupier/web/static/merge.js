// A JSON merge patch (RFC 7386): what a delta does to the view of a table. Nothing given is changed.

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

export function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  const merged = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key];
    else merged[key] = mergePatch(merged[key], value);
  }
  return merged;
}
