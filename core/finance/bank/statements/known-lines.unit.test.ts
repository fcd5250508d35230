import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gapsOf } from './gaps.ts';
import { type KeptStatement, sortLines } from './known-lines.ts';
import type { KeptLine } from './likeness.ts';
import { readStatements } from './read-statements.ts';

/** Imports one file after another and says of each what its lines are; of what is asked about, somebody says that it is the same. */
function importing() {
  const lines: KeptLine[] = [];
  const same: (KeptLine & { beside: readonly string[] })[] = [];
  const statements: KeptStatement[] = [];
  return {
    lines,
    statements,
    file(text: string): string[] {
      const read = readStatements(Buffer.from(text));
      const sorted = sortLines(read, {
        lines,
        same,
        statements,
        isSameAccount: (one, other) => one.endsWith(other) || other.endsWith(one),
      });
      for (const [index, { format, account, number, balances, lines: own }] of read.entries()) {
        const id = `${statements.length}`;
        for (const { line, is, beside, balanceBefore } of sorted[index] ?? []) {
          const kept = { ...line, id: `${id} ${line.id}`, format, account, statementId: id, balanceBefore };
          if (is === 'new') lines.push(kept);
          if (is === 'asked') same.push({ ...kept, beside });
        }
        statements.push({
          id,
          format,
          account,
          number,
          opening: balances?.opening.amount ?? null,
          closing: balances?.closing.amount ?? null,
          firstDay: own[0]?.bookedOn ?? '',
          lastDay: own.at(-1)?.bookedOn ?? '',
        });
      }
      return sorted.flat().map(({ line, is }) => `${is} ${line.amount.amount} ${line.name}`.trim());
    },
  };
}

const NAMES: Readonly<Record<string, string>> = { NL02ABNA0123456789: 'Kessler', DE89370400440532013000: 'Herzog' };
const entry = (amount: string, reference: string, inner: string) =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt>${reference}<NtryDtls>${inner}</NtryDtls></Ntry>`;
const payer = (iban: string, text: string) =>
  `<TxDtls><RltdPties><Dbtr><Nm>${NAMES[iban]}</Nm></Dbtr><DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
