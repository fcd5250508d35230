import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import type { Currency, Money } from '#core/kernel/money/money.ts';

type For<Type extends string, Data = unknown> = { readonly type: Type; readonly walletId: string } & Readonly<Data>;

export type WalletCommand =
  | For<'OpenWallet', { customerId: string; currency: Currency }>
  /**
   * Money arrived at the bank for this wallet. The fee, if any, is a separate debit in the same append, so the money
   * for it is always there. Then the queued payments that the rest covers are taken.
   */
  | For<
      'CreditDeposit',
      {
        reference: string;
        amount: Money;
        fee?: { readonly reference: string; readonly amount: Money } | null;
        document: DocumentRef;
        valueDate?: string;
      }
    >
  /**
   * Debits at once if available funds cover it, otherwise queues it. `amount` includes `conversionFee`; `reference` is
   * `<document kind>:<document id>`, so a document is paid once.
   */
  | For<'RequestPayment', { reference: string; amount: Money; conversionFee: Money; document: DocumentRef }>
  /** Removes a queued payment; refused with invalid_state when it was taken already (then refund it). */
  | For<'CancelPayment', { reference: string }>
  /**
   * Refunds a payment that was taken, once; `reference` is the payment's. `undelivered`: refunds only this part, which
   * is held for an order that was delivered in part.
   */
  | For<'RefundPayment', { reference: string; refundReference: string; undelivered?: Money }>
  | For<'CreditReturnedPayout', { reference: string; amount: Money; document: DocumentRef; valueDate: string }>
  /** The bank took back a deposit: debits it as far as the available funds go. Nothing where there are none. */
  | For<'TakeBackDeposit', { reference: string; amount: Money; document: DocumentRef; valueDate: string }>
  /** Refused with insufficient_funds when available funds, without the credit limit, do not cover it. */
  | For<'HoldFunds', { holdId: string; amount: Money; document: DocumentRef }>
  | For<'CaptureHold', { holdId: string; valueDate?: string }>
  | For<'ReleaseHold', { holdId: string }>
  /**
   * Refused when the available funds would fall below zero. A raise above what its approver may decide alone waits for
   * a second approver.
   */
  | For<'SetCreditLimit', { limit: Money; by: Approver }>
  | For<'RejectCreditLimit'>;

export type WalletCommandOf<Type extends WalletCommand['type']> = Extract<WalletCommand, { type: Type }>;
