import type { Approval } from '#bff/contract/base/common.ts';
import { minorJson } from '#bff/contract/base/money-json.ts';
import { PROGRAM_NAME } from '#bff/kit/lib/present.ts';
import type { Currency } from '#core/kernel/money/money.ts';

type Decided = {
  readonly currency: Currency;
  readonly firstBy: string | null;
  readonly firstByName: string | null;
  readonly firstAt: Date | null;
  readonly decidedBy: string | null;
  readonly decidedByName: string | null;
  readonly decidedAt: Date | null;
};

/** The first one first. `amounts`: what the first administrator approved, and the final amount. */
export const presentApprovals = (row: Decided, amounts: { first: bigint | null; last: bigint | null }): Approval[] => [
  ...presentApproval(row.firstBy, row.firstByName, row.firstAt, amounts.first, row.currency),
  ...presentApproval(row.decidedBy, row.decidedByName, row.decidedAt, amounts.last, row.currency),
];

/** One approval, in a list; empty where there is none. */
export const presentApproval = (
  id: string | null,
  name: string | null,
  at: Date | null,
  amount: bigint | null,
  currency: Currency,
): Approval[] =>
  id === null || at === null || amount === null
    ? []
    : [{ by: { id, name: name ?? PROGRAM_NAME }, at: at.toISOString(), amount: minorJson(amount, currency) }];

/** When the request last changed. The customer's view does not have the first approval. */
export const updatedWithFirst = (updatedAt: string, { firstAt }: { readonly firstAt: Date | null }): string => {
  const first = firstAt?.toISOString() ?? '';
  return first > updatedAt ? first : updatedAt;
};
