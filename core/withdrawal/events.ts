import { z } from 'zod';
import { type EventOf, SealedText } from '#core/kernel/event.ts';
import { PositiveMoneySchema } from '#core/kernel/money.ts';
import { Postings } from '#core/kernel/postings.ts';

/** A payout to the customer's bank. Stream: `withdrawal-<uuid>`. The bank data lies in Postgres under `bankSnapshotId`. */
export const withdrawalEvents = {
  WithdrawalRequested: z.object({
    withdrawalId: z.uuid(),
    number: z.string().min(1).max(40),
    customerId: z.uuid(),
    walletId: z.uuid(),
    amount: PositiveMoneySchema,
    requestedBy: z.enum(['customer', 'administrator']),
    bankSnapshotId: z.uuid().nullable(),
    userNote: SealedText.nullable(),
    adminNote: SealedText.nullable(),
  }),
  /** The wallet holds the amount; from now on it can be completed or rejected. */
  WithdrawalFundsHeld: z.object({}),
  /** The wallet refused the hold: nothing was taken. */
  WithdrawalFailed: z.object({ reason: z.string().max(300) }),
  /** The bank transfer was made: payouts are settled against the bank; the wallet's hold is captured next. */
  WithdrawalCompleted: z.object({ amount: PositiveMoneySchema, note: SealedText.nullable(), postings: Postings }),
  WithdrawalRejected: z.object({ note: SealedText.nullable() }),
} as const;
export type WithdrawalEvent = EventOf<typeof withdrawalEvents>;
