import type { Money } from '#core/kernel/money/money.ts';

/** A payout's place in a file for the bank. */
export type Transfer = {
  /** PAY-000012 */
  readonly file: string;
  readonly endToEndId: string;
  /** The administrator's id. */
  readonly madeBy: string;
  readonly madeAt: Date;
  /** When the file was withdrawn, before the bank had it. */
  readonly withdrawnAt: Date | null;
};

export type BankLine = {
  readonly amount: Money;
  readonly bookedOn: string;
  readonly valueDate: string;
  readonly reference: string;
  readonly statement: string;
  /** Ours. */
  readonly account: string;
};

/** Papers that are stored in Postgres, beside the log: files for the bank, and its statements' lines. */
export type KeptPapers = {
  /** Oldest first. */
  transfersOf(withdrawalId: string): Promise<readonly Transfer[]>;
  /** The payouts and returns in a file for the bank, by the file's number; none where there is no such file. */
  itemsOf(file: string): Promise<readonly { readonly withdrawalId: string | null; readonly lineId: string | null }[]>;
  lineOf(lineId: string): Promise<BankLine | null>;
};
