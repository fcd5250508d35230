import { formatMoney, type Money, money } from '#core/kernel/money/money.ts';
import { isAlike } from './alike-names.ts';
import { joined, namesIn, numbersIn } from './numbers-in-line.ts';
import type { StatementLine } from './statements/statement.ts';

/** A deposit, a payout, a return from suspense or a correction that is, or should be, on the bank's statement. */
export type Paper = {
  readonly kind: 'deposit' | 'withdrawal' | 'suspense' | 'correction';
  /** Of a correction, which may go both ways: the money came in. */
  readonly isIn?: boolean;
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

type Verdict = 'matched' | 'amount_differs' | 'duplicate' | 'unknown';
/** Only a `sure` match may be proposed automatically; a person decides about the others. */
type Certainty = 'sure' | 'likely' | 'possible';

export type Match = {
  readonly line: StatementLine;
  readonly verdict: Verdict;
  readonly certainty: Certainty | null;
  readonly paper: Paper | null;
  readonly reason: string;
  /** The papers that the line fits equally well, or those that it names. */
  readonly candidates?: readonly Paper[];
  /** The papers that the line names, where all of them wait and their sum is its amount; or those that were decided from it together. */
  readonly all?: readonly Paper[];
};

/** What is said of a line. */
type Answer = Omit<Match, 'line'>;

/** It is no paper of ours, or a person has to say which. */
const unknown = (reason: string) => ({ verdict: 'unknown', certainty: null, paper: null, reason }) as const;

export type Matching = {
  /** One for each line, in their order. */
  readonly matches: readonly Match[];
  /** Papers that we booked within the days of the lines, in their currencies, without a line. */
  readonly missing: readonly Paper[];
};

/** A transfer may arrive long after its deposit was requested; by the bank's clock, also a day before. */
const MAX_DAYS_LATER = 60;
const MAX_DAYS_EARLIER = 1;
/** Who books a correction by hand copies the bank's day, so its line is of about that day. */
export const MAX_DAYS_BESIDE = 5;
const MS_PER_DAY = 24 * 60 * 60 * 1000;

/** Finds the deposit or payout of each line. Pure: the same lines and papers give the same answer in any order. */
export function matchLines(lines: readonly StatementLine[], papers: readonly Paper[]): Matching {
  const found = new Map<string, Match>();
  const taken = new Map<string, string>(papers.flatMap(({ id, lineId }) => (lineId === null ? [] : [[id, lineId]])));
  const decide = (line: StatementLine, match: Answer) => {
    found.set(line.id, { line, ...match });
    if (match.verdict !== 'matched') return;
    for (const { id } of match.all ?? (match.paper ? [match.paper] : [])) taken.set(id, line.id);
  };
  const decided = Map.groupBy(papers, ({ lineId }) => lineId);
  for (const line of lines) {
    const [paper, ...more] = (decided.get(line.id) ?? []).toSorted((a, b) => compare(a.number, b.number));
    if (!paper) continue;
    if (more.length > 0) {
      decide(line, ofSeveral(line, [paper, ...more]));
      continue;
    }
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
  const byNumber = Map.groupBy(papers, ({ number }) => joined(number));
  for (const line of ordered) {
    const all = [...new Set(namesIn(line).flatMap((name) => byNumber.get(name) ?? []))];
    const named = all.filter((paper) => !paper.isRejected && !waits(paper) && isPossible(line, paper));
    const [paper, ...more] = named;
    if (paper) decide(line, more.length === 0 ? byReference(line, paper, taken) : bySeveral(line, named, taken));
    if (paper) continue;
    const other = all.find((each) => isPossible(line, each) || (isEqual(line, each) && isSameCurrency(line, each)));
    if (other) decide(line, isPossible(line, other) ? paidThough(other) : takenBack(other));
    else if (all[0]) decide(line, ofOther(all[0]));
    else {
      const [strange] = numbersIn(line);
      if (strange) decide(line, notKnown(strange));
    }
  }
  const open = papers.filter(({ isRejected }) => !isRejected);
  const byAmount = Map.groupBy(open, ({ kind, isIn, amount }) =>
    amountKey(comesIn({ kind, isIn }) ? amount.amount : -amount.amount, amount),
  );
  const equalTo = ({ amount }: StatementLine) => byAmount.get(amountKey(amount.amount, amount)) ?? [];
  for (const wanted of ['iban', 'name', 'correction', 'amount'] as const) {
    for (const line of ordered) {
      if (wanted === 'correction') {
        const before = found.get(line.id);
        // What a line names may have been booked by hand as a correction: a payout that came back, and what is of nobody.
        if (before && (before.verdict !== 'unknown' || before.all || before.candidates)) continue;
        const match = byCorrection(
          line,
          equalTo(line).filter(({ id }) => !taken.has(id)),
        );
        if (match) decide(line, match);
        continue;
      }
      if (found.has(line.id)) continue;
      const equal = equalTo(line).filter(({ kind }) => kind !== 'correction');
      const match = byLikeness(
        line,
        equal.filter((paper) => isTimely(line, paper) && !taken.has(paper.id)),
        wanted,
      );
      if (match) decide(line, match);
    }
  }
  const matches = lines.map((line) => found.get(line.id) ?? { line, ...unknown('Nothing that we know of fits it.') });
  return { matches, missing: missingOf(lines, papers, taken) };
}

function byReference(line: StatementLine, paper: Paper, taken: ReadonlyMap<string, string>): Answer {
  const { number, amount, names } = paper;
  const before = taken.get(paper.id);
  if (before !== undefined && before !== line.id) {
    const reason = `It names ${number}, which another line has paid already.`;
    return { verdict: 'duplicate', certainty: 'sure', paper, reason };
  }
  if (!isEqual(line, paper)) {
    const reason = `It names ${number}, of ${formatMoney(amount)}.`;
    return { verdict: 'amount_differs', certainty: 'likely', paper, reason };
  }
  const isStranger = line.name !== '' && names.length > 0 && !isSameName(line, paper) && !isSameIban(line, paper);
  const from = isStranger ? ', and comes from somebody of another name' : '';
  const reason = `It names ${number} with its amount${from}.`;
  return { verdict: 'matched', certainty: isStranger ? 'likely' : 'sure', paper, reason };
}

/** A line that names several papers is not one of them alone; all of them, where their sum is its amount. */
function bySeveral(line: StatementLine, named: readonly Paper[], taken: ReadonlyMap<string, string>): Answer {
  const sum = sumOf(line, named);
  const isSum = isWhole(line, sum);
  const open = named.filter(({ id, isBooked }) => !isBooked && !taken.has(id));
  const fits = isSum && open.length === named.length;
  const then = fits ? ', which is its amount' : isSum ? ', which is its amount, but not all of them wait' : '';
  const said = unknown(`It names ${listOf(named)}, together ${formatMoney(sum)}${then}.`);
  return { ...said, candidates: open, ...(fits && { all: named }) };
}
const MOST_NAMED = 5;

/** Papers that were decided from the line together. */
function ofSeveral(line: StatementLine, papers: readonly Paper[]): Answer {
  const sum = sumOf(line, papers);
  const isSum = isWhole(line, sum);
  return {
    verdict: isSum ? 'matched' : 'amount_differs',
    certainty: 'sure',
    paper: papers[0] ?? null,
    all: papers,
    reason: `${listOf(papers)} were decided from this line${isSum ? '' : `, with ${formatMoney(sum)}`}.`,
  };
}

const sumOf = ({ amount }: StatementLine, papers: readonly Paper[]): Money =>
  money(
    papers.reduce((total, paper) => total + paper.amount.amount, 0n),
    amount.currency,
  );
const isWhole = ({ amount }: StatementLine, sum: Money): boolean =>
  sum.amount === (amount.amount < 0n ? -amount.amount : amount.amount);

/** `DEP-000042, DEP-000043 and DEP-000044`; of many, the first. */
function listOf(papers: readonly Paper[]): string {
  const shown = papers.slice(0, MOST_NAMED).map(({ number }) => number);
  const names = [...shown, ...(papers.length > MOST_NAMED ? [`${papers.length - MOST_NAMED} more`] : [])];
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** It names a paper of another currency, or of the other direction. */
const ofOther = ({ number, amount }: Paper): Answer =>
  unknown(`It names ${number}, of ${formatMoney(amount)}, which this line cannot be.`);

const notKnown = (number: string): Answer =>
  unknown(`It names ${number}, which neither waits nor was booked around its days.`);

/** A payout that came back, or a deposit that the bank took back. It matches nothing else, however similar. */
const takenBack = ({ number, kind }: Paper): Answer =>
  unknown(
    `It names ${number} with its amount, the other way round: ${kind === 'deposit' ? 'the bank took it back' : 'it came back'}.`,
  );

/** The bank paid a payout that we refused: the money left the bank, and is in the wallet as well. */
const paidThough = ({ number }: Paper): Answer =>
  unknown(
    `It names ${number}, which was rejected: the bank has paid what is back in the wallet. Ask the bank, or the customer.`,
  );

/**
 * The one paper of this amount that fits by account, by name, or by the amount alone; undefined for none or several.
 */
function byLikeness(
  line: StatementLine,
  alike: readonly Paper[],
  wanted: 'iban' | 'name' | 'amount',
): Answer | undefined {
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
  if (wanted !== 'amount') return undefined;
  const said = unknown(`${numbers.length} of this amount are open: ${numbers.slice(0, 3).join(', ')}.`);
  return { ...said, candidates: [paper, ...others] };
}

/** The correction of this amount, of about the line's day, that was booked by hand; or that waits. */
function byCorrection(line: StatementLine, equal: readonly Paper[]): Answer | undefined {
  const apart = ({ day }: Paper) => Math.abs(Date.parse(line.valueDate) - Date.parse(day)) / MS_PER_DAY;
  const [paper] = equal
    .filter((each) => each.kind === 'correction' && apart(each) <= MAX_DAYS_BESIDE)
    .toSorted((one, other) => apart(one) - apart(other) || compare(one.number, other.number));
  if (!paper) return undefined;
  const { number, isBooked, day } = paper;
  if (!isBooked) {
    return unknown(
      `${number}, of this amount and ${day}, waits without a line. Reject it where it is this one, and book it from this line.`,
    );
  }
  return {
    verdict: 'matched',
    certainty: 'likely',
    paper,
    reason: `${number} was booked by hand with this amount on ${day}.`,
  };
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

/** Deposits bring money in, the others send it out, in one currency; corrections do either. */
const isPossible = (line: StatementLine, paper: Paper): boolean =>
  isSameCurrency(line, paper) && line.amount.amount > 0n === comesIn(paper);

const comesIn = ({ kind, isIn = kind === 'deposit' }: Pick<Paper, 'kind' | 'isIn'>): boolean => isIn;

/** A correction that nobody has confirmed is decided among the corrections, not from a line. */
const waits = ({ kind, isBooked }: Paper): boolean => kind === 'correction' && !isBooked;

const isSameCurrency = (line: StatementLine, paper: Paper): boolean => line.amount.currency === paper.amount.currency;

const isEqual = (line: StatementLine, paper: Paper): boolean => isWhole(line, paper.amount);

function isTimely({ valueDate }: StatementLine, { day }: Paper): boolean {
  const days = (Date.parse(valueDate) - Date.parse(day)) / MS_PER_DAY;
  return days >= -MAX_DAYS_EARLIER && days <= MAX_DAYS_LATER;
}

const amountKey = (minor: bigint, { currency }: Money): string => `${minor} ${currency}`;

const isSameIban = ({ iban }: StatementLine, { ibans }: Paper): boolean => iban !== '' && ibans.includes(iban);

const isSameName = ({ name }: StatementLine, { names }: Paper): boolean => names.some((each) => isAlike(name, each));
