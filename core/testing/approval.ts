import type { DepositCommand } from '../deposit/commands.ts';
import { SealedText } from '../kernel/event.ts';
import type { Money } from '../kernel/money.ts';
import type { Approver } from '../kernel/second-eyes.ts';

/** An administrator who may decide alone: for tests of what follows a decision. */
export const ALONE: Approver = { id: 'test', aloneUpTo: null };

type Approval = Extract<DepositCommand, { type: 'ApproveDeposit' }>;

/** An approval by one administrator, with a note in place of a proof. */
export const approvalOf = (depositId: string, approvedAmount: Money, fee = 0n): Approval => ({
  type: 'ApproveDeposit',
  depositId,
  approvedAmount,
  fee: { ...approvedAmount, amount: fee },
  note: SealedText.parse('sealed'),
  by: ALONE,
});
