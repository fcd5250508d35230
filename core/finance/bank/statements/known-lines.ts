import { isSame } from '#core/kernel/money/money.ts';
import type { Statement, StatementLine } from './statement.ts';

export type KeptLine = StatementLine & {
  readonly format: string;
  readonly account: string;
  readonly statementId: string;
  /** What the bank had booked before the line; null where its statement has no balances. */
  readonly balanceBefore: bigint | null;
};

/** A statement that was kept before; older ones have no balances. */
export type KeptStatement = Pick<Statement, 'format' | 'number' | 'account'> & {
  readonly id: string;
  readonly opening: bigint | null;
  readonly closing: bigint | null;
  readonly firstDay: string;
  readonly lastDay: string;
};

/** What a line of a file is: a new movement, one that is kept, or one about which a person decides, beside the kept lines that it may be. */
export type SortedLine = {
  readonly line: StatementLine;
  readonly is: 'new' | 'known' | 'asked';
  readonly beside: readonly string[];
  readonly balanceBefore: bigint | null;
};

type World = {
  readonly lines: readonly KeptLine[];
  /** Lines of which somebody said that they are the ones `beside` them; a line that is like one of them is asked about again. */
  readonly same?: readonly (KeptLine & Pick<SortedLine, 'beside'>)[];
  readonly statements: readonly KeptStatement[];
  /** Whether two names of accounts may be those of one. */
  readonly isSameAccount: (one: string, other: string) => boolean;
};

/** How alike two lines are: not at all, by day and amount, by their words too, by the bank's number, in everything that they say. */
const [UNLIKE, PERHAPS, RELATED, NUMBERED, EQUAL] = [0, 1, 2, 3, 4];

/**
 * Sorts the lines of a file. A movement is known without a question only where that is proven: its statement was kept before, or the bank's own
 * number tells it from all others and it says the same. Where two statements follow on each other by their balances, they share no line. Any
 * other line that may be a kept one is asked about. Each kept line is one line of the file at most. Pure.
 */
export function sortLines(statements: readonly Statement[], world: World): SortedLine[][] {
  const known = new Index(world, statements);
  const kept = [...world.statements];
  return statements.map((statement, index) => {
    const id = `${IN_FILE}${index}`;
    const sorted = sortStatement(statement, known, { ...world, statements: kept });
    known.add(sorted.filter(({ is }) => is !== 'known').map((each) => keptOf(each, statement, id)));
    kept.push(statementOf(statement, id));
    return sorted;
  });
}

/** Marks the statements of the file itself among those that were kept before. */
const IN_FILE = 'file:';

const keptOf = (
  { line, balanceBefore }: SortedLine,
  { format, account }: Statement,
  statementId: string,
): KeptLine => ({
  ...line,
  ...{ format, account, statementId, balanceBefore },
});
const statementOf = ({ format, number, account, balances, lines }: Statement, id: string): KeptStatement => {
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  return {
    ...{
      id,
      format,
      number,
      account,
      opening: balances?.opening.amount ?? null,
      closing: balances?.closing.amount ?? null,
    },
    firstDay: days[0] ?? balances?.from ?? '',
    lastDay: days.at(-1) ?? balances?.to ?? '',
  };
};

