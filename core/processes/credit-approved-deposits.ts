import { datedBy } from '../kernel/value-date.ts';
import { suspenseIdOf } from '../suspense/line-stream.ts';
import { reactionTo } from './reaction.ts';

/**
 * A deposit approved → its wallet credited, and the fee charged in the same append; the bank line that it comes from
 * leaves suspense.
 */
export const creditApprovedDeposits = reactionTo(
  'DepositApproved',
  'credit-approved-deposits',
  async ({ data }, { send, read }) => {
    const { depositId, number, walletId, approvedAmount, fee, valueDate, bankLineId } = data;
    const document = { kind: 'deposit', id: depositId, number } as const;
    await send('credit', {
      type: 'CreditDeposit',
      walletId,
      reference: `deposit:${depositId}`,
      amount: approvedAmount,
      fee: fee.amount > 0n ? { reference: `deposit-fee:${depositId}`, amount: fee } : null,
      document,
      ...datedBy(valueDate),
    });
    if (bankLineId === undefined || (await read(`suspense-${suspenseIdOf(bankLineId)}`, 1)).length === 0) return;
    await send('assign', {
      ...{ type: 'AssignBankLine', lineId: bankLineId, amount: approvedAmount, document },
      ...datedBy(valueDate),
    });
  },
);
