import type { Approval } from '#bff/contract/common.ts';
import { minorJson } from '#bff/contract/money-json.ts';
import type { Currency } from '#core/kernel/money.ts';

type Decided = {
  readonly currency: Currency;
  readonly firstBy: string | null;
  readonly firstByName: string | null;
  readonly firstAt: Date | null;
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly decidedAt: Date | null;
};

/** Whose yes a request has, the first one first. `amounts`: what the first of two said yes to, and what it came to. */
export function presentApprovals(row: Decided, amounts: { first: bigint | null; last: bigint | null }): Approval[] {
  const yes = (id: string | null, name: string | null, at: Date | null, amount: bigint | null): Approval[] =>
    id === null || at === null || amount === null
      ? []
      : [{ by: { id, name: name ?? 'Giftledger' }, at: at.toISOString(), amount: minorJson(amount, row.currency) }];
  return [
    ...yes(row.firstBy, row.firstByName, row.firstAt, amounts.first),
    ...yes(row.decidedBy, row.decidedByName, row.decidedAt, amounts.last),
  ];
}
