import type { Commands } from '#core/kernel/commands/decider.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import type { Currency, Money } from '#core/kernel/money/money.ts';

type Inputs = {
  OpenWallet: { customerId: string; currency: Currency };
  /**
   * Money arrived at the bank for this wallet. The fee, if any, is a separate debit in the same append, so the money
   * for it is always there. Then the queued payments that the rest covers are taken.
   */
  CreditDeposit: {
    reference: string;
    amount: Money;
    fee?: { readonly reference: string; readonly amount: Money } | null;
    document: DocumentRef;
    valueDate?: string;
  };
  /**
   * Debits at once if available funds cover it, otherwise queues it. `amount` includes `conversionFee`; `reference` is
   * `<document kind>:<document id>`, so a document is paid once.
   */
  RequestPayment: { reference: string; amount: Money; conversionFee: Money; document: DocumentRef };
  /** Removes a queued payment; refused with invalid_state when it was taken already (then refund it). */
  CancelPayment: { reference: string };
  /**
   * Refunds a payment that was taken, once; `reference` is the payment's. `undelivered`: refunds only this part, which
   * is held for an order that was delivered in part.
   */
  RefundPayment: { reference: string; refundReference: string; undelivered?: Money };
  CreditReturnedPayout: { reference: string; amount: Money; document: DocumentRef; valueDate: string };
  /** The bank took back a deposit: debits it as far as the available funds go. Nothing where there are none. */
  /** `funds`: what the wallet had when that was booked. */
  TakeBackDeposit: { reference: string; amount: Money; funds: Money; document: DocumentRef; valueDate: string };
  /** Refused with insufficient_funds when available funds, without the credit limit, do not cover it. */
  HoldFunds: { holdId: string; amount: Money; document: DocumentRef };
  CaptureHold: { holdId: string; valueDate?: string };
  ReleaseHold: { holdId: string };
  /**
   * Refused when the available funds would fall below zero. A raise above what its approver may decide alone waits for
   * a second approver.
   */
  SetCreditLimit: { limit: Money; by: Approver };
  RejectCreditLimit: object;
};
export type WalletCommands = Commands<{ walletId: string }, Inputs>;
export type WalletCommand = WalletCommands[keyof WalletCommands];
