import { DomainError } from '../kernel/errors.ts';
import { datedBy } from '../kernel/value-date.ts';
import { idOf, type Reaction, type ReactionTools } from './reaction.ts';

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
