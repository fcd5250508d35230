import type { Actor } from '#core/kernel/event.ts';
import { money } from '#core/kernel/money.ts';
import { walletIdOf } from '#core/wallet/wallet-id.ts';
import type { HistoryDeps, MakeStep, Send, Step } from './history-step.ts';
import type { PlannedAction } from './planned.ts';

const DEPOSIT_NOTES = ['Monthly top-up', 'Budget for the spring campaign', 'Prepayment as agreed', 'Reseller float'];
const REJECTION_NOTE = 'The transfer named in the proof has not arrived. Please upload the confirmation of your bank.';

/** Requested, proven, then approved in full or in part, or rejected, as far as its outcome says. */
export function depositSteps(
  action: Extract<PlannedAction, { kind: 'deposit' }>,
  deps: HistoryDeps,
  send: Send,
  step: MakeStep,
  asCustomer: Actor,
  asAdministrator: Actor,
): Step[] {
  const { depositId, number, customer } = action;
  const { customerId } = customer;
  const amount = money(action.amountMinor, action.currency);
  const steps = [
    step(action.at, async () => {
      const note = await deps.seal(customerId, DEPOSIT_NOTES[number.charCodeAt(number.length - 1) % 4] ?? 'Top-up');
      const walletId = walletIdOf(customer.customerId, action.currency);
      await send(`deposit:${depositId}`, asCustomer, {
        type: 'RequestDeposit',
        depositId,
        number,
        customerId,
        walletId,
        amount,
        note,
      });
    }),
  ];
  if (action.outcome === 'pending') return steps;
  steps.push(
    step(new Date(action.at.getTime() + 600_000), async () => {
      const proof = await deps.saveProof(customer, number, amount);
      await send(`proof:${depositId}`, asCustomer, { type: 'UploadProof', depositId, ...proof });
    }),
  );
  if (action.outcome === 'pending-with-proof') return steps;
  const decidedAt = new Date(Math.max(action.decidedAt.getTime(), action.at.getTime() + 900_000));
  steps.push(
    step(decidedAt, async () => {
      if (action.outcome === 'rejected') {
        const note = await deps.seal(customerId, REJECTION_NOTE);
        await send(`decide:${depositId}`, asAdministrator, { type: 'RejectDeposit', depositId, note });
        return;
      }
      const reduced = action.outcome === 'reduced';
      const approvedAmount = reduced ? money((amount.amount * 9n) / 10n, amount.currency) : amount;
      const note = reduced ? await deps.seal(customerId, 'The bank kept a fee: this is what arrived.') : null;
      const fee = money(0n, amount.currency);
      await send(`decide:${depositId}`, asAdministrator, {
        type: 'ApproveDeposit',
        depositId,
        approvedAmount,
        fee,
        note,
      });
    }),
  );
  return steps;
}
