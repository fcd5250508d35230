import { assertNever, type Decider } from '#core/kernel/decider.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { DocumentRef } from '#core/kernel/event.ts';
import { formatMoney, isSame, type Money, requirePositive } from '#core/kernel/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/postings.ts';
import { datedBy } from '#core/kernel/value-date.ts';
import type { SuspenseCommand } from './commands.ts';
import type { SuspenseEvent } from './events.ts';
import { returnRefusal } from './return-refusal.ts';

type Held = {
  readonly status: 'held' | 'assigned' | 'returned';
  readonly amount: Money;
  readonly by: string;
  /** When the bank received it, if known. */
  readonly valueDate: string | null;
  readonly document: DocumentRef | null;
};
export type SuspenseState = Held | null;

type CommandOf<Type extends SuspenseCommand['type']> = Extract<SuspenseCommand, { type: Type }>;

/** A line of the bank whose owner is not known is held once, and leaves suspense once. */
export const suspenseDecider: Decider<SuspenseState, SuspenseCommand, SuspenseEvent> = {
  initialState: null,
  decide(command, state) {
    if (command.type === 'HoldBankLine') return hold(command, state);
    if (!state) throw new DomainError('not_found', 'This line of the bank is not in suspense.');
    switch (command.type) {
      case 'AssignBankLine':
        return assign(command, state);
      case 'ReturnBankLine':
        return giveBack(command, state);
      default:
        return assertNever(command);
    }
  },
  evolve(state, event) {
    if (event.type === 'BankLineHeldInSuspense') {
      const { amount, by, valueDate = null } = event.data;
      return { status: 'held', amount, by, valueDate, document: null };
    }
    if (!state) return state;
    switch (event.type) {
      case 'BankLineAssigned':
        return { ...state, status: 'assigned', document: event.data.document };
      case 'BankLineReturned':
        return { ...state, status: 'returned' };
      default:
        return assertNever(event);
    }
  },
};

function hold(
  { lineId, amount, by, receivedOn, valueDate = receivedOn }: CommandOf<'HoldBankLine'>,
  state: SuspenseState,
): SuspenseEvent[] {
  requirePositive(amount);
  requireNotBefore(valueDate, receivedOn, 'it cannot be in suspense before');
  if (state?.status === 'held' && isSame(state.amount, amount)) return [];
  if (state) throw over(state);
  const postings = balanced(
    debit(accounts.bank(amount.currency), amount),
    credit(accounts.suspense(amount.currency), amount),
  );
  return [{ type: 'BankLineHeldInSuspense', data: { lineId, amount, by, postings, ...datedBy(valueDate) } }];
}

function assign({ lineId, amount, document, valueDate }: CommandOf<'AssignBankLine'>, state: Held): SuspenseEvent[] {
  if (state.status === 'assigned' && state.document?.id === document.id) return [];
  if (state.status !== 'held') throw over(state);
  if (!isSame(state.amount, amount)) {
    throw new DomainError(
      'invalid_value',
      `The line is of ${formatMoney(state.amount)}, and ${document.number} of ${formatMoney(amount)}. Nothing was changed.`,
    );
  }
  // Not before it was held: its account would owe less than nothing in between.
  const day =
    valueDate !== undefined && state.valueDate !== null && valueDate < state.valueDate ? state.valueDate : valueDate;
  return [{ type: 'BankLineAssigned', data: { ...released(lineId, state, day), document } }];
}

function giveBack({ lineId, by, statement, valueDate }: CommandOf<'ReturnBankLine'>, state: Held): SuspenseEvent[] {
  if (state.status === 'returned') return [];
  if (state.status !== 'held') throw over(state);
  const refusal = returnRefusal(state.by, by, statement);
  if (refusal) throw new DomainError('invalid_state', `${refusal} Nothing was changed.`);
  if (valueDate !== undefined && state.valueDate !== null) {
    requireNotBefore(valueDate, state.valueDate, 'it cannot have gone back before');
  }
  return [{ type: 'BankLineReturned', data: released(lineId, state, valueDate) }];
}

function requireNotBefore(day: string, came: string, words: string): void {
  if (day >= came) return;
  throw new DomainError('invalid_value', `The money came on ${came}: ${words}. Nothing was changed.`, {
    field: 'valueDate',
  });
}

/** The held money is not owed to an unknown owner any more, and the bank's booking is reversed. */
const released = (lineId: string, { amount }: Held, valueDate: string | undefined) => ({
  ...{ lineId, amount },
  postings: balanced(debit(accounts.suspense(amount.currency), amount), credit(accounts.bank(amount.currency), amount)),
  ...datedBy(valueDate),
});

function over({ status, document }: Held): DomainError {
  const what = {
    held: 'is in suspense with another amount',
    assigned: `was assigned to ${document?.number ?? 'a deposit'} already`,
    returned: 'was returned to its sender already',
  };
  return new DomainError('invalid_state', `This line of the bank ${what[status]}. Nothing was changed.`, { status });
}
