import type { Commands } from '#core/kernel/commands/decider.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { SealedText } from '#core/kernel/log/event.ts';
import type { Money } from '#core/kernel/money/money.ts';

type Inputs = {
  RequestWithdrawal: {
    number: string;
    customerId: string;
    walletId: string;
    amount: Money;
    requestedBy: 'customer' | 'administrator';
    /** The id of the administrator who made it, if one did: another one completes it. */
    madeBy?: string;
    bankSnapshotId: string | null;
    /** Where its bank account was never paid before: the time (ISO 8601, UTC) from which on it may be paid. */
    payableFrom?: string;
    userNote: SealedText | null;
    adminNote: SealedText | null;
  };
  ConfirmFundsHeld: object;
  FailWithdrawal: { reason: string };
  /**
   * Only when the funds are held, and not before a new account may be paid (`now`: ISO 8601, UTC). Above what its approver may decide
   * alone, it waits for a second approver.
   */
  CompleteWithdrawal: { note: SealedText | null; by: Approver; now: string; valueDate?: string; bankLineId?: string };
  /** Only when the funds are held. */
  RejectWithdrawal: { adminNote: SealedText | null; userNote: SealedText | null };
};
export type WithdrawalCommands = Commands<{ withdrawalId: string }, Inputs>;
export type WithdrawalCommand = WithdrawalCommands[keyof WithdrawalCommands];
