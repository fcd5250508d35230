import { money } from '../kernel/money.ts';
import { reactionTo } from './reaction.ts';

/** A correction of a customer's money booked → their wallet has the payout that came back, or gives up the deposit that was taken back. */
export const applyCorrections = reactionTo('CorrectionBooked', 'apply-corrections', async ({ data }, { send }) => {
  const { correctionId, kind, corrects: document, walletId, valueDate } = data;
  if (!document || walletId === undefined) return;
  const about = { walletId, reference: `correction:${correctionId}`, document, valueDate };
  if (kind === 'payout-returned') {
    await send('credit', { type: 'CreditReturnedPayout', ...about, amount: data.amount });
  } else if (kind === 'deposit-taken-back') {
    await send('debit', {
      type: 'TakeBackDeposit',
      ...about,
      amount: money(-data.amount.amount, data.amount.currency),
    });
  }
});
