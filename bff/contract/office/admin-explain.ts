import { z } from 'zod';
import { dataOf, Money, Timestamp } from '#bff/contract/base/common.ts';
import { AuditActor } from '#bff/contract/identity/admin-audit.ts';

export const ExplainQuery = z.object({
  /** 'wallet-<id>', 'deposit-<id>', 'order-<id>', 'withdrawal-<id>', 'suspense-<id>' or 'correction-<id>'; one event of it: 'wallet-<id>@12'. */
  subject: z.string().min(1).max(80),
});

/** A figure, or one of the facts that it is derived from. */
export const ExplainedNode = z.object({
  /** Distance from the figure: 0 is the figure itself, and a node's parts follow it, one deeper. */
  depth: z.int(),
  what: z.string(),
  amount: Money.nullable(),
  facts: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Who did or approved it; null for a sum, a line of the books or a part of an order. */
  by: AuditActor.nullable(),
  event: z
    .object({ id: z.string(), stream: z.string(), revision: z.string(), occurred_at: Timestamp, hash: z.string() })
    .nullable(),
});
export type ExplainedNode = z.infer<typeof ExplainedNode>;

export const ExplainAnswer = dataOf(z.array(ExplainedNode));
