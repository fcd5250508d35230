import { assertNever, createDocumentDecider } from '#core/kernel/commands/decider.ts';
import { isSameData } from '#core/kernel/commands/same-data.ts';
import { enough, type FirstYes, firstThatCounts } from '#core/kernel/commands/second-eyes.ts';
import { DomainError } from '#core/kernel/errors.ts';
import type { DocumentRef } from '#core/kernel/log/event.ts';
import { datedBy } from '#core/kernel/log/value-date.ts';
import { formatMoney, isSame, type Money, requirePositive, requireSameCurrency } from '#core/kernel/money/money.ts';
import { accounts, balanced, credit, debit } from '#core/kernel/money/postings.ts';
import type { SuspenseCommands } from './commands.ts';
import type { LinePart, SuspenseEvent } from './events.ts';
import { returnRefusal } from './return-refusal.ts';

type Held = {
  /** `split`: it pays several deposits, of which not all are decided yet. */
  readonly status: 'held' | 'split' | 'assigned' | 'returned';
  /** What is still in suspense. */
  readonly amount: Money;
  /** What came. */
  readonly whole: Money;
  readonly by: string;
  /** The deposit that it was assigned to before it was held again. */
  readonly takenBackFrom: string | undefined;
  /** When the bank received it, if known. */
  readonly valueDate: string | null;
  readonly first: (FirstYes<Split> & { readonly parts: readonly LinePart[] }) | null;
  /** What it pays, or paid, together. */
  readonly split: Split | null;
  /** The deposits that it was assigned to, and those whose part was released. */
  readonly done: readonly DocumentRef[];
  readonly released: readonly string[];
};
/** What two administrators have to agree on: which deposits, with which amounts and fees, from which day. */
type Split = {
  readonly parts: readonly Omit<LinePart, 'note'>[];
  readonly valueDate?: string;
};
type SuspenseState = Held | null;

/**
 * A line of the bank whose owner is not known is held once, and leaves suspense once: as a whole, or each part of it with its deposit. A part
 * whose deposit was decided otherwise is released: it stays in suspense, and is returned or assigned as a line of its amount. A second line of
 * one deposit is held again.
 */
export const suspenseDecider = createDocumentDecider<
  Held,
  SuspenseCommands,
  SuspenseEvent,
  'HoldBankLine' | 'SplitBankLine'
>({
  first: { HoldBankLine: hold, SplitBankLine: split },
  missing: 'This line of the bank is not in suspense.',
  later: {
    AssignBankLine: assign,
    ReturnBankLine: giveBack,
    TakeBackBankLine: takeBack,
    ReleaseLinePart: release,
    RejectBankLineSplit({ lineId, by }, state) {
      if (state.status === 'split') throw over(state);
      return state.first ? [{ type: 'BankLineSplitRejected', data: { lineId, by } }] : [];
    },
  },
  evolve(state, event) {
    if (event.type === 'BankLineHeldInSuspense') {
      const { amount, by, valueDate = null, takenBackFrom } = event.data;
      const held = { amount, whole: amount, by, valueDate, takenBackFrom: takenBackFrom?.id } as const;
      return { status: 'held', ...held, first: null, split: null, done: [], released: [] };
    }
    if (!state) return state;
    switch (event.type) {
      case 'BankLineSplitProposed':
        return { ...state, first: { by: event.data.by, what: splitOf(event.data), parts: event.data.parts } };
      case 'BankLineSplitRejected':
        return { ...state, first: null };
      case 'BankLineSplit':
        return { ...state, status: 'split', first: null, split: splitOf(event.data) };
      case 'BankLineAssigned': {
        const { document, amount } = event.data;
        const left = { ...amount, amount: state.amount.amount - amount.amount };
        return settled({ ...state, amount: left, first: null, done: [...state.done, document] });
      }
      case 'BankLinePartReleased':
        return settled({ ...state, released: [...state.released, event.data.document.id] });
      case 'BankLineReturned':
        return { ...state, status: 'returned' };
      default:
        return assertNever(event);
    }
  },
});

function hold(
  { lineId, amount, by, receivedOn, valueDate = receivedOn }: SuspenseCommands['HoldBankLine'],
  state: SuspenseState,
): SuspenseEvent[] {
  requirePositive(amount);
  requireNotBefore(valueDate, receivedOn, 'it cannot be in suspense before');
  if (state?.status === 'held' && isSame(state.amount, amount)) return [];
  if (state) throw over(state);
  return [{ type: 'BankLineHeldInSuspense', data: { ...heldMoney(lineId, amount, valueDate), by } }];
}

