import { z } from 'zod';
import { BankLineId, DocumentRef, type EventOf, SealedText, ValueDate } from '#core/kernel/log/event.ts';
import { MoneySchema, PositiveMoneySchema } from '#core/kernel/money/money.ts';
import { Postings } from '#core/kernel/money/postings.ts';
import { MAX_PARTS } from './limits.ts';

const line = {
  lineId: BankLineId,
  amount: PositiveMoneySchema,
  postings: Postings,
  valueDate: ValueDate.optional(),
};

const By = z.string().min(1).max(64);

/** A deposit that one line pays together with others: the whole of what it asks for. */
const LinePart = z.object({
  document: DocumentRef,
  amount: PositiveMoneySchema,
  /** Charged to the wallet as a debit of its own. */
  fee: MoneySchema,
  note: SealedText.nullable(),
  /** The file of the payment proof that the administrator approved. Events up to 0.3.0 do not say it. */
  proof: z.uuid().nullable().optional(),
});
export type LinePart = z.infer<typeof LinePart>;
const split = {
  lineId: BankLineId,
  amount: PositiveMoneySchema,
  parts: z.array(LinePart).min(2).max(MAX_PARTS),
  by: By,
  valueDate: ValueDate.optional(),
};

/**
 * Money that the bank received and whose owner is not known. Stream: `suspense-<uuid>`, one for each line. The payer's
 * name is in Postgres.
 */
export const suspenseEvents = {
  /**
   * It is at the bank, and owed to somebody. `takenBackFrom`: it was assigned to this deposit, which another line pays, so it is held again.
   */
  BankLineHeldInSuspense: z.object({ ...line, by: By, takenBackFrom: DocumentRef.optional() }),
  /** A first administrator approved the deposits that it pays together, and one is not enough. */
  BankLineSplitProposed: z.object(split),
  /** It pays several deposits, which add up to it: each is approved next. */
  BankLineSplit: z.object({ ...split, firstApprovedBy: By.optional() }),
  BankLineSplitRejected: z.object({ lineId: BankLineId, by: By }),
  /** It, or this part of it, belongs to this deposit: the deposit books the bank, so the line's own booking is reversed. */
  BankLineAssigned: z.object({ ...line, document: DocumentRef }),
  /** The deposit of this part was decided otherwise, so the part stays in suspense: it can be returned, or assigned to another deposit. */
  BankLinePartReleased: z.object({ lineId: BankLineId, amount: PositiveMoneySchema, document: DocumentRef }),
  BankLineReturned: z.object(line),
} as const;
export type SuspenseEvent = EventOf<typeof suspenseEvents>;
