import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDomainError } from '#core/kernel/errors.ts';
import { notesOf, readStatements, sketchTable } from './read-statements.ts';
import { amounts, linesOf, only, read, refused } from './testing/files.ts';

const table = (head: string, ...rows: string[]) => `${[head, ...rows].join('\n')}\n`;

describe('the table of a bank', () => {
  const sparkasse = (...rows: string[]) =>
    table(
      '"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"Betrag";"Waehrung";"Info"',
      ...rows.map((row) => `"NL91ABNA0417164300";${row}`),
    );
  it('is read without the rows that are not booked', () => {
    const file = sparkasse(
      '"24.11.26";"";"GUTSCHR. UEBERWEISUNG";"DEP-000042";"Kessler";"NL02ABNA0123456789";"250,00";"EUR";"Umsatz vorgemerkt"',
      '"23.11.26";"23.11.26";"GUTSCHR. UEBERWEISUNG";"DEP-000043";"Herzog";"DE89370400440532013000";"100,00";"EUR";"Umsatz gebucht"',
    );
    assert.deepEqual(amounts(file), ['100.00 EUR']);
    assert.match(notesOf(read(file)).join(' '), /1 row not booked yet.*the column "Buchungstext"/);
    for (const [title, word] of [
      ['Status', 'Vorgemerkt'],
      ['State', 'REVERTED'],
      ['State', 'PENDING'],
      ['Status', 'Declined'],
    ]) {
      const rows = table(`date,amount,currency,${title}`, `2026-11-02,1.00,EUR,Booked`, `2026-11-02,2.00,EUR,${word}`);
      assert.deepEqual(amounts(rows), ['1.00 EUR']);
      assert.match(notesOf(read(rows)).join(' '), /1 row (not booked yet|that failed or were taken back)/);
    }
    refused(table('date,amount,currency,status', '2026-11-02,1.00,EUR,Umbrella'), /"status" says "Umbrella"/);
    refused(
      table('date,amount,currency,kind', '2026-11-02,1.00,EUR,Vorgemerkt'),
      /"kind" says "Vorgemerkt", and is not read/,
    );
    assert.deepEqual(amounts(table('date,amount,currency,info', '2026-11-02,1.00,EUR,hello')), ['1.00 EUR']);
  });
  it('has money that left by a word, a second column or a sign, and never as money that came', () => {
    const titles = [
      ...['direction', 'Af Bij', 'DC', 'Debit / Credit', 'Soll/Haben-Kennzeichen', 'Credit/Debit Indicator', 'Sign'],
    ];
    const words = ['OUT', 'Af', 'D', 'Debit', 'S', 'DBIT', '-'];
    for (const [index, title] of titles.entries()) {
      const file = table(`date;${title};amount;currency;text`, `2026-11-02;${words[index]};250,00;EUR;x`);
      assert.deepEqual(amounts(file), ['-250.00 EUR'], title);
    }
    refused(table('date,direction,amount,currency', '2026-11-02,SIDEWAYS,250.00,EUR'), /"SIDEWAYS" is not known/);
    refused(
      table('date,type,amount,currency', '2026-11-02,Debit,250.00,EUR'),
      /"type" says "Debit" and no amount has a minus/,
    );
    refused(
      table('date,dc,amount,currency', '2026-11-02,D,1.00,EUR', '2026-11-02,D,-2.00,EUR'),
      /called money out and has no minus/,
    );
    refused(table('date,dc,amount,currency', '2026-11-02,,1.00,EUR'), /is empty in a row/);
    assert.deepEqual(amounts(table('date,amount,debit,credit,currency', '2026-11-02,250.00,250.00,,EUR')), [
      '-250.00 EUR',
    ]);
    assert.deepEqual(
      amounts(table('date,money out,money in,currency', '2026-11-02,,5.00,EUR', '2026-11-02,7.00,,EUR')),
      ['5.00 EUR', '-7.00 EUR'],
    );
    assert.deepEqual(amounts(table('date,amount,money out,currency', '2026-11-02,7.00,7.00,EUR')), ['-7.00 EUR']);
    refused(table('date,amount,debit,credit,currency', '2026-11-02,1.00,,,EUR'), /does not say whether/);
    refused(table('date,debit,credit,currency', '2026-11-02,1.00,1.00,EUR'), /both money in and money out/);
    assert.deepEqual(amounts(table('date;amount;currency', '2026-11-02;5,00-;EUR', '2026-11-02;(1.234,50);EUR')), [
      '-5.00 EUR',
      '-1234.50 EUR',
    ]);
  });
  it('is Commerzbank’s, with its own account and texts', () => {
    const file = table(
      'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;Auftraggeberkonto;Bankleitzahl Auftraggeberkonto;IBAN Auftraggeberkonto',
      '24.11.2026;24.11.2026;Gutschrift;"Kessler Print BV DEP-000042";250,00;EUR;417164300;20040000;NL91ABNA0417164300',
    );
    assert.deepEqual([read(file)[0]?.account, only(file).text], ['NL91ABNA0417164300', 'Kessler Print BV DEP-000042']);
    assert.match(notesOf(read(file)).join(' '), /the columns "Umsatzart", "Auftraggeberkonto"/);
  });
  it('is refused with a fee that may be in its amount or beside it', () => {
    const head = 'account,date,description,amount,fee,currency,balance';
    refused(table(head, 'NL91ABNA0417164300,2026-11-24,WDR-000007,-100.00,2.50,EUR,897.50'), /"fee" has 2\.50/);
    assert.deepEqual(amounts(table(head, 'NL91ABNA0417164300,2026-11-24,WDR-000007,-100.00,0.00,EUR,900.00')), [
      '-100.00 EUR',
    ]);
    const revolut = 'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance';
    const row = 'TRANSFER,Current,2026-11-24 10:00:00,2026-11-24 10:00:01,To Bo,-100.00,2.50,EUR,COMPLETED,897.50';
    assert.deepEqual(amounts(table(revolut, row)), ['-102.50 EUR']);
  });
  it('asks whether its amounts contain a fee, and proposes no answer', () => {
    const bytes = Buffer.from(table('Wann,Betrag (EUR),Fee', '2026-11-24,-100.00,2.50'));
    const { mapping } = sketchTable(bytes);
    assert.deepEqual(mapping.columns, ['none', 'amount', 'undecided']);
    const readAs = (fee: typeof mapping.columns) =>
      linesOf(
        readStatements(bytes, { mapping: { ...mapping, currency: 'EUR', columns: ['booked_on', 'amount', ...fee] } }),
      ).map(({ amount }) => amount.amount);
    assert.throws(() => readAs(['undecided']), /column "Fee".*contains it/);
    assert.deepEqual(readAs(['fee']), [-10_250n]);
    assert.deepEqual(readAs(['none']), [-10_000n]);
  });
  it('may begin with lines of the bank, name its mark, or be cut by tabs', () => {
    const body = table('date;amount;currency', '2026-11-02;1,00;EUR');
    for (const file of [
      `sep=;\n${body}`,
      `"My bank"\n"Account";"NL91"\n\n${body}`,
      body.replaceAll(';', '\t').replaceAll(',', '.'),
    ])
      assert.deepEqual(amounts(file), ['1.00 EUR']);
    refused(
      table('date;amount;currency', '2026-11-02;1,00;EUR', 'Total'),
      /Row 3 has 1 cells where 3 are expected: "Total"/,
    );
    assert.deepEqual(amounts(table('date;betrag (eur)', '2026-11-02;1,00')), ['1.00 EUR']);
  });
  it('is refused where the month may come first, and a person chooses that', () => {
    const american = table('date,amount,currency', '12/15/2026,"-33.50",EUR', '12/15/2026,"1,533.50",EUR');
    assert.throws(
      () => read(american),
      (error) =>
        isDomainError(error) &&
        /Choose whether the day or the month/.test(error.message) &&
        error.details.choose === 'columns',
    );
    const { mapping } = sketchTable(Buffer.from(american));
    const chosen = readStatements(Buffer.from(american), { mapping: { ...mapping, days: 'mdy' } });
    assert.deepEqual(
      linesOf(chosen).map(({ bookedOn, amount }) => `${bookedOn} ${amount.amount}`),
      ['2026-12-15 -3350', '2026-12-15 153350'],
    );
    // What no order of day and month makes a day is no question.
    assert.throws(
      () => read(table('date,amount,currency', 'yesterday,1.00,EUR')),
      (error) => isDomainError(error) && error.details.choose === undefined,
    );
  });
  it('is refused where an amount of three decimals may be a thousand', () => {
    refused(table('account,date,amount,currency', '1,2026-11-24,"1,234",KWD'), /may be a thousand or a fraction/);
    assert.deepEqual(amounts(table('date,amount,currency', '2026-11-24,1.234,KWD')), ['1.234 KWD']);
    // The other amounts tell.
    assert.deepEqual(amounts(table('date;amount;currency', '2026-11-24;1.234;EUR', '2026-11-24;1,50;EUR')), [
      '1234.00 EUR',
      '1.50 EUR',
    ]);
  });
  it('is no question of its columns where it has more of them, or longer titles, than can be kept', () => {
    const asked = (text: string) => () => sketchTable(Buffer.from(text));
    const limit = { code: 'invalid_value', message: /more than 100 columns, or a title of more than 200 characters/ };
    assert.throws(asked(table(`${'a'.repeat(201)};b`, '1;2')), limit);
    assert.throws(asked(table(Array(101).fill('a').join(';'), Array(101).fill('1').join(';'))), limit);
    assert.equal(asked(table(`${'a'.repeat(200)};b`, '1;2'))().mapping.columns.length, 2);
  });
});
