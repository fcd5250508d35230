import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Currency, money } from '#core/kernel/money/money.ts';
import { type Matching, matchLines, type Paper } from './match.ts';
import type { StatementLine } from './statements/statement.ts';

const line = (
  id: string,
  amount: bigint,
  more: Partial<StatementLine> & { currency?: Currency } = {},
): StatementLine => {
  const { currency = 'EUR', ...rest } = more;
  const nobody = { reference: '', text: '', name: '', iban: '', bankReference: '' };
  return { id, bookedOn: '2026-10-31', valueDate: '2026-10-31', amount: money(amount, currency), ...nobody, ...rest };
};
const paper = (number: string, amount: bigint, more: Partial<Paper> = {}): Paper => ({
  kind: number.startsWith('DEP') ? 'deposit' : 'withdrawal',
  id: number,
  number,
  amount: money(amount, 'EUR'),
  isBooked: false,
  day: '2026-10-30',
  names: [],
  ibans: [],
  lineId: null,
  ...more,
});
const brief = ({ matches, missing }: Matching) => [
  ...matches.map(({ line: { id }, verdict, certainty, paper: found }) =>
    [id, verdict, certainty, found?.number ?? null].join(' '),
  ),
  ...missing.map(({ number }) => `missing ${number}`),
];
const ADA = { names: ['Ada Byron', 'Byron Société GmbH'], ibans: ['FR14'] };

