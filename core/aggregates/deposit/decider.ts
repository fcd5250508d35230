import { assertNever, createDocumentDecider } from '#core/kernel/commands/decider.ts';
import { addsNothing } from '#core/kernel/commands/same-data.ts';
import { enough, type FirstYes, firstThatCounts } from '#core/kernel/commands/second-eyes.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { datedBy, fromLine } from '#core/kernel/log/value-date.ts';
import { formatMoney, isSame, type Money, requirePositive, requireSameCurrency } from '#core/kernel/money/money.ts';
import type { DepositCommands } from './commands.ts';
import type { DepositEvent } from './events.ts';
import { type DepositStatus, deletionRefusal, NEXT, proofRefusal } from './transitions.ts';

type Requested = {
  readonly status: DepositStatus;
  readonly depositId: string;
  readonly number: string;
  readonly customerId: string;
  readonly walletId: string;
  readonly amount: Money;
  readonly proof: { readonly fileId: string; readonly sha256: string } | null;
  readonly first: (FirstYes<Figures> & { readonly hasNote: boolean; readonly bankLineId: string | undefined }) | null;
  /** An administrator's decision; a repetition of it is recognised by this. */
  readonly decision: Extract<DepositEvent, { type: 'DepositApproved' | 'DepositRejected' }> | null;
};
/** The figures that two administrators have to agree on. */
type Figures = { readonly approvedAmount: Money; readonly fee: Money; readonly valueDate?: string };
type DepositState = Requested | null;

/** A deposit is pending until it is decided, once: approved by one administrator or by two, or rejected. */
export const depositDecider = createDocumentDecider<Requested, DepositCommands, DepositEvent, 'RequestDeposit'>({
  first: { RequestDeposit: requestDeposit },
  missing: 'There is no such deposit.',
  later: {
    UploadProof({ fileId, sha256, contentType }, state) {
      if (state.proof?.fileId === fileId) {
        if (state.proof.sha256 === sha256) return [];
        throw new DomainError('reference_reused', 'This file was uploaded before with other content.', {
          reference: fileId,
        });
      }
      refuse(proofRefusal(state.status), state);
      return [{ type: 'DepositProofUploaded', data: { fileId, sha256, contentType } }];
    },
    ApproveDeposit: approveDeposit,
    RejectDeposit: ({ note }, state) => decide({ type: 'DepositRejected', data: { note } }, state),
    DeleteDeposit(_, state) {
      if (state.status === 'deleted') return [];
      refuse(deletionRefusal(state.status), state);
      return [{ type: 'DepositDeleted', data: {} }];
    },
  },
  evolve(state, event) {
    if (event.type === 'DepositRequested') {
      const { depositId, number, customerId, walletId, amount } = event.data;
      const request = { depositId, number, customerId, walletId, amount };
      return { status: 'pending', ...request, proof: null, first: null, decision: null };
    }
    if (!state) return state;
    switch (event.type) {
      case 'DepositProofUploaded':
        // The first approver has not seen the new proof.
        return {
          ...state,
          status: 'pending',
          proof: { fileId: event.data.fileId, sha256: event.data.sha256 },
          first: null,
        };
      case 'DepositApprovalProposed': {
        const { approvedAmount, fee, note, by, valueDate, bankLineId } = event.data;
        const what = { approvedAmount, fee, ...datedBy(valueDate) };
        return { ...state, status: 'proposed', first: { by, what, hasNote: note !== null, bankLineId } };
      }
      case 'DepositApproved':
      case 'DepositRejected':
        return { ...state, status: STATUS_AFTER[event.type], decision: event };
      case 'DepositDeleted':
        return { ...state, status: 'deleted' };
      default:
        return assertNever(event);
    }
  },
});

function requestDeposit(command: DepositCommands['RequestDeposit'], state: DepositState): DepositEvent[] {
  const { depositId, number, customerId, walletId, amount, note, payInto } = command;
  requirePositive(amount);
  if (!state) {
    const data = { depositId, number, customerId, walletId, amount, note, ...(payInto && { payInto }) };
    return [{ type: 'DepositRequested', data }];
  }
  const isRepeated =
    state.number === number &&
    state.customerId === customerId &&
    state.walletId === walletId &&
    isSame(state.amount, amount);
  if (isRepeated) return [];
  throw new DomainError('already_exists', 'This deposit exists already with other data.');
}

