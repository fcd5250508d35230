import { isDomainError } from '#core/kernel/errors.ts';
import type { Actor } from '#core/kernel/event.ts';
import { money } from '#core/kernel/money.ts';
import { walletIdOf } from '#core/wallet/wallet-id.ts';
import type { HistoryDeps, MakeStep, Send, Step } from './history-step.ts';
import type { PlannedAction } from './planned.ts';

const REJECTION_REASON = 'The account number does not belong to the beneficiary.';

/** Requested, then completed or rejected, as far as its outcome says. */
export function withdrawalSteps(
  action: Extract<PlannedAction, { kind: 'withdrawal' }>,
  deps: HistoryDeps,
  send: Send,
  step: MakeStep,
  asCustomer: Actor,
  asAdministrator: Actor,
): Step[] {
  const { withdrawalId, number, customer, currency } = action;
  const steps = [
    step(action.at, async () => {
      const bankSnapshotId = await deps.saveBankSnapshot(customer, withdrawalId);
      await send(`withdrawal:${withdrawalId}`, asCustomer, {
        type: 'RequestWithdrawal',
        withdrawalId,
        number,
        customerId: customer.customerId,
        walletId: walletIdOf(customer.customerId, currency),
        amount: money(action.amountMinor, currency),
        requestedBy: 'customer',
        bankSnapshotId,
        userNote: null,
        adminNote: null,
      });
    }),
  ];
  if (action.outcome === 'pending') return steps;
  const isCompleted = action.outcome === 'completed';
  steps.push(
    step(new Date(Math.max(action.decidedAt.getTime(), action.at.getTime() + 60_000)), async () => {
      try {
        await send(
          `settle:${withdrawalId}`,
          asAdministrator,
          isCompleted
            ? { type: 'CompleteWithdrawal', withdrawalId, note: null }
            : {
                type: 'RejectWithdrawal',
                withdrawalId,
                adminNote: await deps.seal(customer.customerId, REJECTION_REASON),
                userNote: null,
              },
        );
      } catch (error) {
        // The wallet did not cover it after all: the request has failed by itself and there is nothing to settle.
        if (!isDomainError(error, 'invalid_state')) throw error;
      }
    }),
  );
  return steps;
}