const CASES: Record<string, { lines: StatementLine[]; papers: Paper[]; are: string[] }> = {
  'the number and the amount are sure, wherever and however the number is written': {
    lines: [
      line('a', 100n, { reference: 'DEP-000042' }),
      line('b', 200n, { text: 'for dep 000 043, thanks' }),
      line('c', -300n, { text: 'WDR000007' }),
    ],
    papers: [paper('DEP-000042', 100n), paper('DEP-000043', 200n), paper('WDR-000007', 300n)],
    are: ['a matched sure DEP-000042', 'b matched sure DEP-000043', 'c matched sure WDR-000007'],
  },
  'money that went back from suspense is known by the reference of its transfer, and by who has it': {
    lines: [
      line('a', -100n, { reference: 'ret 5f3a9c0b1d' }),
      line('b', -200n, { name: 'Ada Byron' }),
      line('c', 100n, { reference: 'RET-5F3A9C0B1D' }),
    ],
    papers: [
      paper('RET-5F3A9C0B1D', 100n, { kind: 'suspense', isBooked: true }),
      paper('RET-0000000001', 200n, { kind: 'suspense', isBooked: true, ...ADA }),
      paper('RET-0000000002', 300n, { kind: 'suspense', isBooked: true, day: '2026-10-31' }),
    ],
    are: ['a matched sure RET-5F3A9C0B1D', 'b matched likely RET-0000000001', 'c unknown  ', 'missing RET-0000000002'],
  },
  'a correction that was booked by hand is its line of about its day, so that nobody books it twice': {
    lines: [
      line('a', -500n),
      line('b', -500n),
      line('c', 300n, { text: 'WDR-000007 account closed' }),
      line('d', -700n),
      line('e', -800n),
      line('f', -900n, { text: 'COR-000008' }),
    ],
    papers: [
      paper('COR-000001', 500n, { kind: 'correction', isIn: false, isBooked: true }),
      paper('COR-000002', 500n, { kind: 'correction', isIn: true, isBooked: true }),
      paper('WDR-000007', 300n, { isBooked: true, day: '2026-10-01' }),
      paper('COR-000003', 300n, { kind: 'correction', isIn: true, isBooked: true, day: '2026-11-05' }),
      paper('COR-000004', 700n, { kind: 'correction', isIn: false, isBooked: true, day: '2026-10-25' }),
      paper('COR-000005', 800n, { kind: 'correction', isIn: false, isBooked: false }),
      paper('COR-000006', 10n, { kind: 'correction', isIn: false, isBooked: true, lineId: 'x' }),
      paper('COR-000008', 900n, { kind: 'correction', isIn: false, isBooked: true }),
      paper('DEP-000009', 300n),
    ],
    are: [
      'a matched likely COR-000001',
      'b unknown  ',
      'c matched likely COR-000003',
      'd unknown  ',
      'e unknown  ',
      'f matched sure COR-000008',
    ],
  },
  'a number inside of another is not it, nor is one of the other direction or currency': {
    lines: [
      line('a', 100n, { text: 'DEP-0000421' }),
      line('b', -100n, { text: 'DEP-000042' }),
      line('c', 100n, { text: 'DEP-000042', currency: 'USD' }),
    ],
    papers: [paper('DEP-000042', 100n, { day: '2025-01-01' })],
    are: ['a unknown  ', 'b unknown  ', 'c unknown  '],
  },
  'a payout that came back is no deposit of its customer': {
    lines: [line('a', 100n, { reference: 'WDR-1', name: 'Ada Byron', iban: 'FR14' })],
    papers: [paper('WDR-1', 100n, { isBooked: true, day: '2026-10-31', ...ADA }), paper('DEP-1', 100n, ADA)],
    are: ['a unknown  ', 'missing WDR-1'],
  },
  'a payout that was rejected is paid though, and nothing else looks like it': {
    lines: [line('a', -100n, { reference: 'WDR-1-PAY-1' }), line('b', -100n, { name: 'Ada Byron' })],
    papers: [paper('WDR-1', 100n, { isRejected: true, ...ADA })],
    are: ['a unknown  ', 'b unknown  '],
  },
  'two numbers decide nothing': {
    lines: [line('a', 300n, { text: 'DEP-1 DEP-2' })],
    papers: [paper('DEP-1', 100n), paper('DEP-2', 200n)],
    are: ['a unknown  '],
  },
  'another amount is said': {
    lines: [line('a', 99n, { reference: 'DEP-1' })],
    papers: [paper('DEP-1', 100n)],
    are: ['a amount_differs likely DEP-1'],
  },
  'the second of two payments is a duplicate, and one that came with an earlier file, too': {
    lines: [
      line('later', 100n, { reference: 'DEP-1', bookedOn: '2026-10-31' }),
      line('first', 100n, { reference: 'DEP-1', bookedOn: '2026-10-30' }),
      line('again', 200n, { reference: 'DEP-2' }),
      line('same', 300n, { reference: 'DEP-3' }),
    ],
    papers: [
      paper('DEP-1', 100n),
      paper('DEP-2', 200n, { lineId: 'before' }),
      paper('DEP-3', 300n, { lineId: 'same' }),
    ],
    are: [
      'later duplicate sure DEP-1',
      'first matched sure DEP-1',
      'again duplicate sure DEP-2',
      'same matched sure DEP-3',
    ],
  },
  'the number is only likely where somebody else pays': {
    lines: [
      line('a', 100n, { reference: 'DEP-1', name: 'Eve' }),
      line('b', 200n, { reference: 'DEP-2', name: 'BYRON, ADA' }),
      line('c', 300n, { reference: 'DEP-3', name: 'Eve', iban: 'FR14' }),
    ],
    papers: [paper('DEP-1', 100n, ADA), paper('DEP-2', 200n, ADA), paper('DEP-3', 300n, ADA)],
    are: ['a matched likely DEP-1', 'b matched sure DEP-2', 'c matched sure DEP-3'],
  },
  'without a number the account decides before the name, and the name before the amount alone': {
    lines: [line('amount', 100n), line('name', 100n, { name: 'Byron Societe' }), line('iban', 100n, { iban: 'DE89' })],
    papers: [paper('DEP-1', 100n, ADA), paper('DEP-2', 100n, { ibans: ['DE89'] }), paper('DEP-3', 100n)],
    are: ['amount matched possible DEP-3', 'name matched likely DEP-1', 'iban matched likely DEP-2'],
  },
  'one word of a name is too little, and legal forms are no words of it': {
    lines: [line('a', 100n, { name: 'Ada' }), line('b', 100n, { name: 'GmbH' })],
    papers: [paper('DEP-1', 100n, ADA), paper('DEP-2', 100n, ADA)],
    are: ['a unknown  ', 'b unknown  '],
  },
  'the amount alone is never enough for one that is booked, or long ago': {
    lines: [line('a', 100n), line('b', 200n)],
    papers: [paper('DEP-1', 100n, { isBooked: true, day: '2026-10-31' }), paper('DEP-2', 200n, { day: '2026-08-01' })],
    are: ['a unknown  ', 'b unknown  ', 'missing DEP-1'],
  },
  'what was decided from a line stays with it, whatever else would fit': {
    lines: [line('a', 100n, { reference: 'DEP-2' }), line('b', 100n), line('c', 90n)],
    papers: [
      paper('DEP-1', 100n, { isBooked: true, lineId: 'a' }),
      paper('DEP-2', 100n),
      paper('DEP-3', 80n, { isBooked: true, lineId: 'c' }),
    ],
    are: ['a matched sure DEP-1', 'b matched possible DEP-2', 'c amount_differs sure DEP-3'],
  },
  'what we booked in these days and currencies without a line is missing': {
    lines: [line('a', 100n, { valueDate: '2026-10-01' }), line('b', -200n, { reference: 'WDR-1' })],
    papers: [
      paper('WDR-1', 200n, { isBooked: true }),
      paper('WDR-2', 250n, { isBooked: true }),
      paper('WDR-3', 250n, { isBooked: true, lineId: 'before' }),
      paper('WDR-4', 250n, { isBooked: true, day: '2026-09-30' }),
      paper('WDR-5', 250n, { isBooked: true, amount: money(1n, 'USD') }),
      paper('WDR-6', 250n),
    ],
    are: ['a unknown  ', 'b matched sure WDR-1', 'missing WDR-2'],
  },
};

