/** Numbers that look random and are the same in each run. */
export function createNumbers(seed: number) {
  let state = seed >>> 0;
  /** 0 to 1, without 1 (mulberry32). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const hex = (digits: number): string => {
    let text = '';
    while (text.length < digits)
      text += below(2 ** 32)
        .toString(16)
        .padStart(8, '0');
    return text.slice(0, digits);
  };
  return {
    next,
    below,
    pick: <T>(of: readonly T[]): T => of[below(of.length)] as T,
    uuid: (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    /** In the order of time, as the product makes those of orders. */
    uuidAt(timeMs: number): string {
      const time = timeMs.toString(16).padStart(12, '0');
      return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
    },
  };
}
export type Numbers = ReturnType<typeof createNumbers>;
