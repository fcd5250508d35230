import { DomainError } from '#core/kernel/errors.ts';
import { datedBy } from '#core/kernel/log/value-date.ts';
import { idOf, type Reaction, type ReactionTools, reactionTo, refusalOf } from './reaction.ts';

/** Requested, held or failed, completed or rejected: a withdrawal has no more events. */
const MAX_WITHDRAWAL_EVENTS = 8;

/** A withdrawal requested → its amount held in the wallet. If the wallet refuses, the withdrawal fails. */
export const holdWithdrawals = reactionTo('WithdrawalRequested', 'hold-withdrawals', async (event, tools) => {
  const { withdrawalId, number, walletId, amount } = event.data;
  if (tools.isDone('confirm') || tools.isDone('fail')) return;
  // A failed one must not be held when this runs again: by then the wallet might have the money.
  const history = await tools.read(event.streamId, MAX_WITHDRAWAL_EVENTS);
  if (history.length > 1) return;
  try {
    await tools.send('hold', {
      type: 'HoldFunds',
      walletId,
      holdId: withdrawalId,
      amount,
      document: { kind: 'withdrawal', id: withdrawalId, number },
    });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'unavailable' || error.code === 'conflict') throw error;
    await refusalOf(
      tools.send('fail', { type: 'FailWithdrawal', withdrawalId, reason: error.message.slice(0, 300) }),
      'invalid_state',
    );
    return;
  }
  const refusal = await refusalOf(tools.send('confirm', { type: 'ConfirmFundsHeld', withdrawalId }), 'invalid_state');
  // The withdrawal failed between the look above and the hold: the hold is released.
  if (refusal) await tools.send('release', { type: 'ReleaseHold', walletId, holdId: withdrawalId });
});

/** A withdrawal completed → its hold captured; rejected → released. (A failed one never held money.) */
export const settleWithdrawals: Reaction = {
  name: 'settle-withdrawals',
  to: ['WithdrawalCompleted', 'WithdrawalRejected'],
  async react(event, tools) {
    if (event.type !== 'WithdrawalCompleted' && event.type !== 'WithdrawalRejected') return;
    if (tools.isDone('capture') || tools.isDone('release')) return;
    const holdId = idOf(event.streamId);
    const walletId = await walletOf(event.streamId, tools);
    if (event.type === 'WithdrawalCompleted') {
      const dated = datedBy(event.data.valueDate);
      await tools.send('capture', { type: 'CaptureHold', walletId, holdId, ...dated });
    } else await tools.send('release', { type: 'ReleaseHold', walletId, holdId });
  },
};

async function walletOf(streamId: string, { read }: ReactionTools): Promise<string> {
  const [first] = await read(streamId, 1);
  if (first?.type !== 'WithdrawalRequested') {
    throw new DomainError('not_found', `${streamId} does not begin with WithdrawalRequested.`);
  }
  return first.data.walletId;
}