it('says that a payout was paid though it was rejected', () => {
  const rejected = paper('WDR-1', 100n, { isRejected: true, day: '2026-10-31' });
  const { matches, missing } = matchLines([line('a', -100n, { reference: 'WDR-1' })], [rejected]);
  assert.match(matches[0]?.reason ?? '', /WDR-1, which was rejected: the bank has paid what is back in the wallet/);
  assert.deepEqual(missing, []);
});

const reasonOf = (lines: StatementLine[], papers: Paper[]) => matchLines(lines, papers).matches[0];

it('matches a line that names several with no other, and says their sum', () => {
  const papers = [paper('DEP-000042', 15_000n), paper('DEP-000043', 9_900n), paper('DEP-000099', 25_000n)];
  const named = reasonOf([line('a', 25_000n, { text: 'DEP-000042 and DEP-000043' })], papers);
  assert.deepEqual(
    [named?.verdict, named?.paper, named?.reason, named?.candidates?.map(({ number }) => number), named?.all],
    ['unknown', null, 'It names DEP-000042 and DEP-000043, together €249.00.', ['DEP-000042', 'DEP-000043'], undefined],
  );
  const sum = reasonOf([line('a', 24_900n, { text: 'DEP-000042DEP-000043' })], papers);
  assert.deepEqual(
    [sum?.reason, sum?.all?.map(({ number }) => number)],
    ['It names DEP-000042 and DEP-000043, together €249.00, which is its amount.', ['DEP-000042', 'DEP-000043']],
  );
  const booked = reasonOf(
    [line('a', 24_900n, { text: 'DEP-000042 DEP-000043' })],
    [paper('DEP-000042', 15_000n, { isBooked: true }), paper('DEP-000043', 9_900n)],
  );
  assert.deepEqual([booked?.all, booked?.candidates?.length], [undefined, 1]);
});

