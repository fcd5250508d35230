import type { Statement, StatementLine } from './statement.ts';

export type KeptLine = StatementLine & {
  readonly format: string;
  readonly account: string;
  readonly statementId: string;
  /** What the bank had booked before the line; null where its statement has no balances. */
  readonly balanceBefore: bigint | null;
};

/** Marks the statements of the file itself among those that were kept before. */
export const IN_FILE = 'file:';

/** Whether two names of accounts may be those of one. */
export type IsSameAccount = (one: string, other: string) => boolean;

/** How alike two lines are: not at all, by day and amount, by their words too, by the bank's number, in everything that they say. */
export const [UNLIKE, PERHAPS, RELATED, NUMBERED, EQUAL] = [0, 1, 2, 3, 4];

export const isTouching = (one: StatementLine, other: StatementLine): boolean =>
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

export function alike(line: StatementLine, format: string, kept: KeptLine, known: KeptLines): number {
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
export function identityOf(line: StatementLine): string {
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
export class KeptLines {
  readonly #byAmount = new Map<string, KeptLine[]>();
  readonly all: KeptLine[] = [];
  /** By number of the bank: what is said with it. */
  readonly #said = new Map<string, Set<string>>();
  readonly #repeated = new Set<string>();
  /** By account: the numbers of the bank that its lines have. */
  readonly #numbers = new Map<string, Set<string>>();
  readonly #isSameAccount: IsSameAccount;

  constructor(lines: readonly KeptLine[], isSameAccount: IsSameAccount, statements: readonly Statement[]) {
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