function approveDeposit(command: DepositCommands['ApproveDeposit'], state: Requested): DepositEvent[] {
  const { approvedAmount, fee, note, by } = command;
  const { depositId, number, customerId, walletId } = state;
  const first = firstThatCounts(state.first, by);
  // The second approver may omit the value date that the first one gave.
  const dated = datedBy(command.valueDate ?? first?.what.valueDate);
  const line = fromLine(command.bankLineId ?? first?.bankLineId);
  const data = { depositId, number, customerId, walletId, approvedAmount, fee, note, ...dated, ...line };
  const events = decide({ type: 'DepositApproved', data }, state);
  if (events.length === 0) return events;
  if (command.proof !== undefined && command.proof !== (state.proof?.fileId ?? null)) {
    throw new DomainError(
      'invalid_state',
      'The payment proof is another one than you were shown. Nothing was changed: look at it again, then decide.',
    );
  }
  // An approval has to name the line itself: the sender locked only the line that the command names.
  if (first?.bankLineId !== undefined && command.bankLineId === undefined) {
    throw new DomainError(
      'invalid_state',
      'The first approval is from a line of the bank. Look at the deposit again, then confirm it. Nothing was changed.',
    );
  }
  requireApprovable({ approvedAmount, fee }, state);
  if (!state.proof && note === null && !first?.hasNote) {
    throw new DomainError(
      'invalid_value',
      'There is no payment proof: say in a note why it is approved without one. Nothing was changed.',
      { field: 'adminNotes' },
    );
  }
  const what = { approvedAmount, fee, ...dated };
  const figure = approvedAmount.amount;
  const confirmed = enough({ what, figure, by, first, takesTwo: !state.proof, words: wordsOf });
  if (confirmed) return [{ type: 'DepositApproved', data: { ...data, ...confirmed } }];
  return [{ type: 'DepositApprovalProposed', data: { ...what, ...line, note, by: by.id } }];
}

function requireApprovable({ approvedAmount, fee }: Figures, { amount }: Requested): void {
  requirePositive(approvedAmount, 'The approved amount');
  requireSameCurrency(approvedAmount, amount);
  requireSameCurrency(fee, amount);
  if (approvedAmount.amount > amount.amount) {
    throw new DomainError(
      'invalid_value',
      `Approved amount cannot exceed the requested amount of ${formatMoney(amount)}`,
      { field: 'approvedAmount', requested: amount.amount.toString(), currency: amount.currency },
    );
  }
  if (fee.amount < 0n || fee.amount >= approvedAmount.amount) {
    throw new DomainError('invalid_value', 'The fee must lie between zero and the approved amount.');
  }
}

const wordsOf = ({ approvedAmount, fee, valueDate }: Figures): string =>
  [
    `an approval of ${formatMoney(approvedAmount)}`,
    fee.amount === 0n ? '' : ` with a fee of ${formatMoney(fee)}`,
    valueDate === undefined ? '' : `, value date ${valueDate}`,
  ].join('');

const STATUS_AFTER = { DepositApproved: 'approved', DepositRejected: 'rejected' } as const;

/** A decision is made once: a repetition changes nothing; another amount, or notes that would be lost, are refused. */
function decide(decision: NonNullable<Requested['decision']>, state: Requested): DepositEvent[] {
  const { status } = state;
  if (state.decision?.type === decision.type && addsNothing(state.decision.data, decision.data)) return [];
  const next = STATUS_AFTER[decision.type];
  if (NEXT[status].includes(next)) return [decision];
  const why = status === next ? ', with another amount, value date or other notes' : `: it cannot be ${next}`;
  throw new DomainError('invalid_state', `This deposit is ${status} already${why}. Nothing was changed.`, { status });
}

function refuse(message: string | undefined, { status }: Requested): void {
  if (message !== undefined) throw new DomainError('invalid_state', message, { status });
}
