import { z } from 'zod';
import { BankLineId, type EventOf, SealedText, type UpcastersOf, ValueDate } from '#core/kernel/log/event.ts';
import { PositiveMoneySchema } from '#core/kernel/money/money.ts';
import { Postings } from '#core/kernel/money/postings.ts';

/** A payout to the customer's bank. Stream: `withdrawal-<uuid>`. The bank data is in Postgres under `bankSnapshotId`. */
export const withdrawalEvents = {
  WithdrawalRequested: z.object({
    withdrawalId: z.uuid(),
    number: z.string().min(1).max(40),
    customerId: z.uuid(),
    walletId: z.uuid(),
    amount: PositiveMoneySchema,
    requestedBy: z.enum(['customer', 'administrator']),
    /** The administrator's id; absent in events from before it was recorded. */
    madeBy: z.string().min(1).max(64).optional(),
    bankSnapshotId: z.uuid().nullable(),
    /** Its bank account was never paid before: nothing is paid to it earlier than this. */
    payableFrom: z.iso.datetime().optional(),
    userNote: SealedText.nullable(),
    adminNote: SealedText.nullable(),
  }),
  /** The wallet holds the amount; from now on it can be completed or rejected. */
  WithdrawalFundsHeld: z.object({}),
  /** The wallet refused the hold: nothing was taken. */
  WithdrawalFailed: z.object({ reason: z.string().max(300) }),
  WithdrawalPayoutProposed: z.object({
    note: SealedText.nullable(),
    /** The administrator's id. */
    by: z.string().min(1).max(64),
    valueDate: ValueDate.optional(),
    bankLineId: BankLineId.optional(),
  }),
  /** The bank transfer was made: payouts are settled against the bank; the wallet's hold is captured next. */
  WithdrawalCompleted: z.object({
    amount: PositiveMoneySchema,
    note: SealedText.nullable(),
    postings: Postings,
    /** The administrator who approved the payout first, or made the withdrawal. */
    firstApprovedBy: z.string().min(1).max(64).optional(),
    valueDate: ValueDate.optional(),
    bankLineId: BankLineId.optional(),
  }),
  /** Nothing was paid out; the wallet's hold is released next. */
  WithdrawalRejected: z.object({
    adminNote: SealedText.nullable(),
    userNote: SealedText.nullable(),
    /** Both notes in one text, in events of version 1: only a reader with the key can split it. */
    jointNote: SealedText.optional(),
  }),
} as const;
export const withdrawalUpcasters = {
  WithdrawalRejected: {
    1: (data) => {
      const { note } = RejectedVersion1.parse(data);
      return { adminNote: null, userNote: null, ...(note === null ? {} : { jointNote: note }) };
    },
  },
} as const satisfies UpcastersOf<typeof withdrawalEvents>;
const RejectedVersion1 = z.object({ note: z.string().nullable() });

export type WithdrawalEvent = EventOf<typeof withdrawalEvents>;
