import { assertNever, type Decider } from '#core/kernel/decider.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { formatMoney, isSame, type Money, requirePositive, requireSameCurrency } from '#core/kernel/money.ts';
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
  readonly approved: { readonly amount: Money; readonly fee: Money } | null;
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
        if (state.status === 'rejected') return [];
        requireNext(state, 'rejected');
        return [{ type: 'DepositRejected', data: { note: command.note } }];
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
      return { status: 'pending', depositId, number, customerId, walletId, amount, proof: null, approved: null };
    }
    if (!state) return state;
    switch (event.type) {
      case 'DepositProofUploaded':
        return { ...state, proof: { fileId: event.data.fileId, sha256: event.data.sha256 } };
      case 'DepositApproved':
        return {
          ...state,
          status: 'approved',
          approved: { amount: event.data.approvedAmount, fee: event.data.fee },
        };
      case 'DepositRejected':
        return { ...state, status: 'rejected' };
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
  if (state.approved && isSame(state.approved.amount, approvedAmount) && isSame(state.approved.fee, fee)) return [];
  requireNext(state, 'approved');
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
  const { depositId, number, customerId, walletId } = state;
  return [{ type: 'DepositApproved', data: { depositId, number, customerId, walletId, approvedAmount, fee, note } }];
}

function requireNext(state: Requested, next: 'approved' | 'rejected'): void {
  if (NEXT[state.status].includes(next)) return;
  refuse(`This deposit is ${state.status} already: it cannot be ${next}.`, state);
}

function refuse(message: string | undefined, { status }: Requested): void {
  if (message !== undefined) throw new DomainError('invalid_state', message, { status });
}
