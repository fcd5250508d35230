import { z } from 'zod';
import { DocumentRef, type EventOf, ValueDate } from '#core/kernel/log/event.ts';
import { Currency, MoneySchema, PositiveMoneySchema } from '#core/kernel/money/money.ts';
import { Postings } from '#core/kernel/money/postings.ts';

/**
 * The only place where money is guarded. Stream: `wallet-<uuid>`. `reference` identifies a movement (`deposit:<id>`,
 * `deposit-fee:<id>`, `order:<id>`, `refund:<id>`, `correction:<id>`); each is applied once.
 */
export const walletEvents = {
  WalletOpened: z.object({ walletId: z.uuid(), customerId: z.uuid(), currency: Currency }),
  WalletCredited: z.object({
    reference: z.string(),
    reason: z.enum(['deposit', 'refund', 'payout-returned']),
    amount: PositiveMoneySchema,
    document: DocumentRef,
    postings: Postings,
    /** The value date of its deposit, or of the payout that came back. */
    valueDate: ValueDate.optional(),
  }),
  WalletDebited: z.object({
    reference: z.string(),
    reason: z.enum(['order', 'deposit-fee', 'deposit-taken-back']),
    amount: PositiveMoneySchema,
    /** The part of an order's amount that is conversion fee; zero otherwise. */
    conversionFee: MoneySchema,
    document: DocumentRef,
    postings: Postings,
    /** The value date of the deposit whose fee it is. */
    valueDate: ValueDate.optional(),
  }),
  /** A payment that the available funds did not cover: taken oldest first as soon as funds arrive. */
  WalletPaymentQueued: z.object({
    reference: z.string(),
    amount: PositiveMoneySchema,
    conversionFee: MoneySchema,
    document: DocumentRef,
  }),
  /**
   * The payment will not be taken any more. It is also recorded for a payment that never arrived, and for a deposit that was
   * taken back while the wallet had no funds, so that neither is taken late.
   */
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
    /** The value date of its withdrawal. */
    valueDate: ValueDate.optional(),
  }),
  WalletHoldReleased: z.object({
    holdId: z.uuid(),
    amount: PositiveMoneySchema,
    document: DocumentRef,
    postings: Postings,
  }),
  WalletCreditLimitProposed: z.object({
    limit: PositiveMoneySchema,
    /** The administrator's id. */
    by: z.string().min(1).max(64),
  }),
  WalletCreditLimitRejected: z.object({ limit: PositiveMoneySchema }),
  WalletCreditLimitSet: z.object({
    limit: MoneySchema,
    firstApprovedBy: z.string().min(1).max(64).optional(),
  }),
} as const;
export type WalletEvent = EventOf<typeof walletEvents>;
