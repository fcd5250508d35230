import type { PlannedProduct } from './planned.ts';
import type { Random } from './random.ts';

export type DocumentNumbers = { order: number; deposit: number; withdrawal: number };

export type SeedOptions = {
  customers: number;
  orders: number;
  until: Date;
  /** 0 is the first seeding; each later one makes customers and documents of its own. */
  batch: number;
  /** The last numbers that were given out before. */
  lastNumbers: DocumentNumbers;
};

export const DAY_MS = 86_400_000;
export const HOUR_MS = 3_600_000;

export type Planning = {
  readonly options: SeedOptions;
  readonly random: Random;
  readonly products: readonly PlannedProduct[];
  /** An id that no other batch has. */
  readonly own: (name: string) => string;
  readonly nextId: (kind: 'deposit' | 'order' | 'withdrawal') => string;
};