function sortStatement(statement: Statement, known: Index, world: World): SortedLine[] {
  const befores = balancesBefore(statement);
  const drafts = statement.lines.map((line, place) => ({ line, balanceBefore: befores?.[place] ?? null }));
  const isApart = apartOf(statement, drafts, known, world);
  const isPair = pairOf(statement, known, world, isApart);
  const again = world.statements.find((kept) => isAgain(statement, kept, world));
  const used = new Set<string>();
  const pairs = new Map<StatementLine, { kept: KeptLine; likeness: number }>();
  const isAtBalance = ({ balanceBefore }: KeptLine, balance: bigint | null) =>
    balance !== null && balanceBefore === balance;
  for (const wanted of [EQUAL, NUMBERED, RELATED, PERHAPS]) {
    // The one with the same balance before it comes first of lines that are equally alike, for every line of the file.
    for (const isNear of [true, false]) {
      for (const { line, balanceBefore } of drafts) {
        if (pairs.has(line)) continue;
        const found = known
          .near(line)
          .find(
            (kept) =>
              !used.has(kept.id) && (!isNear || isAtBalance(kept, balanceBefore)) && isPair(line, kept) === wanted,
          );
        if (!found) continue;
        used.add(found.id);
        pairs.set(line, { kept: found, likeness: wanted });
      }
    }
  }
  /** A statement that was kept without its balances came from an earlier version, which read less of a line. */
  const isOlder = again !== undefined && again.opening === null && statement.balances !== null;
  const isProven = ({ line, balanceBefore }: Draft): boolean => {
    const pair = pairs.get(line);
    if (!pair) return false;
    const isEqual = pair.likeness === EQUAL;
    if (isEqual && known.isNumbered(line, statement.account)) return true;
    const isSameBalance = balanceBefore !== null && pair.kept.balanceBefore === balanceBefore;
    return (
      again !== undefined &&
      (isEqual ||
        isSameBalance ||
        (isOlder && pair.kept.statementId === again.id && pair.likeness > (line.batch ? RELATED : PERHAPS)))
    );
  };
  const proven = new Set(drafts.filter(isProven).map(({ line }) => line));
  /** Kept lines that another line of the file was put beside without certainty: they may be this one. */
  const perhapsOf = ({ line }: Draft): string[] =>
    [...pairs].flatMap(([other, { kept, likeness }]) => {
      const isSettled = likeness === EQUAL || proven.has(other) || identityOf(other) === identityOf(line);
      return !isSettled && isPair(line, kept) > UNLIKE ? [kept.id] : [];
    });
  const saidOf = ({ line }: Draft): string[] =>
    (world.same ?? []).flatMap((each) =>
      isSame(each.amount, line.amount) && isPair(line, each) > UNLIKE ? each.beside : [],
    );
  /** Kept lines that another line of the file is, by all that it says and by its balance. */
  const settled = new Set(
    drafts.flatMap(({ line, balanceBefore }) => {
      const pair = pairs.get(line);
      return pair?.likeness === EQUAL && isAtBalance(pair.kept, balanceBefore) ? [pair.kept.id] : [];
    }),
  );
  const batches = besideBatches(statement, known, world, { proven, settled, isApart });
  return drafts.map((draft) => {
    const pair = pairs.get(draft.line);
    const own = pair ? [pair.kept.id] : [];
    if (proven.has(draft.line)) return { ...draft, is: 'known', beside: own };
    const beside = [...own, ...(batches.get(draft.line) ?? (pair ? [] : [...perhapsOf(draft), ...saidOf(draft)]))];
    return { ...draft, is: beside.length > 0 ? 'asked' : 'new', beside: [...new Set(beside)] };
  });
}

function balancesBefore({ balances, lines }: Statement): bigint[] | undefined {
  if (!balances) return undefined;
  let balance = balances.opening.amount;
  return lines.map(({ amount }) => {
    const before = balance;
    balance += amount.amount;
    return before;
  });
}

type Draft = Pick<SortedLine, 'line' | 'balanceBefore'>;

