import type { PricingTerms } from '#core/aggregates/order/pricing.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import type { DatedRates } from '#core/kernel/money/dated-rates.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import type { Rules } from '#core/ledger/rules.ts';
import type { Records } from './records.ts';

export type Step = {
  readonly at: Date;
  /** The command has this name at every seeding, and no other command has it. */
  readonly name: string;
  readonly by: Actor;
  /** Created at its time, together with the rows and files that a person would have created. */
  command(): LedgerCommand | Promise<LedgerCommand>;
  /** The ledger may be past this step, or not ready for it: then nothing is done. */
  readonly isOptional?: true;
};

/** The data that steps are made from. */
export type Scene = {
  readonly records: Records;
  readonly terms: PricingTerms;
  readonly rates: DatedRates;
  readonly administrator: Actor;
  /** The second administrator, when one is not enough. */
  readonly checker: Actor;
  readonly aloneUpTo: (what: keyof Rules['secondApproval'], currency: Currency) => bigint;
  /** For a discount, in basis points. */
  readonly discountAloneUpTo: bigint;
  /** The end of the history. */
  readonly until: Date;
};
