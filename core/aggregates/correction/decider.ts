import { assertNever, createDocumentDecider } from '#core/kernel/commands/decider.ts';
import { isSameData } from '#core/kernel/commands/same-data.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { formatMoney, isSame, type Money, money, requireSameCurrency } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit, type Posting } from '#core/kernel/money/postings.ts';
import type { Correction, CorrectionCommands } from './commands.ts';
import type { CorrectionEvent } from './events.ts';
import { CORRECTIONS, type CorrectionKind } from './kinds.ts';

type State = {
  readonly status: 'proposed' | 'booked' | 'rejected';
  readonly what: Correction;
  readonly by: string;
};
type CorrectionState = State | null;

/** A correction takes two administrators, whatever its amount: one proposes it, another one confirms exactly this. */
export const correctionDecider = createDocumentDecider<State, CorrectionCommands, CorrectionEvent, 'ProposeCorrection'>(
  {
    first: { ProposeCorrection: propose },
    missing: 'There is no such correction.',
    later: {
      ConfirmCorrection: confirm,
      RejectCorrection({ by }, state) {
        if (state.status === 'rejected') return [];
        if (state.status === 'booked') throw over(state);
        return [{ type: 'CorrectionRejected', data: { by } }];
      },
    },
    evolve(state, event) {
      switch (event.type) {
        case 'CorrectionProposed': {
          const { by, correctionId: _, ...what } = event.data;
          return { status: 'proposed', what, by };
        }
        case 'CorrectionBooked':
          return state && { ...state, status: 'booked' };
        case 'CorrectionRejected':
          return state && { ...state, status: 'rejected' };
        default:
          return assertNever(event);
      }
    },
  },
);

function propose(command: CorrectionCommands['ProposeCorrection'], state: CorrectionState): CorrectionEvent[] {
  const { type: _, correctionId, by, most, ...what } = command;
  if (state && state.status !== 'rejected') {
    if (state.by === by && isSameData({ ...state.what, number: '' }, { ...what, number: '' })) return [];
    throw over(state);
  }
  const { title, sign, document, isAtBank } = CORRECTIONS[what.kind];
  const { amount } = what.amount;
  if (amount === 0n || (sign === 'in' && amount < 0n) || (sign === 'out' && amount > 0n)) {
    const wanted = { in: 'above zero', out: 'below zero, because the money left', both: 'not zero' }[sign];
    throw refused(`The amount of “${title}” is ${wanted}. Nothing was changed.`, 'amount');
  }
  if (!namesItsDocument(what)) {
    throw refused(
      `“${title}” ${document === null ? 'names no document' : `names the ${document} that it is of`}. Nothing was changed.`,
      'document',
    );
  }
  if (what.bankLineId !== undefined && !isAtBank)
    throw refused(`“${title}” has no line of the bank. Nothing was changed.`, 'kind');
  if (what.bankLineId === undefined && what.paper === undefined) {
    throw refused('Without a line of the bank, say where its paper is. Nothing was changed.', 'paper');
  }
  if (what.reason.trim() === '') throw refused('Say why it is booked. Nothing was changed.', 'reason');
  if (most) {
    requireSameCurrency(what.amount, most);
    if (absolute(amount) > most.amount) {
      throw refused(
        `For ${what.corrects?.number ?? 'the document'} at most ${formatMoney(most)} can be corrected. Nothing was changed.`,
        'amount',
      );
    }
  }
  return [{ type: 'CorrectionProposed', data: { correctionId, ...what, by } }];
}

/** Up to 0.3.0 a write-off named none. */
const namesItsDocument = ({ kind, corrects, walletId }: Pick<Correction, 'kind' | 'corrects' | 'walletId'>) =>
  (corrects?.kind ?? null) === CORRECTIONS[kind].document && (!corrects || walletId !== undefined);

function confirm(
  { correctionId, by, number, amount, valueDate, lapsed = [], tied = [] }: CorrectionCommands['ConfirmCorrection'],
  state: State,
): CorrectionEvent[] {
  if (state.status === 'booked') return [];
  if (state.status !== 'proposed') throw over(state);
  const { what } = state;
  if (!namesItsDocument(what)) {
    throw new DomainError(
      'invalid_state',
      `${what.number} names no ${CORRECTIONS[what.kind].document}. Reject it, and propose it again with one. Nothing was changed.`,
    );
  }
  if (by === state.by) {
    throw new DomainError(
      'invalid_state',
      'You have proposed this correction yourself. A second administrator has to confirm it. Nothing was changed.',
    );
  }
  if (tied.includes(state.by)) {
    throw new DomainError(
      'invalid_state',
      'You and who proposed this brought one another in a short time ago or share a mailbox, so another administrator has to confirm it. Nothing was changed.',
    );
  }
  if (lapsed.includes(state.by)) {
    throw new DomainError(
      'invalid_state',
      'Who proposed this may not propose it any more. Reject it, and propose it yourself if it is right. Nothing was changed.',
    );
  }
  if (number !== what.number) {
    throw new DomainError('invalid_state', `${what.number} waits by now, not ${number}. Nothing was changed.`);
  }
  if (!isSame(amount, what.amount) || valueDate !== what.valueDate) {
    throw new DomainError(
      'invalid_state',
      `${formatMoney(what.amount)} of ${what.valueDate} are proposed, not ${formatMoney(amount)} of ${valueDate}. Nothing was changed.`,
    );
  }
  return [
    {
      type: 'CorrectionBooked',
      data: { correctionId, ...what, firstApprovedBy: state.by, postings: postingsOf(what) },
    },
  ];
}

/** The account on the other side of the bank. A payout that came back is owed until the wallet has it. */
const OPPOSITE: { readonly [Kind in CorrectionKind]: (amount: Money) => string } = {
  'bank-charge': ({ currency }) => accounts.bankCharges(currency),
  interest: ({ currency }) => accounts.interest(currency),
  'deposit-taken-back': ({ currency }) => accounts.receivables(currency),
  'payout-returned': ({ currency }) => accounts.payouts(currency),
  owner: ({ currency }) => accounts.owner(currency),
  other: ({ amount, currency }) => (amount > 0n ? accounts.otherIncome(currency) : accounts.otherExpenses(currency)),
  'write-off': ({ currency }) => accounts.receivables(currency),
};

function postingsOf({ kind, amount }: Correction): Posting[] {
  const opposite = OPPOSITE[kind](amount);
  const own = CORRECTIONS[kind].isAtBank ? accounts.bank(amount.currency) : accounts.otherExpenses(amount.currency);
  const sum = money(absolute(amount.amount), amount.currency);
  return amount.amount > 0n
    ? balanced(debit(own, sum), credit(opposite, sum))
    : balanced(debit(opposite, sum), credit(own, sum));
}

const absolute = (amount: bigint) => (amount < 0n ? -amount : amount);
const refused = (message: string, field: string) => new DomainError('invalid_value', message, { field });

function over({ status, what }: State): DomainError {
  const is = { proposed: 'waits for its second administrator', booked: 'is booked', rejected: 'was rejected' }[status];
  return new DomainError('invalid_state', `${what.number} of it ${is} already. Nothing was changed.`, { status });
}