/** Whether the balances prove that the statement shares no line with that of a kept line: one begins with what the other ends with. */
function apartOf(
  statement: Statement,
  drafts: readonly Draft[],
  known: Index,
  { statements, isSameAccount, same = [] }: World,
): (kept: KeptLine) => boolean {
  const byId = new Map(statements.map((each) => [each.id, each]));
  const apart = new Map<string, boolean>();
  const isOther = (kept: KeptLine): boolean => {
    const other = byId.get(kept.statementId);
    const isInFile = kept.statementId.startsWith(IN_FILE);
    if (!statement.balances || !other || other.opening === null) return isInFile;
    const [opening, closing] = [statement.balances.opening.amount, statement.balances.closing.amount];
    if (!isInFile && opening !== other.closing && closing !== other.opening) return false;
    const its = [...known.all, ...same].filter(({ statementId }) => statementId === kept.statementId);
    const theirs = movementsOf(its);
    return !movementsOf(drafts.map(({ line, balanceBefore }) => ({ ...line, balanceBefore }))).some((one) =>
      theirs.some((another) => one.at === another.at && mayBeOne(one.lines, another.lines)),
    );
  };
  /** Both have the same balance before them. */
  const mayBeOne = (own: readonly StatementLine[], kept: readonly KeptLine[]): boolean => {
    const [line, other] = [own[0], kept[0]];
    if (!line || !other || !isSameAccount(statement.account, other.account)) return false;
    const isEqual = sumOf(own) === sumOf(kept) && line.amount.currency === other.amount.currency;
    if (own.length > 1 || kept.length > 1) return isEqual && isTouching(line, other);
    return isEqual && alike(line, statement.format, other, known) > UNLIKE;
  };
  return (kept) => {
    const found = apart.get(kept.statementId) ?? isOther(kept);
    apart.set(kept.statementId, found);
    return found;
  };
}

/** The lines, and the batches of which they are parts, each with the balance before it. */
function movementsOf<Line extends StatementLine & { readonly balanceBefore: bigint | null }>(lines: readonly Line[]) {
  const batches = batchesOf(lines, ({ batch }) => batch);
  return [...lines.map((line) => [line]), ...batches].map((own) => {
    // Kept parts come in any order: the first is the one after no other.
    const ends = new Set(own.map(({ balanceBefore, amount }) => (balanceBefore ?? 0n) + amount.amount));
    const first = own.find(({ balanceBefore }) => balanceBefore === null || !ends.has(balanceBefore)) ?? own[0];
    return { at: first?.balanceBefore, lines: own };
  });
}

/** How alike a line and a kept line are, with regard to what the balances of their statements prove. */
const pairOf =
  (statement: Statement, known: Index, { isSameAccount }: World, isApart: (kept: KeptLine) => boolean) =>
  (line: StatementLine, kept: KeptLine): number => {
    const likeness = isSameAccount(statement.account, kept.account)
      ? alike(line, statement.format, kept, known)
      : UNLIKE;
    return likeness === UNLIKE || isApart(kept) ? UNLIKE : likeness;
  };

/** Whether the statement is one that was kept: by format, account, number and days, and by its balances where both have them. */
function isAgain(
  { format, account, number, balances, lines }: Statement,
  kept: KeptStatement,
  { isSameAccount }: World,
): boolean {
  const days = lines.map(({ bookedOn }) => bookedOn).sort();
  const [first, last] = [days[0] ?? balances?.from, days.at(-1) ?? balances?.to];
  if (format !== kept.format || number !== kept.number || !isSameAccount(account, kept.account)) return false;
  if (first !== kept.firstDay || last !== kept.lastDay) return false;
  if (!balances || kept.opening === null) return number !== '' && format !== 'CSV';
  const isEqual = balances.opening.amount === kept.opening && balances.closing.amount === kept.closing;
  return isEqual && (number !== '' || kept.opening !== kept.closing);
}

