import { createRandom } from '#infra/seed/random.ts';

/** Numbers that look random and are the same in each run. */
export function createNumbers(seed: number) {
  const { next } = createRandom(seed);
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
