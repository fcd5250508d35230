import type { Commands } from '#core/kernel/commands/decider.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import type { SealedText } from '#core/kernel/log/event.ts';
import type { Money } from '#core/kernel/money/money.ts';
import type { PayInto } from './events.ts';

type Inputs = {
  RequestDeposit: {
    number: string;
    customerId: string;
    walletId: string;
    amount: Money;
    note: SealedText | null;
    payInto?: PayInto;
  };
  /** Uploads or replaces the proof while the deposit is pending. */
  UploadProof: { fileId: string; sha256: string; contentType: string };
  /**
   * The approved amount is above zero and not above the requested one; the fee is below the approved amount. Without a
   * proof it needs a note and two approvers. Above what its approver may decide alone, it waits for a second approver
   * too. Both approve the same value date; the bank's line is the last one that either named.
   */
  ApproveDeposit: {
    approvedAmount: Money;
    fee: Money;
    note: SealedText | null;
    by: Approver;
    valueDate?: string;
    bankLineId?: string;
    /** The file of the proof that the approver was shown, null for none: with another one it is refused. */
    proof?: string | null;
  };
  RejectDeposit: { note: SealedText };
  /** Only before it is decided. */
  DeleteDeposit: object;
};
export type DepositCommands = Commands<{ depositId: string }, Inputs>;
export type DepositCommand = DepositCommands[keyof DepositCommands];
