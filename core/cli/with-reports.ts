import type { Reconciliation } from '../bank/reconciliation.ts';

type Amount = { readonly decimal: string };
/** A VAT return of months, in the currency in which the seller pays VAT. */
export type VatReturn = {
  readonly currency: string;
  readonly lines: readonly {
    readonly treatment: string;
    readonly title: string;
    readonly percent: string | null;
    readonly invoices: number;
    readonly credit_notes: number;
    readonly net: Amount;
    readonly vat: Amount;
  }[];
  readonly reverse_charges: readonly {
    readonly country: string | null;
    readonly vat_id: string | null;
    readonly net: Amount;
  }[];
  readonly unwritten: number;
  readonly unconverted: number;
  readonly converted_now: number;
};

/** What the back office says beside the log. */
type Reports = {
  /** The bank beside the books at the end of a day, by currency. */
  reconciliationsOn(day: string): Promise<readonly Reconciliation[]>;
  /** The VAT return of months, both included. */
  vatReturnOf(months: { from: string; to: string }): Promise<VatReturn>;
};
/** Opens it while `work` runs. */
export type WithReports = <Result>(work: (reports: Reports) => Promise<Result>) => Promise<Result>;
