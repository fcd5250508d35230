import type { Actor } from '#core/kernel/event.ts';
import { money } from '#core/kernel/money.ts';
import { walletIdOf } from '#core/wallet/wallet-id.ts';
import type { PlannedAction } from './planned.ts';
import type { Scene, Step } from './step.ts';

const REJECTION_REASON = 'The account number does not belong to the beneficiary.';

/** Requested, then completed or rejected, as far as its outcome says. */
export function withdrawalSteps(
  action: Extract<PlannedAction, { kind: 'withdrawal' }>,
  by: Actor,
  { records, administrator }: Scene,
): Step[] {
  const { at, withdrawalId, number, customer, currency, outcome } = action;
  const { customerId } = customer;
  const requested: Step = {
    ...{ at, by, name: `withdrawal:${withdrawalId}` },
    command: async () => ({
      ...{ type: 'RequestWithdrawal', withdrawalId, number, customerId, requestedBy: 'customer' },
      walletId: walletIdOf(customerId, currency),
      amount: money(action.amountMinor, currency),
      bankSnapshotId: await records.saveBankSnapshot(customer, withdrawalId, at),
      userNote: null,
      adminNote: null,
    }),
  };
  if (outcome === 'pending') return [requested];
  return [
    requested,
    {
      at: new Date(Math.max(action.decidedAt.getTime(), at.getTime() + 60_000)),
      ...{ by: administrator, name: `settle:${withdrawalId}` },
      command: async () =>
        outcome === 'completed'
          ? { type: 'CompleteWithdrawal', withdrawalId, note: null }
          : {
              ...{ type: 'RejectWithdrawal', withdrawalId, userNote: null },
              adminNote: await records.seal(customer, REJECTION_REASON),
            },
      // The wallet did not cover it after all: the request has failed by itself and there is nothing to settle.
      isOptional: true,
    },
  ];
}
