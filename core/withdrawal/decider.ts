import { assertNever, type Decider } from '#core/kernel/decider.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { isSame, type Money, requirePositive } from '#core/kernel/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/postings.ts';
import { addsNothing } from '#core/kernel/same-data.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { WithdrawalEvent } from './events.ts';
import { NEXT, type WithdrawalStatus } from './transitions.ts';

type Requested = {
  readonly status: WithdrawalStatus;
  readonly number: string;
  readonly customerId: string;
  readonly walletId: string;
  readonly amount: Money;
  /** What an administrator decided, by which the same decision is recognised when it comes again. */
  readonly decision: Decision | null;
};
type Decision = Extract<WithdrawalEvent, { type: 'WithdrawalCompleted' | 'WithdrawalRejected' }>;
export type WithdrawalState = Requested | null;

type CommandOf<Type extends WithdrawalCommand['type']> = Extract<WithdrawalCommand, { type: Type }>;

/** A payout: nothing is decided on before the wallet holds the money. */
export const withdrawalDecider: Decider<WithdrawalState, WithdrawalCommand, WithdrawalEvent> = {
  initialState: null,
  decide(command, state) {
    if (command.type === 'RequestWithdrawal') return requestWithdrawal(command, state);
    if (!state) throw new DomainError('not_found', 'There is no such withdrawal.');
    switch (command.type) {
      case 'ConfirmFundsHeld':
        if (state.status === 'held' || state.status === 'completed' || state.status === 'rejected') return [];
        requireNext(state, 'held', 'its funds cannot be held any more');
        return [{ type: 'WithdrawalFundsHeld', data: {} }];
      case 'FailWithdrawal':
        if (state.status === 'failed') return [];
        requireNext(state, 'failed', 'it cannot fail any more');
        return [{ type: 'WithdrawalFailed', data: { reason: command.reason } }];
      case 'CompleteWithdrawal':
        return decide({ type: 'WithdrawalCompleted', data: completion(state.amount, command.note) }, state);
      case 'RejectWithdrawal': {
        const { adminNote, userNote } = command;
        return decide({ type: 'WithdrawalRejected', data: { adminNote, userNote } }, state);
      }
      default:
        return assertNever(command);
    }
  },
  evolve(state, event) {
    if (event.type === 'WithdrawalRequested') {
      const { number, customerId, walletId, amount } = event.data;
      return { status: 'requested', number, customerId, walletId, amount, decision: null };
    }
    if (!state) return state;
    switch (event.type) {
      case 'WithdrawalFundsHeld':
        return { ...state, status: 'held' };
      case 'WithdrawalFailed':
        return { ...state, status: 'failed' };
      case 'WithdrawalCompleted':
      case 'WithdrawalRejected':
        return { ...state, status: STATUS_AFTER[event.type], decision: event };
      default:
        return assertNever(event);
    }
  },
};

function requestWithdrawal(command: CommandOf<'RequestWithdrawal'>, state: WithdrawalState): WithdrawalEvent[] {
  const { type: _type, ...data } = command;
  requirePositive(command.amount);
  if (!state) return [{ type: 'WithdrawalRequested', data }];
  const isRepeated =
    state.number === command.number &&
    state.customerId === command.customerId &&
    state.walletId === command.walletId &&
    isSame(state.amount, command.amount);
  if (isRepeated) return [];
  throw new DomainError('already_exists', 'This withdrawal exists already with other data.');
}

/** The money left the bank: what is owed as payouts goes down, and so does the bank. The captured hold is its counterpart. */
function completion(amount: Money, note: CommandOf<'CompleteWithdrawal'>['note']) {
  const postings = balanced(
    debit(accounts.payouts(amount.currency), amount),
    credit(accounts.bank(amount.currency), amount),
  );
  return { amount, note, postings };
}

const STATUS_AFTER = { WithdrawalCompleted: 'completed', WithdrawalRejected: 'rejected' } as const;

/** A decision is made once: the same again changes nothing; other notes, which would be lost, are refused. */
function decide(decision: Decision, state: Requested): WithdrawalEvent[] {
  if (state.decision?.type === decision.type && addsNothing(state.decision.data, decision.data)) return [];
  const next = STATUS_AFTER[decision.type];
  requireNext(state, next, state.status === next ? 'it was decided with other notes' : `it cannot be ${next}`);
  return [decision];
}

function requireNext(state: Requested, next: WithdrawalStatus, consequence: string): void {
  if (NEXT[state.status].includes(next)) return;
  const present = state.status === 'requested' ? 'waiting for its funds to be held' : state.status;
  throw new DomainError('invalid_state', `This withdrawal is ${present}: ${consequence}. Nothing was changed.`, {
    status: state.status,
  });
}
