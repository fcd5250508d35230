import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import { money } from '#core/kernel/money/money.ts';
import type { PlannedAction } from './planned.ts';
import type { Scene, Step } from './step.ts';

const REJECTION_REASON = 'The account number does not belong to the beneficiary.';

/** Requested, then decided by its outcome: completed, by two administrators if it is large, or rejected. */
export function withdrawalSteps(
  action: Extract<PlannedAction, { kind: 'withdrawal' }>,
  by: Actor,
  { records, administrator, checker, aloneUpTo }: Scene,
): Step[] {
  const { at, withdrawalId, number, customer, currency, outcome } = action;
  const { customerId } = customer;
  const requested: Step = {
    at,
    by,
    name: `withdrawal:${withdrawalId}`,
    command: async () => ({
      type: 'RequestWithdrawal',
      withdrawalId,
      number,
      customerId,
      requestedBy: 'customer',
      walletId: walletIdOf(customerId, currency),
      amount: money(action.amountMinor, currency),
      bankSnapshotId: await records.saveBankSnapshot(customer, withdrawalId, at),
      userNote: null,
      adminNote: null,
    }),
  };
  if (outcome === 'pending') return [requested];
  const alone = aloneUpTo('payout', currency);
  const decidedAt = Math.max(action.decidedAt.getTime(), at.getTime() + 60_000);
  const settled = (who: Actor, name: string, time: number): Step => ({
    at: new Date(time),
    by: who,
    name: `${name}:${withdrawalId}`,
    command: async () =>
      outcome === 'rejected'
        ? {
            type: 'RejectWithdrawal',
            withdrawalId,
            userNote: null,
            adminNote: await records.seal(customer, REJECTION_REASON),
          }
        : {
            type: 'CompleteWithdrawal',
            withdrawalId,
            note: null,
            by: { id: who.id, aloneUpTo: alone },
            now: new Date(time).toISOString(),
          },
    // The wallet did not cover it in the end: the request has failed by itself and there is nothing to settle.
    isOptional: true,
  });
  const first = [requested, settled(administrator, 'settle', decidedAt)];
  const needsSecond = outcome === 'completed' && action.amountMinor > alone;
  return needsSecond ? [...first, settled(checker, 'confirm', decidedAt + 600_000)] : first;
}
