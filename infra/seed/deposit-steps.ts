import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import { money } from '#core/kernel/money/money.ts';
import type { PlannedAction } from './planned.ts';
import type { Scene, Step } from './step.ts';

const DEPOSIT_NOTES = ['Monthly top-up', 'Budget for the spring campaign', 'Prepayment as agreed', 'Reseller float'];
const REJECTION_NOTE = 'The transfer named in the proof has not arrived. Please upload the confirmation of your bank.';
const REDUCTION_NOTE = 'The bank kept a fee: this is what arrived.';

/**
 * Requested, proven, then decided by its outcome: approved in full or in part, by two administrators if it is large, or
 * rejected.
 */
export function depositSteps(
  action: Extract<PlannedAction, { kind: 'deposit' }>,
  by: Actor,
  { records, administrator, checker, aloneUpTo }: Scene,
): Step[] {
  const { at, depositId, number, customer, currency, outcome } = action;
  const { customerId } = customer;
  const amount = money(action.amountMinor, currency);
  const requested: Step = {
    at,
    by,
    name: `deposit:${depositId}`,
    async command() {
      const note = await records.seal(customer, DEPOSIT_NOTES[number.charCodeAt(number.length - 1) % 4] ?? 'Top-up');
      const walletId = walletIdOf(customerId, currency);
      return { type: 'RequestDeposit', depositId, number, customerId, walletId, amount, note };
    },
  };
  if (outcome === 'pending') return [requested];
  const proven: Step = {
    at: new Date(at.getTime() + 600_000),
    by,
    name: `proof:${depositId}`,
    async command() {
      const { id: fileId, sha256, contentType } = await records.saveProof(customer, number, amount);
      return { type: 'UploadProof', depositId, fileId, sha256, contentType };
    },
  };
  if (outcome === 'pending-with-proof') return [requested, proven];
  const alone = aloneUpTo('deposit', currency);
  const isReduced = outcome === 'reduced';
  const approvedAmount = isReduced ? money((amount.amount * 9n) / 10n, currency) : amount;
  const decidedAt = Math.max(action.decidedAt.getTime(), at.getTime() + 900_000);
  const decision = (who: Actor, name: string, time: number): Step => ({
    at: new Date(time),
    by: who,
    name: `${name}:${depositId}`,
    async command() {
      if (outcome === 'rejected') {
        return { type: 'RejectDeposit', depositId, note: await records.seal(customer, REJECTION_NOTE) };
      }
      return {
        type: 'ApproveDeposit',
        depositId,
        fee: money(0n, currency),
        approvedAmount,
        by: { id: who.id, aloneUpTo: alone },
        note: isReduced ? await records.seal(customer, REDUCTION_NOTE) : null,
      };
    },
  });
  const first = [requested, proven, decision(administrator, 'decide', decidedAt)];
  const needsSecond = approvedAmount.amount > alone && (outcome === 'approved' || isReduced);
  return needsSecond ? [...first, decision(checker, 'confirm', decidedAt + 600_000)] : first;
}
