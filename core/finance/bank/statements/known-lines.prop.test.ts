import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { SEED } from '#core/kernel/testing/seed.ts';
import { gapsOf } from './gaps.ts';
import { type KeptStatement, sortLines } from './known-lines.ts';
import type { KeptLine } from './likeness.ts';
import { readStatements } from './read-statements.ts';
import type { Statement } from './statement.ts';

/** What a bank has booked, in its order: some movements are equal in all that they say, and some numbers of the bank repeat. */
type Booking = {
  readonly day: number;
  readonly minor: bigint;
  readonly who: string;
  readonly words: string;
  readonly reference: string;
  readonly parts: readonly bigint[];
};
const IBANS: Readonly<Record<string, string>> = { Kessler: 'NL02ABNA0123456789', Herzog: 'DE89370400440532013000' };
const ACCOUNT = 'NL91ABNA0417164300';
const OPENING = 100_000n;

const bookings = fc
  .tuple(
    fc.constantFrom('none', 'NONREF', 'one for all', 'row', 'own'),
    fc.array(
      fc.record({
        later: fc.nat(1),
        minor: fc.constantFrom(5_000n, 5_000n, -5_000n, 2_000n, 7_000n),
        who: fc.constantFrom('Kessler', 'Herzog'),
        words: fc.constantFrom('Top-up', 'DEP-000042', 'DEP-000043'),
        isBatch: fc.boolean(),
      }),
      { minLength: 1, maxLength: 9 },
    ),
  )
  .map(([numbers, all]) => {
    let day = 2;
    return all.map(({ later, minor, who, words, isBatch }, index): Booking => {
      day += later;
      const reference = {
        none: '',
        NONREF: 'NONREF',
        'one for all': 'CH44319991',
        row: `${index % 3}`,
        own: `BANK-${index}`,
      };
      const parts = isBatch && minor > 0n ? [2_000n, minor - 2_000n].filter((part) => part > 0n) : [];
      return { day, minor, who, words, reference: reference[numbers], parts: parts.length > 1 ? parts : [] };
    });
  });

/** A file: a run of the bookings, in one format, cut into statements, perhaps twice. */
const files = fc.array(
  fc.record({
    format: fc.constantFrom('camt', 'camt', 'mt940', 'csv'),
    hasBalances: fc.boolean(),
    splits: fc.boolean(),
    from: fc.nat(8),
    length: fc.integer({ min: 1, max: 9 }),
    cuts: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 2 }),
    isTwice: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);
type File = typeof files extends fc.Arbitrary<(infer Each)[]> ? Each : never;

/** What a line of a file is in truth: a booking, or a part of one. */
type Truth = { readonly booking: number; readonly part: number | null };

const dayOf = (day: number) => `2026-11-${String(day).padStart(2, '0')}`;
const decimal = (minor: bigint) => minorToDecimal(minor < 0n ? -minor : minor, 'EUR');
const balanceAt = (all: readonly Booking[], place: number) =>
  all.slice(0, place).reduce((sum, { minor }) => sum + minor, OPENING);

/** The number of a run's statement is its own. */
const numberOf = (from: number, to: number) => `S${from}-${to}`;

function camtOf(all: readonly Booking[], from: number, to: number, { hasBalances, splits }: File): string {
  const side = (minor: bigint) => `<CdtDbtInd>${minor < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  const balance = (code: string, minor: bigint, day: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${decimal(minor)}</Amt>${side(minor)}<Dt><Dt>${dayOf(day)}</Dt></Dt></Bal>`;
  const run = all.slice(from, to);
  const entries = run.map(({ day, minor, who, words, reference, parts }) => {
    const role = minor < 0n ? 'Cdtr' : 'Dbtr';
    const tells = `<RltdPties><${role}><Nm>${who}</Nm></${role}><${role}Acct><Id><IBAN>${IBANS[who]}</IBAN></Id></${role}Acct></RltdPties><RmtInf><Ustrd>${words}</Ustrd></RmtInf>`;
    const amounts = splits && parts.length > 0 ? parts.map((part) => `<Amt Ccy="EUR">${decimal(part)}</Amt>`) : [''];
    const details = amounts.map((amount) => `<TxDtls>${amount}${tells}</TxDtls>`).join('');
    return `<Ntry><Amt Ccy="EUR">${decimal(minor)}</Amt>${side(minor)}<Sts>BOOK</Sts><BookgDt><Dt>${dayOf(day)}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`;
  });
  const balances = hasBalances
    ? balance('OPBD', balanceAt(all, from), run[0]?.day ?? 1) +
      balance('CLBD', balanceAt(all, to), run.at(-1)?.day ?? 1)
    : '';
  return `<Stmt><Id>${numberOf(from, to)}</Id><Acct><Id><IBAN>${ACCOUNT}</IBAN></Id></Acct>${balances}${entries.join('')}</Stmt>`;
}

