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

/** Money that the bank received and that belongs to nobody known. Stream: `suspense-<uuid>`, one for each line. Who paid lies in Postgres. */
export const suspenseEvents = {
  /** It is at the bank, and owed to somebody. */
  BankLineHeldInSuspense: z.object({ ...line, by: z.string().min(1).max(64) }),
  /** It is this deposit's: the deposit books the bank, so the line's own booking is taken back. */
  BankLineAssigned: z.object({ ...line, document: DocumentRef }),
  /** It went back to its sender. */
  BankLineReturned: z.object(line),
} as const;
export type SuspenseEvent = EventOf<typeof suspenseEvents>;
