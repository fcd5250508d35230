import { assertNever, type Decider } from '#core/kernel/decider.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { formatMoney, isSame, type Money, requirePositive, requireSameCurrency } from '#core/kernel/money.ts';
import { addsNothing } from '#core/kernel/same-data.ts';
import type { DepositCommand } from './commands.ts';
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
  /** What an administrator decided, by which the same decision is recognised when it comes again. */
  readonly decision: Extract<DepositEvent, { type: 'DepositApproved' | 'DepositRejected' }> | null;
};
export type DepositState = Requested | null;

type CommandOf<Type extends DepositCommand['type']> = Extract<DepositCommand, { type: Type }>;

/** A deposit is pending until an administrator approves or rejects it, once. */
export const depositDecider: Decider<DepositState, DepositCommand, DepositEvent> = {
  initialState: null,
  decide(command, state) {
    if (command.type === 'RequestDeposit') return requestDeposit(command, state);
    if (!state) throw new DomainError('not_found', 'There is no such deposit.');
    switch (command.type) {
      case 'UploadProof': {
        const { fileId, sha256, contentType } = command;
        if (state.proof?.fileId === fileId) {
          if (state.proof.sha256 === sha256) return [];
          throw new DomainError('reference_reused', 'This file was uploaded before with other content.', {
            reference: fileId,
          });
        }
        refuse(proofRefusal(state.status), state);
        return [{ type: 'DepositProofUploaded', data: { fileId, sha256, contentType } }];
      }
      case 'ApproveDeposit':
        return approveDeposit(command, state);
      case 'RejectDeposit':
        return decide({ type: 'DepositRejected', data: { note: command.note } }, state);
      case 'DeleteDeposit':
        if (state.status === 'deleted') return [];
        refuse(deletionRefusal(state.status), state);
        return [{ type: 'DepositDeleted', data: {} }];
      default:
        return assertNever(command);
    }
  },
  evolve(state, event) {
    if (event.type === 'DepositRequested') {
      const { depositId, number, customerId, walletId, amount } = event.data;
      return { status: 'pending', depositId, number, customerId, walletId, amount, proof: null, decision: null };
    }
    if (!state) return state;
    switch (event.type) {
      case 'DepositProofUploaded':
        return { ...state, proof: { fileId: event.data.fileId, sha256: event.data.sha256 } };
      case 'DepositApproved':
      case 'DepositRejected':
        return { ...state, status: STATUS_AFTER[event.type], decision: event };
      case 'DepositDeleted':
        return { ...state, status: 'deleted' };
      default:
        return assertNever(event);
    }
  },
};

function requestDeposit(command: CommandOf<'RequestDeposit'>, state: DepositState): DepositEvent[] {
  const { depositId, number, customerId, walletId, amount, note } = command;
  requirePositive(amount);
  if (!state) return [{ type: 'DepositRequested', data: { depositId, number, customerId, walletId, amount, note } }];
  const isRepeated =
    state.number === number &&
    state.customerId === customerId &&
    state.walletId === walletId &&
    isSame(state.amount, amount);
  if (isRepeated) return [];
  throw new DomainError('already_exists', 'This deposit exists already with other data.');
}

function approveDeposit(command: CommandOf<'ApproveDeposit'>, state: Requested): DepositEvent[] {
  const { approvedAmount, fee, note } = command;
  const { depositId, number, customerId, walletId } = state;
  const data = { depositId, number, customerId, walletId, approvedAmount, fee, note };
  const events = decide({ type: 'DepositApproved', data }, state);
  if (events.length === 0) return events;
  requirePositive(approvedAmount, 'The approved amount');
  requireSameCurrency(approvedAmount, state.amount);
  requireSameCurrency(fee, state.amount);
  if (approvedAmount.amount > state.amount.amount) {
    throw new DomainError(
      'invalid_value',
      `Approved amount cannot exceed the requested amount of ${formatMoney(state.amount)}`,
      { field: 'approvedAmount', requested: state.amount.amount.toString(), currency: state.amount.currency },
    );
  }
  if (fee.amount < 0n || fee.amount >= approvedAmount.amount) {
    throw new DomainError('invalid_value', 'The fee must lie between zero and the approved amount.');
  }
  return events;
}

const STATUS_AFTER = { DepositApproved: 'approved', DepositRejected: 'rejected' } as const;

/** A decision is made once: the same again changes nothing; another amount, or notes that would be lost, are refused. */
function decide(decision: NonNullable<Requested['decision']>, state: Requested): DepositEvent[] {
  const { status } = state;
  if (state.decision?.type === decision.type && addsNothing(state.decision.data, decision.data)) return [];
  const next = STATUS_AFTER[decision.type];
  if (NEXT[status].includes(next)) return [decision];
  const why = status === next ? ', with another amount or other notes' : `: it cannot be ${next}`;
  throw new DomainError('invalid_state', `This deposit is ${status} already${why}. Nothing was changed.`, { status });
}

function refuse(message: string | undefined, { status }: Requested): void {
  if (message !== undefined) throw new DomainError('invalid_state', message, { status });
}
