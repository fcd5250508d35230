import { formatMoney, type Money } from '../kernel/money.ts';
import type { StatementLine } from './statements/statement.ts';

/** A deposit, a payout or a return from suspense that is, or should be, on the bank's statement. */
export type Paper = {
  readonly kind: 'deposit' | 'withdrawal' | 'suspense';
  readonly id: string;
  readonly number: string;
  /** The booked amount, or the requested one before that. Above zero. */
  readonly amount: Money;
  readonly isBooked: boolean;
  /** A payout that was refused: it should not be on the statement. */
  readonly isRejected?: boolean;
  /** The day of its booking (by value date), else of its request. */
  readonly day: string;
  /** Names and IBANs of its customer; none when the reader may not see them. */
  readonly names: readonly string[];
  readonly ibans: readonly string[];
  /** The line that it was matched with earlier. */
  readonly lineId: string | null;
  /** For a return from suspense: the line that goes back. */
  readonly returns?: string;
};

type Verdict = 'matched' | 'amount_differs' | 'doubled' | 'unknown';
/** Only a `sure` match may be proposed automatically; a person decides about the others. */
type Certainty = 'sure' | 'likely' | 'possible';

export type Match = {
  readonly line: StatementLine;
  readonly verdict: Verdict;
  readonly certainty: Certainty | null;
  readonly paper: Paper | null;
  /** The reason, in words for people. */
  readonly reason: string;
  /** The papers that the line fits equally well. */
  readonly candidates?: readonly Paper[];
};

export type Matching = {
  /** One for each line, in their order. */
  readonly matches: readonly Match[];
  /** Papers that we booked within the days of the lines, in their currencies, without a line. */
  readonly missing: readonly Paper[];
};

/** A transfer may arrive long after its deposit was requested; by the bank's clock, also a day before. */
const MAX_DAYS_LATER = 60;
const MAX_DAYS_EARLIER = 1;
const MS_PER_DAY = 24 * 60 * 60 * 1000;

/** Finds the deposit or payout of each line. Pure: the same lines and papers give the same answer in any order. */
export function matchLines(lines: readonly StatementLine[], papers: readonly Paper[]): Matching {
  const found = new Map<string, Match>();
  const taken = new Map<string, string>(papers.flatMap(({ id, lineId }) => (lineId === null ? [] : [[id, lineId]])));
  const decide = (line: StatementLine, match: Omit<Match, 'line'>) => {
    found.set(line.id, { line, ...match });
    if (match.verdict === 'matched' && match.paper) taken.set(match.paper.id, line.id);
  };
  const decided = new Map(papers.flatMap((paper) => (paper.lineId === null ? [] : [[paper.lineId, paper]])));
  for (const line of lines) {
    const paper = decided.get(line.id);
    if (!paper) continue;
    const what = { paper, certainty: 'sure' as const };
    if (isEqual(line, paper)) {
      decide(line, { ...what, verdict: 'matched', reason: `${paper.number} was decided from this line.` });
    } else {
      const reason = `${paper.number} was decided from this line, with ${formatMoney(paper.amount)}.`;
      decide(line, { ...what, verdict: 'amount_differs', reason });
    }
  }
  const ordered = lines
    .filter(({ id }) => !found.has(id))
    .toSorted((one, other) => compare(one.bookedOn, other.bookedOn) || compare(one.id, other.id));
  const byNumber = Map.groupBy(papers, ({ number }) => partsOf(number).join(''));
  for (const line of ordered) {
    const all = [...new Set(namesIn(line).flatMap((name) => byNumber.get(name) ?? []))];
    const named = all.filter((paper) => !paper.isRejected && isPossible(line, paper));
    const [paper] = named;
    if (paper && named.length === 1) decide(line, byReference(line, paper, taken));
    if (named.length > 0) continue;
    const other = all.find((each) => isPossible(line, each) || (isEqual(line, each) && isSameCurrency(line, each)));
    if (other) decide(line, isPossible(line, other) ? paidThough(other) : takenBack(other));
  }
  const open = papers.filter(({ isRejected }) => !isRejected);
  const byAmount = Map.groupBy(open, ({ kind, amount }) =>
    amountKey(kind === 'deposit' ? amount.amount : -amount.amount, amount),
  );
  for (const wanted of ['iban', 'name', 'amount'] as const) {
    for (const line of ordered) {
      if (found.has(line.id)) continue;
      const equal = byAmount.get(amountKey(line.amount.amount, line.amount)) ?? [];
      const match = byLikeness(
        line,
        equal.filter((paper) => isTimely(line, paper) && !taken.has(paper.id)),
        wanted,
      );
      if (match) decide(line, match);
    }
  }
  const matches = lines.map(
    (line) =>
      found.get(line.id) ?? {
        line,
        verdict: 'unknown' as const,
        certainty: null,
        paper: null,
        reason: 'Nothing that we know of fits it.',
      },
  );
  return { matches, missing: missingOf(lines, papers, taken) };
}

function byReference(line: StatementLine, paper: Paper, taken: ReadonlyMap<string, string>): Omit<Match, 'line'> {
  const before = taken.get(paper.id);
  if (before !== undefined && before !== line.id) {
    return {
      verdict: 'doubled',
      certainty: 'sure',
      paper,
      reason: `It names ${paper.number}, which another line has paid already.`,
    };
  }
  if (!isEqual(line, paper)) {
    const reason = `It names ${paper.number}, of ${formatMoney(paper.amount)}.`;
    return { verdict: 'amount_differs', certainty: 'likely', paper, reason };
  }
  const isStranger = line.name !== '' && paper.names.length > 0 && !isSameName(line, paper) && !isSameIban(line, paper);
  return isStranger
    ? {
        verdict: 'matched',
        certainty: 'likely',
        paper,
        reason: `It names ${paper.number} with its amount, and comes from somebody of another name.`,
      }
    : { verdict: 'matched', certainty: 'sure', paper, reason: `It names ${paper.number} with its amount.` };
}