/** Only a line that its deposit has as a whole: of the two that one deposit has, one is. */
function takeBack(
  { lineId, by, document, valueDate }: SuspenseCommands['TakeBackBankLine'],
  state: Held,
): SuspenseEvent[] {
  const { status, done, whole, takenBackFrom } = state;
  if (status === 'held' && takenBackFrom === document.id) return [];
  if (status !== 'assigned' || done.length > 1 || !isAmong(done, document.id)) {
    throw new DomainError(
      'invalid_state',
      `This line of the bank is not assigned to ${document.number} as a whole. Nothing was changed.`,
      { status },
    );
  }
  if (valueDate !== undefined && state.valueDate !== null) {
    requireNotBefore(valueDate, state.valueDate, 'it cannot be in suspense before');
  }
  return [
    {
      type: 'BankLineHeldInSuspense',
      data: { ...heldMoney(lineId, whole, valueDate), by, takenBackFrom: document },
    },
  ];
}

function split(
  { lineId, amount, by, receivedOn, parts, takesTwo, valueDate }: SuspenseCommands['SplitBankLine'],
  state: SuspenseState,
): SuspenseEvent[] {
  // The second administrator may omit the value date that the first one gave.
  const day = valueDate ?? state?.first?.what.valueDate;
  const what = splitOf({ parts, valueDate: day });
  if (state?.split && isSameData(state.split, what)) return [];
  if (state && state.status !== 'held') throw over(state);
  const held = hold({ type: 'HoldBankLine', lineId, amount, by: by.id, receivedOn, ...datedBy(day) }, state);
  requireAddsUp(amount, parts);
  const first = firstThatCounts(state?.first ?? null, by);
  if (first && first.by !== by.id) requireSameProofs(first.what, what);
  const confirmed = enough({ what, figure: amount.amount, by, first, takesTwo, words: wordsOf });
  // The first administrator's reason is kept where the second one adds none.
  const noteOf = ({ document, note }: LinePart) =>
    note ?? state?.first?.parts.find((each) => each.document.id === document.id)?.note ?? null;
  const noted = parts.map((part) => ({ ...part, note: noteOf(part) }));
  const data = { lineId, amount, parts: noted, by: by.id, ...datedBy(day) };
  return confirmed
    ? [...held, { type: 'BankLineSplit', data: { ...data, ...confirmed } }]
    : [...held, { type: 'BankLineSplitProposed', data }];
}

const splitOf = ({
  parts,
  valueDate,
}: {
  readonly parts: readonly LinePart[];
  readonly valueDate?: string | undefined;
}): Split => ({
  parts: parts
    .map(({ document, amount, fee, proof = null }) => ({ document, amount, fee, proof }))
    .toSorted((one, other) => (one.document.number < other.document.number ? -1 : 1)),
  ...datedBy(valueDate),
});

/** A new proof is to be seen by both. @throws DomainError invalid_state */
function requireSameProofs(seen: Split, { parts }: Split): void {
  const seenOf = new Map(seen.parts.map(({ document, proof }) => [document.id, proof]));
  const changed = parts.filter(({ document: { id }, proof }) => seenOf.has(id) && seenOf.get(id) !== proof);
  if (changed.length === 0) return;
  throw new DomainError(
    'invalid_state',
    `The first approval is not of the payment proof of ${numbersOf({ parts: changed })} that is there now. Reject it, then approve the deposits again. Nothing was changed.`,
  );
}

const listOf = (documents: readonly DocumentRef[]): string =>
  new Intl.ListFormat('en').format(documents.map(({ number }) => number));
const numbersOf = ({ parts }: Split): string => listOf(parts.map(({ document }) => document));
const wordsOf = (what: Split): string =>
  `${numbersOf(what)}${what.valueDate === undefined ? '' : `, value date ${what.valueDate}`}`;

/** @throws DomainError invalid_value unless the parts are several deposits that add up to the line */
function requireAddsUp(amount: Money, parts: readonly LinePart[]): void {
  for (const part of parts) {
    requirePositive(part.amount);
    requireSameCurrency(part.amount, amount);
    requireSameCurrency(part.fee, amount);
    if (part.fee.amount < 0n || part.fee.amount >= part.amount.amount) {
      throw new DomainError('invalid_value', 'The fee must lie between zero and the approved amount.');
    }
  }
  const sum = parts.reduce((total, part) => total + part.amount.amount, 0n);
  const ids = new Set(parts.map(({ document }) => document.id));
  if (ids.size === parts.length && parts.length > 1 && sum === amount.amount) return;
  throw new DomainError(
    'invalid_value',
    `The line is of ${formatMoney(amount)}, and its deposits of ${formatMoney({ ...amount, amount: sum })}. Nothing was changed.`,
  );
}

