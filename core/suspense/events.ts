import { z } from 'zod';
import { BankLineId, DocumentRef, type EventOf, ValueDate } from '#core/kernel/event.ts';
import { PositiveMoneySchema } from '#core/kernel/money.ts';
import { Postings } from '#core/kernel/postings.ts';

const line = {
  lineId: BankLineId,
  amount: PositiveMoneySchema,
  postings: Postings,
  valueDate: ValueDate.optional(),
};

/**
 * Money that the bank received and whose owner is not known. Stream: `suspense-<uuid>`, one for each line. The payer's
 * name is in Postgres.
 */
export const suspenseEvents = {
  /** It is at the bank, and owed to somebody. */
  BankLineHeldInSuspense: z.object({ ...line, by: z.string().min(1).max(64) }),
  /** It belongs to this deposit: the deposit books the bank, so the line's own booking is reversed. */
  BankLineAssigned: z.object({ ...line, document: DocumentRef }),
  /** It went back to its sender. */
  BankLineReturned: z.object(line),
} as const;
export type SuspenseEvent = EventOf<typeof suspenseEvents>;