/** The whole amount of a batch beside its parts, and the parts beside the whole. */
function besideBatches(
  { lines, format, account }: Statement,
  known: Index,
  { isSameAccount }: World,
  {
    proven,
    settled,
    isApart,
  }: {
    readonly proven: ReadonlySet<StatementLine>;
    readonly settled: ReadonlySet<string>;
    readonly isApart: (kept: KeptLine) => boolean;
  },
): Map<StatementLine, string[]> {
  const found = new Map<StatementLine, string[]>();
  const isNear = (line: StatementLine, kept: KeptLine) =>
    isTouching(line, kept) &&
    isSameAccount(account, kept.account) &&
    !kept.statementId.startsWith(IN_FILE) &&
    !settled.has(kept.id) &&
    !isApart(kept);
  for (const parts of batchesOf(lines, ({ batch }) => batch)) {
    const [part] = parts;
    if (!part || parts.some((each) => proven.has(each))) continue;
    const whole = known
      .ofAmount(sumOf(parts), part.amount.currency)
      .find((kept) => !kept.batch && isNear(part, kept) && isOfBatch(part, kept, format !== kept.format));
    if (whole) for (const each of parts) found.set(each, [whole.id]);
  }
  const kept = batchesOf(known.all, ({ batch, statementId }) => batch && `${statementId} ${batch}`);
  for (const line of lines.filter(({ batch }) => !batch)) {
    const parts = kept.find(
      (each) =>
        each[0] !== undefined &&
        sumOf(each) === line.amount.amount &&
        each[0].amount.currency === line.amount.currency &&
        isNear(line, each[0]) &&
        isOfBatch(each[0], line, format !== each[0].format),
    );
    if (parts) found.set(line, idsOf(parts));
  }
  return found;
}

const idsOf = (lines: readonly KeptLine[]): string[] => lines.map(({ id }) => id);
const sumOf = (lines: readonly StatementLine[]): bigint => lines.reduce((sum, { amount }) => sum + amount.amount, 0n);
const batchesOf = <Line extends StatementLine>(
  lines: readonly Line[],
  batchOf: (line: Line) => string | undefined,
): Line[][] =>
  [...Map.groupBy(lines, (line) => batchOf(line) || undefined)].flatMap(([batch, parts]) => (batch ? [parts] : []));

/** In one format, a whole of another number is another booking. */
function isOfBatch(part: StatementLine, whole: StatementLine, isOtherFormat: boolean): boolean {
  const [, , reference] = JSON.parse(part.batch ?? '[]') as unknown[];
  return isOtherFormat || reference === '' || whole.bankReference === '' || whole.bankReference === reference;
}

const isTouching = (one: StatementLine, other: StatementLine): boolean =>
  [other.bookedOn, other.valueDate].some((day) => day === one.bookedOn || day === one.valueDate);

/** Banks write these for none, and tables number their rows. */
const NO_NUMBER = /^(\W*|0+|\d{1,5}|NONREF|NOREF|NOTPROVIDED|NONE|N\/?A|UNKNOWN)$/i;