const balance = (code: string, amount: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-02</Dt></Dt></Bal>`;
const camt = (id: string, entries: string, [opening, closing]: readonly string[] = []) =>
  `<Document><BkToCstmrStmt><Stmt><Id>${id}</Id><Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>${
    opening && closing ? balance('OPBD', opening) + balance('CLBD', closing) : ''
  }${entries}</Stmt></BkToCstmrStmt></Document>`;
const KESSLER = payer('NL02ABNA0123456789', 'DEP-000042');
const HERZOG = payer('DE89370400440532013000', 'DEP-000043');

describe('a line of a file beside what was imported before', () => {
  for (const reference of ['<AcctSvcrRef>NONREF</AcctSvcrRef>', '<NtryRef>CH4431999123000889012</NtryRef>'])
    it(`is another where its payer is, whatever the number of the bank: ${reference}`, () => {
      const bank = importing();
      assert.deepEqual(bank.file(camt('S1', entry('250.00', reference, KESSLER), ['1000.00', '1250.00'])), [
        'new 25000 Kessler',
      ]);
      assert.deepEqual(bank.file(camt('S2', entry('250.00', reference, HERZOG), ['1250.00', '1500.00'])), [
        'new 25000 Herzog',
      ]);
      // The same payment by the same payer on the next statement is another: the balances say so.
      assert.deepEqual(bank.file(camt('S3', entry('250.00', reference, HERZOG), ['1500.00', '1750.00'])), [
        'new 25000 Herzog',
      ]);
      assert.deepEqual(bank.file(camt('S3', entry('250.00', reference, HERZOG), ['1500.00', '1750.00'])), [
        'known 25000 Herzog',
      ]);
    });
  it('is known by a number of the bank that is its own, and asked about without one', () => {
    const bank = importing();
    const own = entry('250.00', '<AcctSvcrRef>2026110200017</AcctSvcrRef>', KESSLER);
    const other = entry('70.00', '<AcctSvcrRef>2026110200018</AcctSvcrRef>', HERZOG);
    const none = entry('250.00', '', HERZOG);
    bank.file(camt('S1', own + other + none));
    assert.deepEqual(bank.file(camt('S2', own + none)), ['known 25000 Kessler', 'asked 25000 Herzog']);
  });
  it('is asked about while its account has shown one number of the bank alone, which each line may have', () => {
    const bank = importing();
    const own = entry('250.00', '<AcctSvcrRef>CH4431999123000889012</AcctSvcrRef>', KESSLER);
    assert.deepEqual(bank.file(camt('S1', own)), ['new 25000 Kessler']);
    assert.deepEqual(bank.file(camt('S2', own)), ['asked 25000 Kessler']);
  });
  it('is put beside the line with the same balance before it, of lines that are equal in all else', () => {
    const bank = importing();
    const [into, out] = [entry('50.00', '', KESSLER), entry('50.00', '', KESSLER).replace('CRDT', 'DBIT')];
    bank.file(camt('S1', out, ['1100.00', '1050.00']));
    // The first 50.00 out of the second file is new, though it comes before the known one.
    assert.deepEqual(
      bank.file(camt('S2', into + out + into + into + out, ['1000.00', '1050.00'])).map((each) => each.split(' ')[0]),
      ['new', 'new', 'new', 'new', 'asked'],
    );
  });
  it('is asked about where a line of which somebody said that it is the same as another is like it', () => {
    const bank = importing();
    const [into, out] = [entry('50.00', '', KESSLER), entry('50.00', '', KESSLER).replace('CRDT', 'DBIT')];
    bank.file(camt('S3-5', into + into + out, ['1000.00', '1050.00']));
    const whole = camt('S1-3', into + out + into, ['1000.00', '1050.00']);
    assert.deepEqual(
      bank.file(whole).map((each) => each.split(' ')[0]),
      ['asked', 'asked', 'asked'],
    );
    // It is the second line of the statement before: the balance with which that one begins does not set them apart.
    assert.deepEqual(
      bank.file(camt('S2-2', out, ['1050.00', '1000.00'])).map((each) => each.split(' ')[0]),
      ['asked'],
    );
  });
  it('is asked about in a second table with the same row, and numbers of rows are no numbers of the bank', () => {
    const table = (...rows: string[]) => `date,amount,currency,name,text,id\n${rows.join('\n')}\n`;
    const bank = importing();
    assert.deepEqual(bank.file(table('2026-11-02,50.00,EUR,Kessler,top-up,1')), ['new 5000 Kessler']);
    assert.deepEqual(bank.file(table('2026-11-02,50.00,EUR,Kessler,top-up,1')), ['asked 5000 Kessler']);
    assert.deepEqual(bank.file(table('2026-11-02,50.00,EUR,Herzog,top-up,1')), ['new 5000 Herzog']);
    // Two of the second table, and one is kept.
    const two = importing();
    two.file(table('2026-11-02,50.00,EUR,Kessler,top-up,'));
    const rows = Array.from({ length: 2 }, () => '2026-11-02,50.00,EUR,Kessler,top-up,');
    assert.deepEqual(two.file(table(...rows)), ['asked 5000 Kessler', 'new 5000 Kessler']);
  });
  it('is new on the day that it is booked, where the bank had only announced it before', () => {
    const table = (...rows: string[]) =>
      `Auftragskonto;Buchungstag;Valutadatum;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Betrag;Waehrung;Info\n${rows.map((row) => `NL91ABNA0417164300;${row}\n`).join('')}`;
    const bank = importing();
    const herzog = '23.11.26;23.11.26;DEP-000043;Herzog;100,00;EUR;Umsatz gebucht';
    assert.deepEqual(bank.file(table('24.11.26;;DEP-000042;Kessler;250,00;EUR;Umsatz vorgemerkt', herzog)), [
      'new 10000 Herzog',
    ]);
    const booked = '25.11.26;25.11.26;DEP-000042;Kessler;250,00;EUR;Umsatz gebucht';
    assert.deepEqual(bank.file(table(booked, herzog)), ['new 25000 Kessler', 'asked 10000 Herzog']);
  });
  it('is asked about where another format has its day and amount', () => {
    const bank = importing();
    bank.file(
      ':20:A\n:25:417164300\n:28C:1/1\n:60F:C261101EUR1000,00\n:61:2611021102C250,00NTRFNONREF\n:86:Top-up Kessler\n:62F:C261102EUR1250,00\n-\n',
    );
    assert.deepEqual(bank.file(camt('S1', entry('250.00', '', KESSLER), ['1000.00', '1250.00'])), [
      'asked 25000 Kessler',
    ]);
  });
  it('is asked about where it is a part of what was booked as a whole, or the other way round', () => {
    const part = (amount: string, id: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${id}</AcctSvcrRef></Refs><Amt Ccy="EUR">${amount}</Amt></TxDtls>`;
    const batch = '<AcctSvcrRef>B77</AcctSvcrRef>';
    const whole = camt('S1', entry('100.00', batch, ''));
    const parts = camt('S1', entry('100.00', batch, part('30.00', 'T1') + part('70.00', 'T2')));
    const bank = importing();
    assert.deepEqual(bank.file(whole), ['new 10000']);
    assert.deepEqual(bank.file(parts), ['asked 3000', 'asked 7000']);
    const other = importing();
    assert.deepEqual(other.file(parts), ['new 3000', 'new 7000']);
    assert.deepEqual(other.file(whole), ['asked 10000']);
    assert.deepEqual(other.file(camt('S2', entry('100.00', '<AcctSvcrRef>B78</AcctSvcrRef>', ''))), ['new 10000']);
  });
  it('is new as a part of a batch where the balances prove that a movement of its sum is another, and asked about where they do not', () => {
    const part = (amount: string) => `<TxDtls><Amt Ccy="EUR">${amount}</Amt></TxDtls>`;
    const [whole, parts] = [entry('50.00', '', ''), entry('50.00', '', part('20.00') + part('30.00'))];
    const bank = importing();
    bank.file(camt('S1', whole, ['1000.00', '1050.00']));
    assert.deepEqual(bank.file(camt('S2', parts, ['1050.00', '1100.00'])), ['new 2000', 'new 3000']);
    assert.deepEqual(bank.file(camt('S2', whole, ['1050.00', '1100.00'])), ['asked 5000']);
    // Money that came and left again: the balance does not set the whole and its parts apart.
    const other = importing();
    other.file(camt('S1', whole + whole.replace('CRDT', 'DBIT'), ['1000.00', '1000.00']));
    assert.deepEqual(other.file(camt('S2', parts, ['1000.00', '1050.00'])), ['asked 2000', 'asked 3000']);
    // Kept parts are found in whatever order they come.
    const fourth = importing();
    fourth.file(camt('S1-2', parts + whole.replace('CRDT', 'DBIT'), ['1000.00', '1000.00']));
    fourth.lines.reverse();
    assert.deepEqual(fourth.file(camt('S1-1', whole, ['1000.00', '1050.00'])), ['asked 5000']);
    // Another line of the file is the movement of that sum, by its balance.
    const third = importing();
    third.file(camt('S1', whole, ['1050.00', '1100.00']));
    assert.deepEqual(third.file(camt('S2', parts + whole, ['1000.00', '1100.00'])), [
      ...['new 2000', 'new 3000', 'asked 5000'],
    ]);
  });
  it('is known where its statement was imported by a version that read less of it', () => {
    const bank = importing();
    const file = camt('S1', entry('250.00', '', KESSLER), ['1000.00', '1250.00']);
    bank.file(file);
    // Neither name, text nor balances were kept then.
    bank.lines.push({ ...(bank.lines.pop() as KeptLine), name: '', text: '', balanceBefore: null });
    bank.statements.push({ ...(bank.statements.pop() as KeptStatement), opening: null, closing: null });
    assert.deepEqual(bank.file(file), ['known 25000 Kessler']);
  });
});

