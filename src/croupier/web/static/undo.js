// What a player did since the betting opened, and the commands that take the last of it back.
// An act is remembered as what stood before it on each spot it touched; the server judges the way back like any act.

export const keyOf = (wager, spot, tip) => `${wager}|${spot ?? ""}|${tip ? 1 : 0}`;

export class Acts {
  #done = [];

  get empty() {
    return this.#done.length === 0;
  }

  // Remember an act: a map of key -> stake before it. Returns what `forget` needs if the act is refused.
  did(before) {
    const entry = new Map(before);
    this.#done.push(entry);
    return entry;
  }

  forget(entry) {
    this.#done = this.#done.filter((each) => each !== entry);
  }

  clear() {
    this.#done = [];
  }

  // The commands from what stands now (key -> stake) back to what stood before the last act.
  undo(standing) {
    const entry = this.#done.pop();
    if (!entry) return [];
    return [...entry].flatMap(([key, before]) => back(key, standing.get(key) ?? 0, before));
  }
}

export function back(key, now, before) {
  const [wager, spot] = key.split("|");
  const where = spot ? { wager, spot } : { wager };
  if (now === before) return [];
  if (before === 0) return [{ do: "take-down", ...where }];
  if (now > before) return [{ do: "reduce", ...where, amount: now - before }];
  return [{ do: "place", ...where, amount: before - now }];
}
