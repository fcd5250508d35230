import { datedBy } from '../kernel/value-date.ts';
import { reactionTo } from './reaction.ts';

/** A deposit approved → its wallet credited, and the fee charged in the same append. */
export const creditApprovedDeposits = reactionTo(
  'DepositApproved',
  'credit-approved-deposits',
  async ({ data }, { send }) => {
    const { depositId, number, walletId, approvedAmount, fee, valueDate } = data;
    await send('credit', {
      type: 'CreditDeposit',
      walletId,
      reference: `deposit:${depositId}`,
      amount: approvedAmount,
      fee: fee.amount > 0n ? { reference: `deposit-fee:${depositId}`, amount: fee } : null,
      document: { kind: 'deposit', id: depositId, number },
      ...datedBy(valueDate),
    });
  },
);
