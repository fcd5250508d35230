import { z } from 'zod';
import { BankLineId, DocumentRef, type EventOf, ValueDate } from '#core/kernel/log/event.ts';
import { MoneySchema } from '#core/kernel/money/money.ts';
import { Postings } from '#core/kernel/money/postings.ts';
import { CORRECTION_KINDS, MAX_CORRECTION_TEXT } from './kinds.ts';

const Words = z.string().min(1).max(MAX_CORRECTION_TEXT);
const correction = {
  correctionId: z.uuid(),
  /** `COR-000012` */
  number: z.string().min(1).max(40),
  kind: z.enum(CORRECTION_KINDS),
  /** As the bank's statement shows it: negative where money left. For a write-off, the claim that is given up. */
  amount: MoneySchema,
  reason: Words,
  /** Where its paper is kept: the bank's advice, a letter. Absent where the bank's line is the paper. */
  paper: Words.optional(),
  bankLineId: BankLineId.optional(),
  /** The deposit that was taken back, or the payout that was returned. Up to 0.3.0 a write-off names none. */
  corrects: DocumentRef.optional(),
  walletId: z.uuid().optional(),
  valueDate: ValueDate,
};

/**
 * What the bank did and no deposit, payout or order shows: charges, interest, a deposit taken back, a payout returned. Stream:
 * `correction-<uuid>`. Reason and paper name nobody.
 */
export const correctionEvents = {
  CorrectionProposed: z.object({ ...correction, by: z.string().min(1).max(64) }),
  CorrectionBooked: z.object({ ...correction, firstApprovedBy: z.string().min(1).max(64), postings: Postings }),
  CorrectionRejected: z.object({ by: z.string().min(1).max(64) }),
} as const;
export type CorrectionEvent = EventOf<typeof correctionEvents>;
