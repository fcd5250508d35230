import type { DocumentRef } from '#core/kernel/event.ts';
import type { Money } from '#core/kernel/money.ts';
import type { Approver } from '#core/kernel/second-eyes.ts';

type For<Type extends string, Data> = {
  readonly type: Type;
  readonly lineId: string;
  readonly valueDate?: string;
} & Readonly<Data>;

export type SuspenseCommand =
  /** `by`: the administrator's id. `receivedOn`: the line's own value date, which is its day unless that month is closed. */
  | For<'HoldBankLine', { amount: Money; by: string; receivedOn: string }>
  /** Assigns all of it to a deposit that was approved with its amount. */
  | For<'AssignBankLine', { amount: Money; document: DocumentRef }>
  /** Above what its approver may decide alone, the approver must not be the one who put it into suspense. */
  | For<'ReturnBankLine', { by: Approver }>;
