import { assertNever, type Decider } from '#core/kernel/decider.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { formatMoney, isSame, type Money, requirePositive } from '#core/kernel/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/postings.ts';
import { addsNothing } from '#core/kernel/same-data.ts';
import { enough, type FirstYes } from '#core/kernel/second-eyes.ts';
import { datedBy, fromLine } from '#core/kernel/value-date.ts';
import type { WithdrawalCommand } from './commands.ts';
import type { WithdrawalEvent } from './events.ts';
import { NEXT, type WithdrawalStatus } from './transitions.ts';

type Requested = {
  readonly status: WithdrawalStatus;
  readonly number: string;
  readonly customerId: string;
  readonly walletId: string;
  readonly amount: Money;
  /** The administrator who made it, and who must not complete it. */
  readonly madeBy: string | null;
  /** The first approval, when the payout waits for a second administrator. */
  readonly first: FirstYes<Payout> | null;
  /** An administrator's decision; a repetition of it is recognised by this. */
  readonly decision: Decision | null;
};
type Payout = { readonly amount: Money };
type Decision = Extract<WithdrawalEvent, { type: 'WithdrawalCompleted' | 'WithdrawalRejected' }>;
export type WithdrawalState = Requested | null;

type CommandOf<Type extends WithdrawalCommand['type']> = Extract<WithdrawalCommand, { type: Type }>;

/** A payout: it can be decided only when the wallet holds the money. */
export const withdrawalDecider: Decider<WithdrawalState, WithdrawalCommand, WithdrawalEvent> = {
  initialState: null,
  decide(command, state) {
    if (command.type === 'RequestWithdrawal') return requestWithdrawal(command, state);
    if (!state) throw new DomainError('not_found', 'There is no such withdrawal.');
    switch (command.type) {
      case 'ConfirmFundsHeld':
        if (WAS_HELD.has(state.status)) return [];
        requireNext(state, 'held', 'its funds cannot be held any more');
        return [{ type: 'WithdrawalFundsHeld', data: {} }];
      case 'FailWithdrawal':
        if (state.status === 'failed') return [];
        requireNext(state, 'failed', 'it cannot fail any more');
        return [{ type: 'WithdrawalFailed', data: { reason: command.reason } }];
      case 'CompleteWithdrawal':
        return completeWithdrawal(command, state);
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
      const { number, customerId, walletId, amount, madeBy = null } = event.data;
      const first = madeBy === null ? null : { by: madeBy, what: { amount } };
      return { status: 'requested', number, customerId, walletId, amount, madeBy, first, decision: null };
    }
    if (!state) return state;
    switch (event.type) {
      case 'WithdrawalFundsHeld':
        return { ...state, status: 'held' };
      case 'WithdrawalFailed':
        return { ...state, status: 'failed' };
      case 'WithdrawalPayoutProposed':
        return { ...state, status: 'proposed', first: { by: event.data.by, what: { amount: state.amount } } };
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

function completeWithdrawal(
  { note, by, valueDate, bankLineId }: CommandOf<'CompleteWithdrawal'>,
  state: Requested,
): WithdrawalEvent[] {
  const { amount, madeBy, first } = state;
  const data = { ...completion(amount, note), ...datedBy(valueDate), ...fromLine(bankLineId) };
  const events = decide({ type: 'WithdrawalCompleted', data }, state);
  if (events.length === 0) return events;
  if (by.id === madeBy) {
    throw new DomainError(
      'invalid_state',
      'You have made this withdrawal yourself. A second administrator has to complete it. Nothing was changed.',
    );
  }
  const words = () => `a payout of ${formatMoney(amount)}`;
  // One that an administrator made takes two in any case, also when its maker may not approve any more.
  const confirmed = enough({ what: { amount }, figure: amount.amount, by, first, takesTwo: madeBy !== null, words });
  if (!confirmed) return [{ type: 'WithdrawalPayoutProposed', data: { note, by: by.id } }];
  return [{ type: 'WithdrawalCompleted', data: { ...data, ...confirmed } }];
}

/** The money left the bank: the payouts that are owed and the bank both go down. The captured hold is the counterpart. */
function completion(amount: Money, note: CommandOf<'CompleteWithdrawal'>['note']) {
  const postings = balanced(
    debit(accounts.payouts(amount.currency), amount),
    credit(accounts.bank(amount.currency), amount),
  );
  return { amount, note, postings };
}

const WAS_HELD: ReadonlySet<WithdrawalStatus> = new Set(['held', 'proposed', 'completed', 'rejected']);
const STATUS_AFTER = { WithdrawalCompleted: 'completed', WithdrawalRejected: 'rejected' } as const;

/** A decision is made once: a repetition changes nothing; other notes, which would be lost, are refused. */
function decide(decision: Decision, state: Requested): WithdrawalEvent[] {
  if (state.decision?.type === decision.type && addsNothing(state.decision.data, decision.data)) return [];
  const next = STATUS_AFTER[decision.type];
  requireNext(
    state,
    next,
    state.status === next ? 'it was decided with another value date or other notes' : `it cannot be ${next}`,
  );
  return [decision];
}

function requireNext(state: Requested, next: WithdrawalStatus, consequence: string): void {
  if (NEXT[state.status].includes(next)) return;
  const present = state.status === 'requested' ? 'waiting for its funds to be held' : state.status;
  throw new DomainError('invalid_state', `This withdrawal is ${present}: ${consequence}. Nothing was changed.`, {
    status: state.status,
  });
}