function mt940Of(all: readonly Booking[], from: number, to: number): string {
  const comma = (minor: bigint) => decimal(minor).replace('.', ',');
  const lines = all.slice(from, to).map(({ day, minor, who, words, reference }) => {
    const two = String(day).padStart(2, '0');
    return `:61:2611${two}11${two}${minor < 0n ? 'D' : 'C'}${comma(minor)}NTRFNONREF${reference && `//${reference}`}\n:86:/NAME/${who}/IBAN/${IBANS[who]}/REMI/${words}`;
  });
  return `:20:A\n:25:417164300\n:28C:${numberOf(from, to)}\n:60F:C261101EUR${comma(balanceAt(all, from))}\n${lines.join('\n')}\n:62F:C261130EUR${comma(balanceAt(all, to))}\n-\n`;
}

const csvOf = (run: readonly Booking[]): string =>
  `account,date,amount,currency,name,iban,text,bank reference\n${run
    .map(
      ({ day, minor, who, words, reference }) =>
        `${ACCOUNT},${dayOf(day)},${minorToDecimal(minor, 'EUR')},EUR,${who},${IBANS[who]},${words},${reference}\n`,
    )
    .join('')}`;

function written(all: readonly Booking[], file: File): { text: string; truths: Truth[][] } {
  const from = file.from % all.length;
  const to = Math.min(all.length, from + file.length);
  const ends = [...new Set([...file.cuts.map((cut) => from + cut), to])].filter((end) => end > from && end <= to);
  const runs = ends.toSorted((a, b) => a - b).map((end, index, sorted) => [sorted[index - 1] ?? from, end] as const);
  const truthsOf = ([first, end]: readonly [number, number]): Truth[] =>
    all.slice(first, end).flatMap(({ parts }, index): Truth[] => {
      const booking = first + index;
      const isSplit = file.format === 'camt' && file.splits && parts.length > 0;
      return isSplit ? parts.map((_, part) => ({ booking, part })) : [{ booking, part: null }];
    });
  if (file.format === 'csv') return { text: csvOf(all.slice(from, to)), truths: [truthsOf([from, to])] };
  const isTold = file.format === 'mt940' || file.hasBalances;
  const repeated = file.isTwice && isTold ? [...runs, ...runs] : runs;
  const statements = repeated.map(([first, end]) =>
    file.format === 'mt940' ? mt940Of(all, first, end) : camtOf(all, first, end, file),
  );
  const text =
    file.format === 'mt940'
      ? statements.join('')
      : `<Document><BkToCstmrStmt>${statements.join('')}</BkToCstmrStmt></Document>`;
  return { text, truths: runs.map(truthsOf) };
}

/** Bookings that say the same: which of them a line is, nobody can tell. */
const classOf = (booking: Booking | undefined) => JSON.stringify({ ...booking, minor: `${booking?.minor}`, parts: [] });

