import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { suspenseIdOf } from '#core/aggregates/suspense/line-stream.ts';
import { walletDecider } from '#core/aggregates/wallet/decider.ts';
import type { WalletEvent } from '#core/aggregates/wallet/events.ts';
import { available } from '#core/aggregates/wallet/funds.ts';
import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import { datedBy } from '#core/kernel/log/value-date.ts';
import { money } from '#core/kernel/money/money.ts';
import { type ReactionTools, reactionTo, refusalOf } from './reaction.ts';

/** A customer registered → a wallet in every currency of the store, unusable until the account is approved. */
export const openWallets = reactionTo('CustomerRegistered', 'open-wallets', async ({ data }, { send, currencies }) => {
  const { customerId } = data;
  for (const currency of currencies()) {
    await send(currency, { type: 'OpenWallet', walletId: walletIdOf(customerId, currency), customerId, currency });
  }
});

/**
 * A line of the bank that pays several deposits → each is approved with its part. Who may decide that, and whether it takes two, was asked
 * before. The part of a deposit that was decided otherwise, or that has another proof since, is released: it is in suspense, and can be returned
 * or assigned.
 */
export const approveSplitDeposits = reactionTo(
  'BankLineSplit',
  'approve-split-deposits',
  async ({ streamId, data }, { send, read, logger }) => {
    const { lineId, parts, by, valueDate } = data;
    for (const { document, amount, fee, note, proof } of parts) {
      const refused = await refusalOf(
        send(`approve:${document.id}`, {
          type: 'ApproveDeposit',
          depositId: document.id,
          approvedAmount: amount,
          fee,
          note,
          bankLineId: lineId,
          by: { id: by, aloneUpTo: null },
          proof,
          ...datedBy(valueDate),
        }),
        ...(['not_found', 'invalid_state', 'invalid_value'] as const),
      );
      if (!refused) continue;
      if (await isAnotherByNow(read, document.id, { lineId, proof })) {
        await send(`release:${document.id}`, { type: 'ReleaseLinePart', lineId, document });
      } else {
        // It may still be approved, so its part is kept for it: `ledger check` names it.
        logger.error({ streamId, deposit: document.number, refused }, 'a part of a line cannot be approved');
      }
    }
  },
);

/** Whether the deposit ended without the line, or has another proof than was approved. No later event changes that. */
async function isAnotherByNow(
  read: ReactionTools['read'],
  depositId: string,
  { lineId, proof }: { readonly lineId: string; readonly proof: string | null | undefined },
): Promise<boolean> {
  const events = await read(`deposit-${depositId}`);
  const proofs = events.flatMap((event) => (event.type === 'DepositProofUploaded' ? [event.data.fileId] : []));
  const hasAnother = proof !== undefined && proof !== (proofs.at(-1) ?? null);
  return (
    hasAnother ||
    events.some(
      (event) =>
        event.type === 'DepositRejected' ||
        event.type === 'DepositDeleted' ||
        (event.type === 'DepositApproved' && event.data.bankLineId !== lineId),
    )
  );
}

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
      type: 'AssignBankLine',
      lineId: bankLineId,
      amount: approvedAmount,
      document,
      ...datedBy(valueDate),
    });
  },
);

/** A correction of a customer's money booked → their wallet has the payout that came back, or gives up the deposit that was taken back. */
export const applyCorrections = reactionTo('CorrectionBooked', 'apply-corrections', async (event, tools) => {
  const { send, isDone } = tools;
  const { correctionId, kind, corrects: document, walletId, valueDate, amount } = event.data;
  if (!document || walletId === undefined) return;
  const about = { walletId, reference: `correction:${correctionId}`, document, valueDate };
  if (kind === 'payout-returned') {
    await send('credit', { type: 'CreditReturnedPayout', ...about, amount });
  } else if (kind === 'deposit-taken-back' && !isDone('debit')) {
    const funds = money(await fundsBefore(event, walletId, tools), amount.currency);
    await send('debit', { type: 'TakeBackDeposit', ...about, amount: money(-amount.amount, amount.currency), funds });
  }
});

async function fundsBefore({ position }: RecordedLedgerEvent, walletId: string, { read }: ReactionTools) {
  const events = (await read(`wallet-${walletId}`)).filter((event) => event.position < position);
  const state = events.reduce(
    (before, event) => walletDecider.evolve(before, event as WalletEvent),
    walletDecider.initialState,
  );
  return state ? available(state) : 0n;
}
