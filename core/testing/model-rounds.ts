import fc from 'fast-check';

export const WALLETS = 2;
/** Larger amounts need two administrators. */
export const ALONE_UP_TO = 50n;
const VARIANTS = 2;
/** Administrators; the yes of one has lapsed for the others, and two are tied to each other. */
const ADMINISTRATORS = 4;
export const LAPSED = 2;
export const TIED: readonly number[] = [0, 3];

export type Action =
  | { kind: 'deposit'; wallet: number; amount: number; fee: number; hasProof: boolean; approvers: number[] }
  | { kind: 'order'; wallet: number; variant: number; quantity: number; price: number; inPart: boolean }
  | { kind: 'cancel' | 'expire' | 'release'; order: number }
  /** `isNew`: its account was never paid before. */
  | { kind: 'withdraw'; wallet: number; amount: number; isNew: boolean }
  /** `isLate`: after a new account may be paid. */
  | { kind: 'complete'; withdrawal: number; approver: number; isLate: boolean }
  | { kind: 'reject'; withdrawal: number }
  /** Of a deposit that was approved, or a withdrawal that was completed; `divisor`: the part of it. */
  | { kind: 'correct'; of: 'deposit' | 'withdrawal'; document: number; divisor: number; people: [number, number] }
  | { kind: 'limit'; wallet: number; limit: number; approver: number }
  | { kind: 'stock'; variant: number; quantity: number }
  | { kind: 'follow' };

/**
 * One or two actions at the same time, by one process or two, with or without a crash in the middle, retried or not.
 * Before them, all snapshots may be deleted.
 */
export type Round = {
  actions: Action[];
  processes: number[];
  crashAfter: number | null;
  isAnswerLost: boolean;
  yields: number[];
  retries: boolean;
  losesSnapshots: boolean;
};

const index = fc.nat(5);
const wallet = fc.nat(WALLETS - 1);
const administrator = fc.nat(ADMINISTRATORS - 1);
/** What others build on comes more often: a history without a deposit that was approved moves nothing. */
const often = <Of>(weight: number, arbitrary: fc.Arbitrary<Of>) => ({ weight, arbitrary });
const action: fc.Arbitrary<Action> = fc.oneof(
  often(
    4,
    fc.record({
      kind: fc.constant('deposit' as const),
      wallet,
      amount: fc.integer({ min: 10, max: 100 }),
      fee: fc.nat(9),
      hasProof: fc.boolean(),
      approvers: fc.array(administrator, { minLength: 1, maxLength: 4 }),
    }),
  ),
  often(
    2,
    fc.record({
      kind: fc.constant('order' as const),
      wallet,
      variant: fc.nat(VARIANTS - 1),
      quantity: fc.integer({ min: 1, max: 4 }),
      price: fc.integer({ min: 5, max: 40 }),
      inPart: fc.boolean(),
    }),
  ),
  often(1, fc.record({ kind: fc.constantFrom('cancel' as const, 'expire' as const), order: index })),
  often(2, fc.record({ kind: fc.constant('release' as const), order: index })),
  often(
    3,
    fc.record({
      kind: fc.constant('withdraw' as const),
      wallet,
      amount: fc.integer({ min: 1, max: 60 }),
      isNew: fc.boolean(),
    }),
  ),
  often(
    4,
    fc.record({
      kind: fc.constant('complete' as const),
      withdrawal: index,
      approver: administrator,
      isLate: fc.boolean(),
    }),
  ),
  often(1, fc.record({ kind: fc.constant('reject' as const), withdrawal: index })),
  often(
    4,
    fc.record({
      kind: fc.constant('correct' as const),
      of: fc.constantFrom('deposit' as const, 'withdrawal' as const),
      document: index,
      divisor: fc.integer({ min: 1, max: 3 }),
      people: fc.tuple(administrator, administrator),
    }),
  ),
  often(
    1,
    fc.record({
      kind: fc.constant('limit' as const),
      wallet,
      limit: fc.constantFrom(0, 20, 50, 60),
      approver: administrator,
    }),
  ),
  often(
    2,
    fc.record({
      kind: fc.constant('stock' as const),
      variant: fc.nat(VARIANTS - 1),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  often(1, fc.constant({ kind: 'follow' as const })),
);
export const round: fc.Arbitrary<Round> = fc.record({
  actions: fc.array(action, { minLength: 1, maxLength: 3 }),
  processes: fc.array(fc.nat(1), { minLength: 3, maxLength: 3 }),
  crashAfter: fc.option(fc.integer({ min: 1, max: 14 })),
  isAnswerLost: fc.boolean(),
  yields: fc.array(fc.nat(12), { minLength: 1, maxLength: 6 }),
  retries: fc.boolean(),
  losesSnapshots: fc.boolean(),
});
