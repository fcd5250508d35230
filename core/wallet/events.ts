import { z } from 'zod';
import { DocumentRef, type EventOf, ValueDate } from '#core/kernel/event.ts';
import { Currency, MoneySchema, PositiveMoneySchema } from '#core/kernel/money.ts';
import { Postings } from '#core/kernel/postings.ts';

/**
 * The one place where money is guarded. Stream: `wallet-<uuid>`.
 * `reference` names what a movement is for (`deposit:<id>`, `deposit-fee:<id>`, `order:<id>`, `refund:<id>`); each is applied once.
 */
export const walletEvents = {
  WalletOpened: z.object({ walletId: z.uuid(), customerId: z.uuid(), currency: Currency }),
  WalletCredited: z.object({
    reference: z.string(),
    reason: z.enum(['deposit', 'refund']),
    amount: PositiveMoneySchema,
    document: DocumentRef,
    postings: Postings,
    /** Of its deposit. */
    valueDate: ValueDate.optional(),
  }),
  WalletDebited: z.object({
    reference: z.string(),
    reason: z.enum(['order', 'deposit-fee']),
    amount: PositiveMoneySchema,
    /** The part of an order's amount that is conversion fee; zero otherwise. */
    conversionFee: MoneySchema,
    document: DocumentRef,
    postings: Postings,
    /** Of the deposit whose fee it is. */
    valueDate: ValueDate.optional(),
  }),
  /** A payment that the available funds did not cover: taken oldest first as soon as funds arrive. */
  WalletPaymentQueued: z.object({
    reference: z.string(),
    amount: PositiveMoneySchema,
    conversionFee: MoneySchema,
    document: DocumentRef,
  }),
  /** The payment will not be taken any more (also recorded for one that never arrived, so that it cannot arrive late). */
  WalletPaymentCancelled: z.object({ reference: z.string() }),
  WalletFundsHeld: z.object({
    holdId: z.uuid(),
    amount: PositiveMoneySchema,
    document: DocumentRef,
    postings: Postings,
  }),
  WalletHoldCaptured: z.object({
    holdId: z.uuid(),
    amount: PositiveMoneySchema,
    document: DocumentRef,
    postings: Postings,
    /** Of its withdrawal. */
    valueDate: ValueDate.optional(),
  }),
  WalletHoldReleased: z.object({
    holdId: z.uuid(),
    amount: PositiveMoneySchema,
    document: DocumentRef,
    postings: Postings,
  }),
  /** A first administrator raised the limit; it is too much for one, and does not count before a second one confirms exactly this. */
  WalletCreditLimitProposed: z.object({
    limit: PositiveMoneySchema,
    /** The administrator's id. */
    by: z.string().min(1).max(64),
  }),
  WalletCreditLimitRejected: z.object({ limit: PositiveMoneySchema }),
  WalletCreditLimitSet: z.object({
    limit: MoneySchema,
    /** The administrator who said yes before, where one was not enough. */
    firstApprovedBy: z.string().min(1).max(64).optional(),
  }),
} as const;
export type WalletEvent = EventOf<typeof walletEvents>;
