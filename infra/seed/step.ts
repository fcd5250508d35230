import type { DatedRates } from '#core/kernel/dated-rates.ts';
import type { Actor } from '#core/kernel/event.ts';
import type { Currency } from '#core/kernel/money.ts';
import type { LedgerCommand } from '#core/ledger.ts';
import type { PricingTerms } from '#core/order/pricing.ts';
import type { Config } from '../config/config.ts';
import type { Records } from './records.ts';

/** A command, and when it is sent. */
export type Step = {
  readonly at: Date;
  /** The same command has the same name at every seeding, and no other has it. */
  readonly name: string;
  readonly by: Actor;
  /** Made when its time comes: with it go rows and files that a person would have left behind. */
  command(): LedgerCommand | Promise<LedgerCommand>;
  /** The ledger may be past it, or not that far: nothing is done then. */
  readonly isOptional?: true;
};

/** What steps are made from. */
export type Scene = {
  readonly records: Records;
  readonly terms: PricingTerms;
  readonly rates: DatedRates;
  readonly administrator: Actor;
  /** The second of two, where one is not enough. */
  readonly checker: Actor;
  readonly aloneUpTo: (what: keyof Config['secondApproval'], currency: Currency) => bigint;
  /** Of a discount, in basis points. */
  readonly discountAloneUpTo: bigint;
  /** The end of the history. */
  readonly until: Date;
};
