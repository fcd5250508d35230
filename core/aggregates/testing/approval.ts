import type { DepositCommand } from '#core/aggregates/deposit/commands.ts';
import type { Approver } from '#core/kernel/commands/second-eyes.ts';
import { SealedText } from '#core/kernel/log/event.ts';
import type { Money } from '#core/kernel/money/money.ts';

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