/** The bank's number of the entry that the line is, or is a part of without a number of its own. */
function entryNumberOf({ batch, bankReference }: StatementLine): string {
  const [, , whole] = JSON.parse(batch || '[]') as unknown[];
  return typeof whole === 'string' && whole !== '' && bankReference.startsWith(`${whole}/`) ? whole : bankReference;
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
const isRelated = (one: string, other: string): boolean => {
  const [a, b] = [plain(one), plain(other)];
  return a.includes(b) || b.includes(a);
};
const isContrary = (one: string, other: string): boolean => one !== '' && other !== '' && !isRelated(one, other);

function alike(line: StatementLine, format: string, kept: KeptLine, known: Index): number {
  if (!isTouching(line, kept)) return UNLIKE;
  if (format === kept.format && identityOf(line) === identityOf(kept)) return EQUAL;
  const isContraryParty =
    isContrary(line.iban, kept.iban) || (format === kept.format && isContrary(line.name, kept.name));
  if (isContraryParty) return UNLIKE;
  const isSaid = isRelated(line.text, kept.text) && isRelated(line.reference, kept.reference);
  if (format !== kept.format) return isSaid && !isContrary(line.name, kept.name) ? RELATED : PERHAPS;
  const [numbered, other] = [known.isNumber(line), known.isNumber(kept)];
  if (numbered && line.bankReference === kept.bankReference) return NUMBERED;
  if (numbered && other) return UNLIKE;
  return isSaid ? RELATED : UNLIKE;
}

/** Everything that a line says. Payer and text belong to it, because a number of the bank may be that of more than one movement. */
function identityOf(line: StatementLine): string {
  const known = identities.get(line);
  if (known) return known;
  const { bookedOn, valueDate, amount, reference, text, name, iban, bankReference } = line;
  const day = [bookedOn, valueDate, `${amount.amount}`, amount.currency, wholeOf(line)];
  const identity = JSON.stringify([...day, reference, text, name, iban, bankReference]);
  identities.set(line, identity);
  return identity;
}
/** What the bank says of the batch that the line is a part of; its place in a file says nothing. */
const wholeOf = ({ batch }: StatementLine): string =>
  batch ? JSON.stringify((JSON.parse(batch) as unknown[]).slice(0, 3)) : '';
const identities = new WeakMap<StatementLine, string>();

/** Finds kept lines by their amount, and knows which numbers of the bank tell movements apart. */
class Index {
  readonly #byAmount = new Map<string, KeptLine[]>();
  readonly all: KeptLine[] = [];
  /** By number of the bank: what is said with it. */
  readonly #said = new Map<string, Set<string>>();
  readonly #repeated = new Set<string>();
  /** By account: the numbers of the bank that its lines have. */
  readonly #numbers = new Map<string, Set<string>>();
  readonly #isSameAccount: World['isSameAccount'];

  constructor({ lines, isSameAccount }: World, statements: readonly Statement[]) {
    this.#isSameAccount = isSameAccount;
    this.add(lines);
    for (const line of lines) this.#say(line, line.account);
    for (const own of statements) {
      const seen = new Map<string, unknown>();
      for (const line of own.lines) {
        this.#say(line, own.account);
        const number = entryNumberOf(line);
        const entry = number === line.bankReference ? line : line.batch;
        if (seen.has(number) && seen.get(number) !== entry) this.#repeated.add(number);
        seen.set(number, entry);
      }
    }
  }

  add(lines: readonly KeptLine[]): void {
    for (const line of lines) {
      this.all.push(line);
      const key = keyOf(line.amount.amount, line.amount.currency);
      const alike = this.#byAmount.get(key);
      if (alike) alike.push(line);
      else this.#byAmount.set(key, [line]);
    }
  }

  ofAmount = (minor: bigint, currency: string): readonly KeptLine[] => this.#byAmount.get(keyOf(minor, currency)) ?? [];
  near = (line: StatementLine): readonly KeptLine[] =>
    this.ofAmount(line.amount.amount, line.amount.currency).filter((kept) => isTouching(line, kept));

  isNumber = (line: StatementLine): boolean => this.#isNumber(entryNumberOf(line));
  #isNumber = (number: string): boolean => !NO_NUMBER.test(number.trim()) && !this.#repeated.has(number);
  /**
   * Whether the bank's number of the line is that of no other movement. While an account has shown one number alone, it may be that of the
   * account, and stand on each line.
   */
  isNumbered = (line: StatementLine, account: string): boolean =>
    this.isNumber(line) &&
    this.#said.get(line.bankReference)?.size === 1 &&
    [...this.#numbers].some(
      ([other, numbers]) =>
        this.#isSameAccount(account, other) &&
        [...numbers].some((number) => number !== entryNumberOf(line) && this.#isNumber(number)),
    );

  #say(line: StatementLine, account: string): void {
    const numbers = this.#numbers.get(account) ?? new Set<string>();
    this.#numbers.set(account, numbers.add(entryNumberOf(line)));
    const said = this.#said.get(line.bankReference) ?? new Set<string>();
    said.add(identityOf(line));
    this.#said.set(line.bankReference, said);
  }
}

const keyOf = (minor: bigint, currency: string): string => `${minor} ${currency}`;