/** Imports files one after another. A person who is asked answers so that what was booked is there once; that must be possible. */
function imported(all: readonly Booking[], given: readonly File[]) {
  const lines: (KeptLine & { truth: Truth })[] = [];
  const same: (KeptLine & { beside: readonly string[] })[] = [];
  const statements: KeptStatement[] = [];
  const covered = new Set<number>();
  const keptOfClass = (name: string) =>
    lines.reduce((sum, { truth, amount }) => sum + (classOf(all[truth.booking]) === name ? amount.amount : 0n), 0n);
  const bookedOfClass = (name: string) =>
    [...covered].reduce((sum, place) => sum + (classOf(all[place]) === name ? (all[place]?.minor ?? 0n) : 0n), 0n);
  for (const [index, file] of given.entries()) {
    const { text, truths } = written(all, file);
    const read = readStatements(Buffer.from(text));
    assert.deepEqual(
      read.map((each) => each.lines.length),
      truths.map(({ length }) => length),
    );
    const sorted = sortLines(read, {
      lines,
      same,
      statements,
      isSameAccount: (one, other) => one.endsWith(other) || other.endsWith(one),
    });
    const asked: (KeptLine & { truth: Truth; beside: readonly string[] })[] = [];
    for (const [place, statement] of read.entries()) {
      const id = `${index}/${place}`;
      for (const [position, { line, is, beside, balanceBefore }] of (sorted[place] ?? []).entries()) {
        const truth = truths[place]?.[position] ?? { booking: -1, part: null };
        covered.add(truth.booking);
        const { format, account } = statement;
        const kept = { ...line, id: `${id}/${position}`, format, account, statementId: id, balanceBefore, truth };
        if (is === 'new') lines.push(kept);
        if (is !== 'asked') continue;
        assert.ok(beside.length > 0);
        asked.push({ ...kept, beside });
      }
      statements.push(keptOf(statement, id));
    }
    for (const one of asked.toSorted((a, b) => (magnitude(a) < magnitude(b) ? 1 : -1))) {
      const name = classOf(all[one.truth.booking]);
      const missing = bookedOfClass(name) - keptOfClass(name);
      if (magnitude(one) <= (missing < 0n ? -missing : missing)) lines.push(one);
      else same.push(one);
    }
    for (const name of new Set(all.map(classOf))) {
      assert.equal(keptOfClass(name), bookedOfClass(name), `${name} of file ${index}`);
    }
  }
  return { lines, covered };
}

const magnitude = ({ amount }: KeptLine): bigint => (amount.amount < 0n ? -amount.amount : amount.amount);

const keptOf = ({ format, account, number, balances, lines }: Statement, id: string): KeptStatement => ({
  id,
  format,
  account,
  number,
  opening: balances?.opening.amount ?? null,
  closing: balances?.closing.amount ?? null,
  firstDay: lines[0]?.bookedOn ?? '',
  lastDay: lines.at(-1)?.bookedOn ?? '',
});

it('the lines kept between two booked balances of an account sum to their difference, whichever files came in whichever order', () => {
  fc.assert(
    fc.property(bookings, files, (all, given) => {
      const { lines, covered } = imported(all, given);
      const kept = lines.reduce((sum, { amount }) => sum + amount.amount, 0n);
      const booked = [...covered].reduce((sum, place) => sum + (all[place]?.minor ?? 0n), 0n);
      assert.equal(kept, booked);
      if (covered.size === all.length) assert.equal(kept, balanceAt(all, all.length) - OPENING);
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});

it('the gaps before statements sum to all that was not imported between the first and the last', () => {
  const days = fc.array(fc.record({ minor: fc.bigInt(1n, 9_999n), isImported: fc.boolean() }), {
    minLength: 2,
    maxLength: 12,
  });
  fc.assert(
    fc.property(days, (all) => {
      let balance = OPENING;
      const statements = all.flatMap(({ minor, isImported }, index): KeptStatement[] => {
        const opening = balance;
        balance += minor;
        const day = { firstDay: dayOf(index + 1), lastDay: dayOf(index + 1) };
        const id = { id: `${index}`, format: 'camt.053', number: '', account: ACCOUNT } as const;
        return isImported ? [{ ...id, ...day, opening, closing: balance }] : [];
      });
      const missing = gapsOf(statements.toReversed()).reduce((sum, gap) => sum + gap.missing, 0n);
      const moved = statements.reduce((sum, { opening, closing }) => sum + (closing ?? 0n) - (opening ?? 0n), 0n);
      const whole = (statements.at(-1)?.closing ?? 0n) - (statements[0]?.opening ?? 0n);
      assert.equal(missing, whole - moved);
    }),
    { seed: SEED, numRuns: 1_000 },
  );
});