describe('gaps between statements', () => {
  const statement = (number: string, opening: bigint, closing: bigint, day: string): KeptStatement => ({
    id: number,
    format: 'MT940',
    account: 'A',
    number,
    opening,
    closing,
    firstDay: day,
    lastDay: day,
  });
  const brief = (...all: KeptStatement[]) =>
    gapsOf(all).map(({ before, missing, numbers }) => `${before.number} ${missing} ${numbers ?? ''}`.trim());
  it('are amounts and numbers, in any order of import, and none where a statement follows on another', () => {
    const [ten, eleven, twelve] = [
      statement('10', 0n, 5n, '2026-11-01'),
      statement('11', 5n, 7n, '2026-11-02'),
      statement('12', 7n, 9n, '2026-11-03'),
    ] as const;
    assert.deepEqual(brief(twelve, ten, eleven), []);
    assert.deepEqual(brief(twelve, ten), ['12 2 11,11']);
    assert.deepEqual(
      brief(statement('00212/001', 0n, 5n, '2026-11-01'), statement('00212/002', 5n, 6n, '2026-11-01')),
      [],
    );
    assert.deepEqual(brief(statement('365', 0n, 5n, '2025-12-31'), statement('1', 5n, 6n, '2026-01-01')), []);
    assert.deepEqual(
      gapsOf([ten, twelve], new Set([7n])).map(({ missing }) => missing),
      [0n],
    );
  });
});
