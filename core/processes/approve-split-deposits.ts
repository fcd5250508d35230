import { datedBy } from '../kernel/value-date.ts';
import { reactionTo, refusalOf } from './reaction.ts';

/**
 * A line of the bank that pays several deposits → each is approved with its part. Who may decide that, and whether it takes two, was asked
 * before. A deposit that is gone by then leaves its part in suspense: `ledger check` says so.
 */
export const approveSplitDeposits = reactionTo(
  'BankLineSplit',
  'approve-split-deposits',
  async ({ streamId, data }, { send, logger }) => {
    const { lineId, parts, by, valueDate } = data;
    for (const { document, amount, fee, note } of parts) {
      const refused = await refusalOf(
        send(`approve:${document.id}`, {
          ...{ type: 'ApproveDeposit', depositId: document.id, approvedAmount: amount, fee, note, bankLineId: lineId },
          ...{ by: { id: by, aloneUpTo: null }, ...datedBy(valueDate) },
        }),
        ...(['not_found', 'invalid_state', 'invalid_value'] as const),
      );
      if (refused)
        logger.error({ streamId, deposit: document.number, refused }, 'a part of a line is no deposit any more');
    }
  },
);
