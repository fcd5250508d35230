import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { run } from '#core/cli/testing/cli-story.ts';
import { allAt, parseXml, textAt } from '#core/finance/bank/statements/xml.ts';
import { money } from '#core/kernel/money/money.ts';
import { createTestLedger, fundedWallet, type TestLedger } from '#core/testing/test-ledger.ts';

const settings = {
  currency: 'EUR',
  accounts: {
    bank: '1200',
    wallet: '1718',
    held: '1719',
    payouts: '1360',
    suspense: '1370',
    sales: '8400',
    conversionFees: '8500',
    depositFees: '8501',
    undelivered: '1717',
    fxGains: '2660',
    fxLosses: '2150',
    receivables: '1400',
    interest: '2650',
    otherIncome: '2700',
    bankCharges: '4970',
    otherExpenses: '2400',
    owner: '1800',
  },
  datev: { consultant: 29098, client: 55003 },
  company: {
    name: 'Gift & Co',
    registrationNumber: 'HRB 1',
    taxNumber: 'DE1',
    country: 'DE',
    city: 'Bonn',
    postalCode: '53111',
    contact: { firstName: 'Ada', lastName: 'Byron', telephone: '+49 228 1' },
  },
};
const directory = await mkdtemp(path.join(tmpdir(), 'settings-'));
const file = path.join(directory, 'books.json');
await writeFile(file, JSON.stringify(settings));
after(() => rm(directory, { recursive: true }));

/** A deposit of 100 euros with a fee in January, another in February; one in dollars. */
async function books(): Promise<TestLedger> {
  const test = createTestLedger();
  const euros = await fundedWallet(test, 0n, 'EUR');
  const document = { kind: 'deposit' as const, id: euros, number: 'DEP-1' };
  const credit = (walletId: string, reference: string, time: string, currency: 'EUR' | 'USD', fee: bigint) =>
    test.ledger.execute(
      {
        type: 'CreditDeposit',
        walletId,
        reference,
        amount: money(10_000n, currency),
        document,
        ...(fee === 0n ? {} : { fee: { reference: `${reference}-fee`, amount: money(fee, currency) } }),
      },
      { commandId: reference, correlationId: 'c', actor: { kind: 'system', id: 'test' }, time },
    );
  await credit(euros, 'a', '2026-01-31T10:00:00.000Z', 'EUR', 150n);
  await credit(await fundedWallet(test, 0n), 'b', '2026-02-01T10:00:00.000Z', 'USD', 0n);
  await credit(euros, 'c', '2026-02-28T10:00:00.000Z', 'EUR', 0n);
  return test;
}
const exported = async (test: TestLedger, ...argv: string[]) => run(test.store, 'export', ...argv, '--settings', file);
const february = ['--from', '2026-02-01', '--to', '2026-02-28'];

describe('a Buchungsstapel of DATEV', () => {
  it('has its header, all columns, and a record for each pair of accounts', async () => {
    const { code, text, err } = await exported(
      await books(),
      '--format',
      'datev',
      '--from',
      '2026-01-01',
      '--to',
      '2026-02-28',
    );
    assert.equal(code, 0, err);
    const [head = '', titles = '', ...records] = text.split('\r\n').map((line) => line.replace(/\r$/, ''));
    assert.match(
      head,
      /^\uFEFF"EXTF";700;21;"Buchungsstapel";13;\d{17};;"GL";"";"";29098;55003;20260101;4;20260101;20260228;/,
    );
    assert.equal(head.split(';').length, 31);
    assert.ok(text.startsWith('\uFEFF'), 'without it, DATEV reads CP1252');
    assert.equal(titles.split(';').length, 125);
    const brief = records.map((record) => {
      const cells = record.split(';');
      assert.equal(cells.length, 125);
      return [0, 1, 2, 6, 7, 9, 10, 13].map((at) => cells[at]).join(' ');
    });
    assert.deepEqual(brief, [
      '100,00 "S" "EUR" 1200 1718 3101 "DEP-1" "Wallet credited: deposit"',
      '1,50 "S" "EUR" 1718 8501 3101 "DEP-1" "Wallet debited: deposit-fee"',
      '100,00 "S" "EUR" 1200 1718 2802 "DEP-1" "Wallet credited: deposit"',
    ]);
    assert.match(err, /1 entries in other currencies than EUR are left out/);
  });
});