it('matches a line with all papers that were decided from it together', () => {
  const booked = (number: string, minor: bigint) =>
    paper(number, minor, { isBooked: true, lineId: 'a', day: '2026-10-31' });
  const papers = [booked('DEP-000042', 15_000n), booked('DEP-000043', 9_900n)];
  const { matches, missing } = matchLines([line('a', 24_900n, { text: 'DEP-000042DEP-000043' })], papers);
  const [match] = matches;
  assert.deepEqual(
    [match?.verdict, match?.certainty, match?.reason, match?.all?.length, missing],
    ['matched', 'sure', 'DEP-000042 and DEP-000043 were decided from this line.', 2, []],
  );
  const other = reasonOf([line('a', 24_901n)], papers);
  assert.deepEqual(
    [other?.verdict, other?.reason],
    ['amount_differs', 'DEP-000042 and DEP-000043 were decided from this line, with €249.00.'],
  );
  // A second line that names one of them finds it paid.
  const again = matchLines([line('a', 24_900n), line('b', 9_900n, { text: 'DEP-000043' })], papers).matches[1];
  assert.equal(again?.verdict, 'duplicate');
});

it('matches a line that names one that it cannot be, or one that is not known, with no other', () => {
  const papers = [paper('DEP-000042', 100n, { amount: money(100n, 'USD') }), paper('DEP-000099', 100n)];
  assert.match(
    reasonOf([line('a', 100n, { text: 'DEP-000042' })], papers)?.reason ?? '',
    /DEP-000042, of \$1\.00, which this line cannot be/,
  );
  assert.match(
    reasonOf([line('a', 100n, { text: 'DEP-000777' })], papers)?.reason ?? '',
    /DEP-000777, which neither waits nor was booked/,
  );
});

it('finds numbers where words are glued, and completes none that was cut', () => {
  const papers = [paper('DEP-000042', 100n), paper('RET-5F3A9C0B1D', 100n, { kind: 'withdrawal' })];
  const found = (text: string, amount = 100n) => reasonOf([line('a', amount, { text })], papers)?.certainty;
  for (const text of ['4711DEP-000042Guthaben', 'EREF+DEP000042SVWZ+x', 'dep 000 042', 'DEP-00 0042']) {
    assert.equal(found(text), 'sure', text);
  }
  assert.equal(found('xRET-5F3A9C0B1D.', -100n), 'sure');
  for (const text of ['DEP-00004', 'DEP-0000421', 'DEP-42']) assert.notEqual(found(text), 'sure', text);
});

it('compares names in each form in which a bank may write them', () => {
  const certainty = (own: string, name: string) =>
    reasonOf([line('a', 100n, { reference: 'DEP-1', name })], [paper('DEP-1', 100n, { names: [own] })])?.certainty;
  for (const [own, name] of [
    ['Müller Druck GmbH', 'MUELLER DRUCK GMBH'],
    ['Müller Druck GmbH', 'Muller Druck'],
    ['Łukasz Żółć', 'LUKASZ ZOLC'],
    ['Søren Weiß', 'SOEREN WEISS'],
    ['Søren Weiß', 'SOREN WEISS'],
    ['Đorđe Đurić', 'DORDE DURIC'],
    ['Kessler Kft', 'KESSLER'],
  ] as const) {
    assert.equal(certainty(own, name), 'sure', name);
  }
  assert.equal(certainty('Bauer Druck', 'Baur Druck'), 'likely');
  assert.equal(certainty('Maria Sá', 'Maria'), 'likely', 'no legal form, but a name');
});

it('names those between which it does not guess', () => {
  const [{ candidates = [] } = {}] = matchLines(
    [line('a', 100n)],
    [paper('DEP-1', 100n), paper('DEP-2', 100n)],
  ).matches;
  assert.deepEqual(
    candidates.map(({ number }) => number),
    ['DEP-1', 'DEP-2'],
  );
});

describe('matching the lines of a bank with deposits and payouts', () => {
  for (const [name, { lines, papers, are }] of Object.entries(CASES)) {
    it(name, () => {
      assert.deepEqual(brief(matchLines(lines, papers)), are);
      // In any order.
      assert.deepEqual(brief(matchLines(lines.toReversed(), papers.toReversed())).sort(), [...are].sort());
    });
  }
});