/** The parts that are neither assigned nor released. */
const openParts = ({ split: into, done, released }: Held): Split['parts'] =>
  (into?.parts ?? []).filter(({ document: { id } }) => !isAmong(done, id) && !released.includes(id));

const isAmong = (documents: readonly DocumentRef[], id: string): boolean => documents.some((each) => each.id === id);

function settled(state: Held): Held {
  const isSplit = openParts(state).length > 0;
  return { ...state, status: isSplit ? 'split' : state.amount.amount > 0n ? 'held' : 'assigned' };
}

/** Its deposit was decided otherwise: who sends this has seen that. */
function release({ lineId, document }: SuspenseCommands['ReleaseLinePart'], state: Held): SuspenseEvent[] {
  if (state.released.includes(document.id)) return [];
  const part = openParts(state).find((each) => each.document.id === document.id);
  if (!part) throw over(state);
  return [{ type: 'BankLinePartReleased', data: { lineId, amount: part.amount, document } }];
}

/** All of it goes to one deposit; after a split, each part to its own. */
function assign(
  { lineId, amount, document, valueDate }: SuspenseCommands['AssignBankLine'],
  state: Held,
): SuspenseEvent[] {
  if (isAmong(state.done, document.id)) return [];
  if (state.status !== 'held' && state.status !== 'split') throw over(state);
  // A released part may still go to its deposit, where that was approved at the same moment.
  const part = state.split?.parts.find((each) => each.document.id === document.id);
  if (state.status === 'split' && !part) throw over(state);
  const own = part?.amount ?? state.amount;
  if (!isSame(own, amount)) {
    throw new DomainError(
      'invalid_value',
      `The line is of ${formatMoney(own)}, and ${document.number} of ${formatMoney(amount)}. Nothing was changed.`,
    );
  }
  // Not before it was held: its account would owe less than nothing in between.
  const day =
    valueDate !== undefined && state.valueDate !== null && valueDate < state.valueDate ? state.valueDate : valueDate;
  return [{ type: 'BankLineAssigned', data: { ...released(lineId, own, day), document } }];
}

function giveBack(
  { lineId, by, statement, valueDate }: SuspenseCommands['ReturnBankLine'],
  state: Held,
): SuspenseEvent[] {
  if (state.status === 'returned') return [];
  if (state.status !== 'held') throw over(state);
  if (state.first) {
    const waits = `An approval of ${numbersOf(state.first.what)} waits with this line: reject it first.`;
    throw new DomainError('invalid_state', `${waits} Nothing was changed.`);
  }
  const refusal = returnRefusal(state.by, by, statement);
  if (refusal) throw new DomainError('invalid_state', `${refusal} Nothing was changed.`);
  if (valueDate !== undefined && state.valueDate !== null) {
    requireNotBefore(valueDate, state.valueDate, 'it cannot have gone back before');
  }
  return [{ type: 'BankLineReturned', data: released(lineId, state.amount, valueDate) }];
}

function requireNotBefore(day: string, came: string, words: string): void {
  if (day >= came) return;
  throw new DomainError('invalid_value', `The money came on ${came}: ${words}. Nothing was changed.`, {
    field: 'valueDate',
  });
}

/** The bank has the money, and it is owed to an unknown owner. */
const heldMoney = (lineId: string, amount: Money, valueDate: string | undefined) => ({
  lineId,
  amount,
  postings: balanced(debit(accounts.bank(amount.currency), amount), credit(accounts.suspense(amount.currency), amount)),
  ...datedBy(valueDate),
});

/** The held money is not owed to an unknown owner any more, and the bank's booking is reversed. */
const released = (lineId: string, amount: Money, valueDate: string | undefined) => ({
  lineId,
  amount,
  postings: balanced(debit(accounts.suspense(amount.currency), amount), credit(accounts.bank(amount.currency), amount)),
  ...datedBy(valueDate),
});

function over({ status, done, split: into }: Held): DomainError {
  const numbers = status === 'split' && into ? numbersOf(into) : listOf(done);
  const what = {
    held: 'is in suspense with another amount',
    split: `pays ${numbers} already`,
    assigned: `was assigned to ${numbers} already`,
    returned: 'was returned to its sender already',
  };
  return new DomainError('invalid_state', `This line of the bank ${what[status]}. Nothing was changed.`, { status });
}