describe('SAF-T', () => {
  it('has whose books they are, accounts with both balances, and the entries with their totals', async () => {
    const { code, text, err } = await exported(await books(), '--format', 'saft', ...february);
    assert.equal(code, 0, err);
    const [audit] = allAt(parseXml(text), 'AuditFile');
    assert.ok(audit);
    assert.equal(textAt(audit, 'Header/Company/Name'), 'Gift & Co');
    // The order of CompanyHeaderStructure in the public schema, all of it mandatory but the last.
    assert.deepEqual(
      allAt(audit, 'Header/Company')[0]?.children.map(({ name }) => name),
      ['RegistrationNumber', 'Name', 'Address', 'Contact', 'TaxRegistration'],
    );
    assert.equal(textAt(audit, 'Header/Company/Contact/ContactPerson/LastName'), 'Byron');
    assert.equal(textAt(audit, 'Header/SelectionCriteria/SelectionStartDate'), '2026-02-01');
    assert.deepEqual(
      allAt(audit, 'MasterFiles/GeneralLedgerAccounts/Account').map((account) =>
        account.children.map((each) => `${each.name} ${each.text}`).join(', '),
      ),
      [
        'AccountID 1200, AccountDescription Bank, AccountType GL, OpeningDebitBalance 100.00, ClosingDebitBalance 200.00',
        'AccountID 1718, AccountDescription Customers’ wallets, AccountType GL, OpeningCreditBalance 98.50, ClosingCreditBalance 198.50',
        'AccountID 8501, AccountDescription Fees on deposits, AccountType GL, OpeningCreditBalance 1.50, ClosingCreditBalance 1.50',
      ],
    );
    const entries = 'GeneralLedgerEntries';
    assert.deepEqual(
      ['NumberOfEntries', 'TotalDebit', 'TotalCredit'].map((name) => textAt(audit, `${entries}/${name}`)),
      ['1', '100.00', '100.00'],
    );
    const transactions = allAt(audit, `${entries}/Journal/Transaction`);
    assert.deepEqual(
      transactions.map((each) =>
        ['TransactionDate', 'Period', 'Line/DebitAmount/Amount', 'Line/CreditAmount/Amount'].map((name) =>
          textAt(each, name),
        ),
      ),
      [['2026-02-28', '2', '100.00', '100.00']],
    );
  });
});

describe('their settings', () => {
  for (const [argv, message] of [
    [['--format', 'datev', '--from', '2026-01-01'], /--from and --to within one year/],
    [['--format', 'datev', '--from', '2025-12-31', '--to', '2026-01-01'], /within one year/],
    [['--format', 'saft'], /takes --from and --to/],
  ] as const) {
    it(`are asked for by \`${argv.join(' ')}\``, async () => {
      const { code, err } = await exported(createTestLedger(), ...argv);
      assert.equal(code, 2);
      assert.match(err, message);
    });
  }
  it('have somebody whom an auditor asks, in SAF-T', async () => {
    const without = path.join(directory, 'no-contact.json');
    const { contact: _contact, ...company } = settings.company;
    await writeFile(without, JSON.stringify({ ...settings, company }));
    const argv = ['export', '--format', 'saft', ...february, '--settings', without];
    const { code, err } = await run(createTestLedger().store, ...argv);
    assert.equal(code, 2);
    assert.match(err, /no "contact" under "company"/);
  });
  it('have accounts of one length for DATEV, or say which is that of the general ones', async () => {
    const of = async (change: Record<string, string>, datev: object = {}) => {
      const given = path.join(directory, 'lengths.json');
      const accounts = { ...settings.accounts, ...change };
      await writeFile(given, JSON.stringify({ ...settings, accounts, datev: { ...settings.datev, ...datev } }));
      return run(createTestLedger().store, 'export', '--format', 'datev', ...february, '--settings', given);
    };
    const mixed = await of({ wallet: '17180' });
    assert.equal(mixed.code, 2);
    assert.match(mixed.err, /4 and 5 digits.*"accountLength"/s);
    const told = await of({ wallet: '17180' }, { accountLength: 4 });
    assert.equal(told.code, 0, told.err);
    // The 14th field of the head is the length of general accounts.
    assert.equal(told.text.split(';')[13], '4');
    for (const [change, datev] of [
      [{ wallet: '171800' }, { accountLength: 4 }],
      [{ wallet: '171' }, { accountLength: 4 }],
      [Object.fromEntries(Object.keys(settings.accounts).map((name, at) => [name, `${100 + at}`])), {}],
    ] as const) {
      const refused = await of(change, datev);
      assert.equal(refused.code, 2);
      assert.match(refused.err, /four to eight digits/);
    }
  });
  it('are checked', async () => {
    const wrong = path.join(directory, 'wrong.json');
    await writeFile(
      wrong,
      JSON.stringify({ ...settings, accounts: { ...settings.accounts, bank: '12-00', sales: undefined } }),
    );
    const { code, err } = await run(
      createTestLedger().store,
      'export',
      '--format',
      'saft',
      ...february,
      '--settings',
      wrong,
    );
    assert.equal(code, 2);
    assert.match(err, /one to nine digits/);
    assert.match(err, /Under "accounts" it has no number for sales\./);
    const few = path.join(directory, 'few.json');
    await writeFile(few, JSON.stringify({ currency: 'EUR', accounts: { bank: '1200' } }));
    const refused = await run(createTestLedger().store, 'export', '--format', 'datev', ...february, '--settings', few);
    assert.equal(
      refused.err,
      `${few} cannot be taken. Under "accounts" it has no number for wallet, held, payouts, suspense, undelivered, sales, conversionFees, depositFees, fxGains, fxLosses, receivables, interest, otherIncome, bankCharges, otherExpenses, owner.\ndocs/finance/books.md shows a whole file.`,
    );
    await writeFile(few, '{"currency":"EUR"}');
    assert.match(
      (await run(createTestLedger().store, 'export', '--format', 'saft', ...february, '--settings', few)).err,
      /no number for bank, wallet, [^\n]*owner\.\ndocs/,
    );
    assert.match((await run(createTestLedger().store, 'export', '--format', 'datev', ...february)).err, /--settings/);
  });
});