/** A payout that came back, or a deposit that the bank took back. It matches nothing else, however similar. */
const takenBack = ({ number, kind }: Paper): Omit<Match, 'line'> => ({
  ...{ verdict: 'unknown', certainty: null, paper: null },
  reason: `It names ${number} with its amount, the other way round: ${kind === 'deposit' ? 'the bank took it back' : 'it came back'}.`,
});

/** The bank paid a payout that we refused: the money left the bank, and is in the wallet as well. */
const paidThough = ({ number }: Paper): Omit<Match, 'line'> => ({
  ...{ verdict: 'unknown', certainty: null, paper: null },
  reason: `It names ${number}, which was rejected: the bank has paid what is back in the wallet. Ask the bank, or the customer.`,
});

/**
 * The one paper of this amount that fits by account, by name, or by the amount alone; undefined for none or several.
 */
function byLikeness(
  line: StatementLine,
  alike: readonly Paper[],
  wanted: 'iban' | 'name' | 'amount',
): Omit<Match, 'line'> | undefined {
  const rule = {
    iban: { fits: isSameIban, certainty: 'likely', reason: 'Amount and account are those of' },
    name: { fits: isSameName, certainty: 'likely', reason: 'Amount and name are those of' },
    amount: { fits: () => true, certainty: 'possible', reason: 'Only one of this amount is open:' },
  } as const;
  const { fits, certainty, reason } = rule[wanted];
  const open = wanted === 'amount' ? alike.filter(({ isBooked }) => !isBooked) : alike;
  const [paper, ...others] = open.filter((each) => fits(line, each));
  if (!paper) return undefined;
  if (others.length === 0) return { verdict: 'matched', certainty, paper, reason: `${reason} ${paper.number}.` };
  const numbers = [paper, ...others].map(({ number }) => number);
  return wanted === 'amount'
    ? {
        verdict: 'unknown',
        certainty: null,
        paper: null,
        reason: `${numbers.length} of this amount are open: ${numbers.slice(0, 3).join(', ')}.`,
        candidates: [paper, ...others],
      }
    : undefined;
}

function missingOf(
  lines: readonly StatementLine[],
  papers: readonly Paper[],
  taken: ReadonlyMap<string, string>,
): Paper[] {
  const currencies = new Set(lines.map(({ amount }) => amount.currency));
  const days = lines.map(({ valueDate }) => valueDate).sort();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  return papers.filter(
    ({ id, isBooked, amount, day }) =>
      isBooked && !taken.has(id) && currencies.has(amount.currency) && day >= first && day <= last,
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Deposits bring money in, the others send it out, in one currency. */
const isPossible = (line: StatementLine, paper: Paper): boolean =>
  isSameCurrency(line, paper) && line.amount.amount > 0n === (paper.kind === 'deposit');

const isSameCurrency = (line: StatementLine, paper: Paper): boolean => line.amount.currency === paper.amount.currency;

const isEqual = ({ amount }: StatementLine, paper: Paper): boolean =>
  (amount.amount < 0n ? -amount.amount : amount.amount) === paper.amount.amount;

function isTimely({ valueDate }: StatementLine, { day }: Paper): boolean {
  const days = (Date.parse(valueDate) - Date.parse(day)) / MS_PER_DAY;
  return days >= -MAX_DAYS_EARLIER && days <= MAX_DAYS_LATER;
}

const amountKey = (minor: bigint, { currency }: Money): string => `${minor} ${currency}`;

const partsOf = (text: string): readonly string[] => text.toUpperCase().match(/[A-Z0-9]+/g) ?? [];
/** People and banks put spaces into numbers: `dep 000 042` is DEP-000042. */
const MOST_PARTS = 3;

/** All texts that may be the number of a paper: each word, alone and joined with those after it. */
function namesIn({ reference, text }: StatementLine): string[] {
  return [reference, text].flatMap((written) => {
    const words = partsOf(written);
    return words.flatMap((_, from) =>
      Array.from({ length: MOST_PARTS }, (_unused, more) => words.slice(from, from + more + 1).join('')),
    );
  });
}

const isSameIban = ({ iban }: StatementLine, { ibans }: Paper): boolean => iban !== '' && ibans.includes(iban);

/** The words of a name without accents, marks and legal forms. */
const wordsOf = (name: string): Set<string> =>
  new Set(
    name
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== '' && !LEGAL_FORMS.has(word)),
  );
const LEGAL_FORMS = new Set([
  'gmbh',
  'ag',
  'ug',
  'kg',
  'ohg',
  'ltd',
  'limited',
  'llc',
  'inc',
  'plc',
  'sarl',
  'sas',
  'bv',
  'nv',
  'srl',
  'spa',
  'mr',
  'mrs',
]);

/** All words of the shorter name are in the longer one. A single word is too little if the other name has more. */
function isSameName({ name }: StatementLine, { names }: Paper): boolean {
  const own = wordsOf(name);
  return names.some((each) => {
    const words = wordsOf(each);
    const [few, many] = own.size <= words.size ? [own, words] : [words, own];
    return few.size >= Math.min(2, many.size) && few.size > 0 && [...few].every((word) => many.has(word));
  });
}
