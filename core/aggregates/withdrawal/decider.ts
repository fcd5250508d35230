import { assertNever, createDocumentDecider } from '#core/kernel/commands/decider.ts';
import { addsNothing } from '#core/kernel/commands/same-data.ts';
import { enough, type FirstYes, firstThatCounts } from '#core/kernel/commands/second-eyes.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { datedBy, fromLine } from '#core/kernel/log/value-date.ts';
import { formatMoney, isSame, type Money, requirePositive } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import type { WithdrawalCommands } from './commands.ts';
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
  /** Its account was never paid before, and is not paid earlier than this (ISO 8601, UTC). */
  readonly payableFrom: string | null;
  readonly first: FirstYes<Payout> | null;
  /** An administrator's decision; a repetition of it is recognised by this. */
  readonly decision: Decision | null;
};
type Payout = { readonly amount: Money; readonly valueDate?: string; readonly bankLineId?: string };
type Decision = Extract<WithdrawalEvent, { type: 'WithdrawalCompleted' | 'WithdrawalRejected' }>;
type WithdrawalState = Requested | null;

/** A payout: it can be decided only when the wallet holds the money. */
export const withdrawalDecider = createDocumentDecider<
  Requested,
  WithdrawalCommands,
  WithdrawalEvent,
  'RequestWithdrawal'
>({
  first: { RequestWithdrawal: requestWithdrawal },
  missing: 'There is no such withdrawal.',
  later: {
    ConfirmFundsHeld(_, state) {
      if (WAS_HELD.has(state.status)) return [];
      requireNext(state, 'held', 'its funds cannot be held any more');
      return [{ type: 'WithdrawalFundsHeld', data: {} }];
    },
    FailWithdrawal({ reason }, state) {
      if (state.status === 'failed') return [];
      requireNext(state, 'failed', 'it cannot fail any more');
      return [{ type: 'WithdrawalFailed', data: { reason } }];
    },
    CompleteWithdrawal: completeWithdrawal,
    RejectWithdrawal: ({ adminNote, userNote }, state) =>
      decide({ type: 'WithdrawalRejected', data: { adminNote, userNote } }, state),
  },
  evolve(state, event) {
    if (event.type === 'WithdrawalRequested') {
      const { number, customerId, walletId, amount, madeBy = null, payableFrom = null } = event.data;
      const first = madeBy === null ? null : { by: madeBy, what: { amount } };
      return { status: 'requested', number, customerId, walletId, amount, madeBy, payableFrom, first, decision: null };
    }
    if (!state) return state;
    switch (event.type) {
      case 'WithdrawalFundsHeld':
        return { ...state, status: 'held' };
      case 'WithdrawalFailed':
        return { ...state, status: 'failed' };
      case 'WithdrawalPayoutProposed':
        return { ...state, status: 'proposed', first: firstOf(event.data, state) };
      case 'WithdrawalCompleted':
      case 'WithdrawalRejected':
        return { ...state, status: STATUS_AFTER[event.type], decision: event };
      default:
        return assertNever(event);
    }
  },
});

function requestWithdrawal(
  command: WithdrawalCommands['RequestWithdrawal'],
  state: WithdrawalState,
): WithdrawalEvent[] {
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
  { note, by, now, valueDate, bankLineId }: WithdrawalCommands['CompleteWithdrawal'],
  state: Requested,
): WithdrawalEvent[] {
  const { amount, madeBy, first } = state;
  // The second approver may omit the value date that the first one gave.
  const counted = firstThatCounts(first, by);
  const seen = {
    ...datedBy(valueDate ?? counted?.what.valueDate),
    ...fromLine(bankLineId ?? counted?.what.bankLineId),
  };
  const data = { ...completion(amount, note), ...seen };
  const events = decide({ type: 'WithdrawalCompleted', data }, state);
  if (events.length === 0) return events;
  requireMatured(state, now);
  if (by.id === madeBy) {
    throw new DomainError(
      'invalid_state',
      'You have made this withdrawal yourself. A second administrator has to complete it. Nothing was changed.',
    );
  }
  // A completion has to name the line itself: the sender locked only the line that the command names.
  if (counted?.what.bankLineId !== undefined && bankLineId === undefined) {
    throw new DomainError(
      'invalid_state',
      'The first approval is from a line of the bank. Look at the withdrawal again, then confirm it. Nothing was changed.',
    );
  }
  const all = { amount, ...seen };
  const what = counted !== null && counted.by !== by.id ? asFirst(counted.what, all) : all;
  // One that an administrator made takes two in any case, also when its maker may not approve any more.
  const takesTwo = madeBy !== null;
  const confirmed = enough({ what, figure: amount.amount, by, first, takesTwo, words: wordsOf });
  if (!confirmed) return [{ type: 'WithdrawalPayoutProposed', data: { note, by: by.id, ...seen } }];
  return [{ type: 'WithdrawalCompleted', data: { ...data, ...confirmed } }];
}

/** Gives the owner of the wallet time to say that the account is not theirs. */
function requireMatured({ payableFrom }: Requested, now: string): void {
  if (payableFrom === null || Date.parse(now) >= Date.parse(payableFrom)) return;
  throw new DomainError(
    'invalid_state',
    `Its bank account was never paid before: it can be paid from ${payableFrom.slice(0, 16).replace('T', ' ')} UTC on. Nothing was changed.`,
    { payableFrom },
  );
}

const firstOf = (
  { by, valueDate, bankLineId }: Extract<WithdrawalEvent, { type: 'WithdrawalPayoutProposed' }>['data'],
  { amount }: Requested,
): FirstYes<Payout> => ({ by, what: { amount, ...datedBy(valueDate), ...fromLine(bankLineId) } });

/** The transfer is often made after the first approval, so only what that one named has to be the same. */
const asFirst = (first: Payout, { amount, valueDate, bankLineId }: Payout): Payout => ({
  amount,
  ...(first.valueDate === undefined ? {} : datedBy(valueDate)),
  ...(first.bankLineId === undefined ? {} : fromLine(bankLineId)),
});

const wordsOf = ({ amount, valueDate, bankLineId }: Payout): string =>
  [
    `a payout of ${formatMoney(amount)}`,
    valueDate === undefined ? '' : `, value date ${valueDate}`,
    bankLineId === undefined ? '' : ', from a line of the bank',
  ].join('');

/** The money left the bank: the payouts that are owed and the bank both go down. The captured hold is the counterpart. */
function completion(amount: Money, note: WithdrawalCommands['CompleteWithdrawal']['note']) {
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
