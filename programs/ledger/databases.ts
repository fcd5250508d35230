import type { VatReturn } from '#bff/contract/money/admin-vat-routes.ts';
import type { operatorOf } from '#bff/identity/administrators/operator.ts';
import type { Opens } from '#core/cli/workplace.ts';
import type { Reconciliation } from '#core/finance/bank/reconciliation.ts';
import type { manageDataKeys } from '#infra/adapters/crypto/data-keys.ts';
import type { CopyDifference } from '#projections/replay/diff.ts';

/** What the store has beside the log, in Postgres. */
export type Databases = {
  readonly withAdministrators: Opens<ReturnType<typeof operatorOf>>;
  readonly withReports: Opens<Reports>;
  readonly withKeys: Opens<ReturnType<typeof manageDataKeys>>;
  readonly withFollowers: Opens<Followers>;
  readonly withReadModels: <Result>(work: (models: ReadModels) => Promise<Result>, address?: string) => Promise<Result>;
};

/** What the back office says beside the log. */
type Reports = {
  /** The bank beside the books at the end of a day, by currency. */
  reconciliationsOn(day: string): Promise<readonly Reconciliation[]>;
  /** The VAT return of months, both included. */
  vatReturnOf(months: { from: string; to: string }): Promise<VatReturn>;
};

/** Those who follow the log beside the read models. */
type Followers = {
  /** Lets them go on with the log as it is; returns what was done, in words. */
  accept(): Promise<readonly string[]>;
};

type ReadModels = {
  build(
    wanted: { readonly name: string; readonly until: Date; readonly isReplacing: boolean },
    onProgress: (position: bigint, end: bigint) => void,
  ): Promise<{ readonly schema: string; readonly events: number }>;
  compare(
    left: string,
    right: string,
    onProgress: (tables: number, ofTables: number) => void,
  ): Promise<readonly CopyDifference[]>;
};
