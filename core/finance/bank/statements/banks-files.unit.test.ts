import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { isDomainError } from '#core/kernel/errors.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';
import { notesOf, readStatements, sketchTable } from './read-statements.ts';
import type { Statement, StatementLine } from './statement.ts';

const read = (text: string | Uint8Array) => readStatements(typeof text === 'string' ? Buffer.from(text) : text);
const refused = (text: string | Uint8Array, message: RegExp) => assert.throws(() => read(text), message);
const linesOf = (statements: readonly Statement[]): StatementLine[] => statements.flatMap(({ lines }) => [...lines]);
const amounts = (text: string | Uint8Array) =>
  linesOf(read(text)).map(({ amount }) => `${minorToDecimal(amount.amount, amount.currency)} ${amount.currency}`);
const only = (text: string | Uint8Array): StatementLine => {
  const [line, ...more] = linesOf(read(text));
  assert.ok(line && more.length === 0);
  return line;
};

const camt = (entry: string, more: { closing?: string; head?: string; opening?: string } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S1</Id>
<ElctrncSeqNb>1</ElctrncSeqNb>${more.head ?? ''}<Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${more.opening ?? '1000.00'}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${more.closing ?? '1250.00'}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-02</Dt></Dt></Bal>
${entry}</Stmt></BkToCstmrStmt></Document>`;
const entry = (inner: string, amount = '250.00', after = '') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef>${
    inner === '' ? '' : `<NtryDtls>${inner}</NtryDtls>`
  }${after}</Ntry>`;
const details = (inner: string) => `<TxDtls>${inner}</TxDtls>`;

const mt = (...inner: string[]) =>
  [
    ':20:A',
    ':25:NL91ABNA0417164300',
    ':28C:1/1',
    ':60F:C261101EUR1000,00',
    ...inner,
    ':62F:C261102EUR1250,00',
    '-',
    '',
  ].join('\n');
const line61 = ':61:2611021102C250,00NTRFNONREF';

describe('a camt.053 file', () => {
  it('may have leading zeros, a plus, or no digit before its point', () => {
    const zeros = camt(entry('', '000000000000250.00'), {
      opening: '000000000001000.00',
      closing: '000000000001250.00',
    });
    assert.deepEqual(amounts(zeros), ['250.00 EUR']);
    assert.deepEqual(amounts(camt(entry('', '+250.00'))), ['250.00 EUR']);
    assert.deepEqual(amounts(camt(entry('', '.50'), { closing: '1000.50' })), ['0.50 EUR']);
  });
  it('is parted by instructed amounts that sum to the entry', () => {
    const part = (amount: string, text: string) =>
      details(
        `<AmtDtls><InstdAmt><Amt Ccy="EUR">${amount}</Amt></InstdAmt></AmtDtls><RmtInf><Ustrd>${text}</Ustrd></RmtInf>`,
      );
    const file = camt(entry(part('1000.00', 'DEP-000042') + part('500.00', 'DEP-000043'), '1500.00'), {
      closing: '2500.00',
    });
    assert.deepEqual(amounts(file), ['1000.00 EUR', '500.00 EUR']);
    assert.deepEqual(
      linesOf(read(file)).map(({ text }) => text),
      ['DEP-000042', 'DEP-000043'],
    );
    // Where they do not add up, the whole entry has the words of all.
    const odd = camt(entry(part('900.00', 'DEP-000042') + part('500.00', 'DEP-000043'), '1500.00'), {
      closing: '2500.00',
    });
    assert.deepEqual([amounts(odd), only(odd).text], [['1500.00 EUR'], 'DEP-000042 DEP-000043']);
  });
  for (const [where, inner, after] of [
    ['AddtlNtryInf', details('<Refs/>'), '<AddtlNtryInf>Deposit DEP-000042 Kessler</AddtlNtryInf>'],
    ['AddtlRmtInf', details('<RmtInf><Strd><AddtlRmtInf>DEP-000042</AddtlRmtInf></Strd></RmtInf>'), ''],
    ['RfrdDocInf', details('<RmtInf><Strd><RfrdDocInf><Nb>DEP-000042</Nb></RfrdDocInf></Strd></RmtInf>'), ''],
    ['AddtlTxInf', details('<AddtlTxInf>DEP-000042</AddtlTxInf>'), ''],
    ['CDATA', details('<RmtInf><Ustrd><![CDATA[DEP-000042 <thanks>]]></Ustrd></RmtInf>'), ''],
  ] as const)
    it(`has the payer’s words in ${where}`, () => {
      assert.match(only(camt(entry(inner, '250.00', after))).text, /DEP-000042/);
    });
  it('has the payer’s name in CDATA or with the ultimate debtor', () => {
    const named = (parties: string) => only(camt(entry(details(`<RltdPties>${parties}</RltdPties>`)))).name;
    assert.equal(named('<Dbtr><Pty><Nm><![CDATA[Kessler & Co]]></Nm></Pty></Dbtr>'), 'Kessler & Co');
    assert.equal(named('<UltmtDbtr><Pty><Nm>Kessler</Nm></Pty></UltmtDbtr>'), 'Kessler');
  });
  it('is read in the encoding that it declares', () => {
    const file = camt(entry(details('<RltdPties><Dbtr><Nm>?ukasz ?</Nm></Dbtr></RltdPties>'))).replace(
      'UTF-8',
      'ISO-8859-2',
    );
    const bytes = Buffer.from(file, 'latin1');
    bytes[bytes.indexOf('?ukasz')] = 0xa3;
    bytes[bytes.indexOf('ukasz ?') + 6] = 0xaf;
    assert.equal(only(bytes).name, 'Łukasz Ż');
  });
  it('is a whole only with all of its pages', () => {
    const page = (number: number, isLast: boolean, amount: string) =>
      camt(entry('', amount), {
        head: `<StmtPgntn><PgNb>${number}</PgNb><LastPgInd>${isLast}</LastPgInd></StmtPgntn>`,
      });
    refused(page(1, false, '100.00'), /page 1 of several \(StmtPgntn\)/);
    const zip = zipSync({ 'a.xml': strToU8(page(2, true, '150.00')), 'b.xml': strToU8(page(1, false, '100.00')) });
    assert.deepEqual(amounts(zip), ['100.00 EUR', '150.00 EUR']);
    assert.deepEqual(amounts(page(1, false, '250.00')), ['250.00 EUR']);
  });
  it('begins with the opening balance of its own day, whichever others it has', () => {
    const other =
      '<Bal><Tp><CdOrPrtry><Cd>PRCD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-31</Dt></Dt></Bal>';
    assert.deepEqual(amounts(camt(entry('')).replace('<Bal>', `${other}<Bal>`)), ['250.00 EUR']);
  });
  it('leaves out what is not booked, and counts it', () => {
    const file = camt(entry('') + entry('', '9.00').replace('BOOK', 'PDNG'));
    assert.deepEqual([amounts(file), notesOf(read(file))], [['250.00 EUR'], ['Left out: 1 entry is not booked yet.']]);
  });
  it('is told apart from the messages that are no statement', () => {
    const other = (name: string) => `<Document><${name}/></Document>`;
    refused(other('BkToCstmrAcctRpt'), /camt\.052.*Fetch .*camt\.053/);
    refused(other('BkToCstmrDbtCdtNtfctn'), /camt\.054.*Fetch .*camt\.053/);
    refused(other('CstmrCdtTrfInitn'), /pain\.001/);
    refused(other('BkToCstmrAcctRptV01'), /camt\.052/);
    const first = camt(entry('')).replaceAll('BkToCstmrStmt>', 'BkToCstmrStmtV01>');
    assert.deepEqual(amounts(first), ['250.00 EUR']);
    refused('<OFX></OFX>', /OFX/);
  });
});

describe('an MT940 file', () => {
  it('has several days, with the headers of a bank between them', () => {
    const day = (number: string, opening: string, line: string, closing: string) =>
      `ABNANL2A\n940\nABNANL2A\n:20:ABN AMRO BANK NV\n:25:417164300\n:28:${number}\n:60F:C261101EUR${opening}\n${line}\n:62F:C261102EUR${closing}\n-\n`;
    const file =
      day('32001/1', '1000,', ':61:2611021102C250,N944NONREF\n:86:/TRTP/SEPA/NAME/\nKESSLER', '1250,') +
      day('32101/1', '1250,', ':61:2611031103D100,N658NONREF\n:86:/TRTP/SEPA/NAME/HERZOG', '1150,');
    assert.equal(read(file).length, 2);
    assert.deepEqual(amounts(file), ['250.00 EUR', '-100.00 EUR']);
    assert.deepEqual(amounts(file.replaceAll('-\n', '')), ['250.00 EUR', '-100.00 EUR']);
  });
  it('may end with what SWIFT puts around it', () => {
    const body = mt(line61).slice(0, -'-\n'.length);
    for (const end of ['-}{5:}', '-}{5:{MAC:ABCDEFG}{CHK:123456789ABC}}', '- ', '-}']) {
      assert.deepEqual(amounts(`{1:F01ASNBNL21XXXX0000000000}{2:O940ASNBNL21XXXXN}{3:}{4:\n${body}${end}\n`), [
        '250.00 EUR',
      ]);
    }
    assert.deepEqual(amounts(`${body.trimEnd()}-}`), ['250.00 EUR']);
    const two = `{1:F01A}{2:I940}{4:\n${body}-}{1:F01A}{2:I940}{4:\n${mt(':61:261102D1,00NTRFX').replace('1250,00', '999,00').slice(0, -2)}-}`;
    assert.deepEqual(amounts(two), ['250.00 EUR', '-1.00 EUR']);
    assert.deepEqual(amounts(`{1:F01A}{4:${body}-}`), ['250.00 EUR']);
  });
  it('ends after its closing balance, and not at a line of a payer’s words that is a hyphen', () => {
    const words = mt(
      line61,
      ':86:/EREF/KP-2026-11//MARF/MND',
      '-',
      'EV01//CNTP/NL02ABNA0123456789/ABNANL2A/KESSLER///REMI/x/',
    );
    assert.deepEqual([only(words).name, only(words).iban], ['KESSLER', 'NL02ABNA0123456789']);
    // Without the balance it was cut off, whatever follows.
    const cut = `:20:A\n:25:1\n:28C:1\n:60F:C261101EUR0,\n${line61}\n-\n`;
    refused(cut + mt(line61), /no closing balance/);
  });
  it('names its account behind the number of its bank and before its currency', () => {
    for (const [written, account] of [
      ['//AT39364/12345678912/EUR', '12345678912'],
      ['AT32000/4005287001/EUR', '4005287001'],
      ['CCRALULL/LU280019400644750000', 'LU280019400644750000'],
      ['/NL91ABNA0417164300', 'NL91ABNA0417164300'],
      ['1291.99.348EUR', '129199348EUR'],
    ] as const) {
      assert.equal(read(mt(line61).replace(':25:NL91ABNA0417164300', `:25:${written}`))[0]?.account, account);
    }
  });
  it('may leave blanks for a booking day and before the kind', () => {
    const codes = [':61:2611021102C250,00 NTRFNONREF', ':61:261102C250,00NOV NONREF'];
    for (const blank of [':61:261102    C250,00NOVBNL02ABNA0123456\nKessler', ...codes]) {
      assert.deepEqual(amounts(mt(blank, ':86:DEP-000042')), ['250.00 EUR']);
    }
  });
  it('may have a value date that only interest knows', () => {
    assert.equal(only(mt(':61:2602300301C250,00NTRFX')).valueDate, '2026-02-28');
    refused(mt(':61:2604310501C250,00NTRFX'), /"2026-04-31" is not a day/);
  });
  it('has more words below its line, in a second :86:, or in a line that moves nothing', () => {
    assert.equal(only(mt(`${line61}\nKessler\nDEP-000042`, ':86:hello')).text, 'hello Kessler DEP-000042');
    assert.equal(only(mt(line61, ':86:hello', ':86:DEP-000042')).text, 'hello DEP-000042');
    const zero = mt(line61, ':86:hello', ':61:2611021102C0,00NTRFNONREF', ':86:DEP-000042');
    assert.deepEqual([only(zero).text, notesOf(read(zero))], ['hello DEP-000042', ['Left out: 1 line moves nothing.']]);
  });
  it('has references of any length, and none where the bank writes a word for none', () => {
    const long = only(mt(':61:2611021102C250,00NTRFPAYX-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5//2026110216391500001'));
    assert.deepEqual(
      [long.reference, long.bankReference],
      ['PAYX-a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5', '2026110216391500001'],
    );
    for (const none of ['KREF+', 'NONREF          ', 'NOTPROVIDED', 'EREF']) {
      assert.equal(only(mt(`:61:2611021102C250,00NTRF${none}`)).reference, '');
    }
  });
  it('has its subfields by any mark, and a question in them', () => {
    const caret = only(
      mt(
        ':61:2611021102C250,00S07626110200000001',
        ':86:020^00Przelew^20Doladowanie DEP-00^210042 listopad^32KESSLER PRINT^33 BV^38NL02ABNA0123456789',
      ),
    );
    assert.deepEqual(
      [caret.text, caret.name, caret.iban],
      ['Doladowanie DEP-000042 listopad', 'KESSLER PRINT BV', 'NL02ABNA0123456789'],
    );
    const asks = only(
      mt(
        line61,
        ':86:166?00GUTSCHRIFT?20EREF+NOTPROVIDED?21SVWZ+Ist das richtig? DEP-',
        '?22000042 danke?30ABNANL2A?31NL02ABNA0123456789?32KESSLER PRINT BV',
      ),
    );
    assert.deepEqual(
      [asks.text, asks.name, asks.reference],
      ['Ist das richtig? DEP-000042 danke', 'KESSLER PRINT BV', ''],
    );
    for (const mark of ['~', '<', '^']) {
      const told = only(mt(line61, `:86:020${mark}00Przelew${mark}20DEP-00${mark}210042${mark}32KESSLER`));
      assert.deepEqual([told.text, told.name], ['DEP-000042', 'KESSLER']);
    }
    // Where the bank cut its lines, words stick together; the number is found in them.
    assert.equal(
      only(mt(line61, ':86:166?00GUTSCHRIFT?20KD-NR 4711?21DEP-000042?22Guthaben November?32KESSLER')).text,
      'KD-NR 4711DEP-000042Guthaben November',
    );
    const sepa = only(mt(line61, ':86:166?20EREF+DEP-000042SVWZ+Hello?21 youABWA+Somebody'));
    assert.deepEqual([sepa.reference, sepa.text], ['DEP-000042', 'Hello you']);
  });
  it('has its keys in two, three or four letters', () => {
    const abn = only(
      mt(
        line61,
        ':86:/TRTP/SEPA OVERBOEKING/IBAN/NL02ABNA0123456789/BIC/ABNANL2A/NAME/',
        'KESSLER PRINT BV/REMI/DEPOSIT/EREF/NOTPROVIDED',
      ),
    );
    assert.deepEqual(
      [abn.iban, abn.name, abn.text, abn.reference],
      ['NL02ABNA0123456789', 'KESSLER PRINT BV', 'DEPOSIT', ''],
    );
    const ing = only(
      mt(
        ':61:2611021102C250,00NTRFEREF//26110200000001\n/TRCD/00100/',
        ':86:/EREF/KP-2026-11//CNTP/NL02ABNA0123456789/ABNANL2A/KESSLER PRINT',
        ' BV/AMSTERDAM//REMI/USTD//Top-up November/',
      ),
    );
    assert.deepEqual(
      [ing.name, ing.iban, ing.reference, ing.text],
      ['KESSLER PRINT BV', 'NL02ABNA0123456789', 'KP-2026-11', 'Top-up November'],
    );
    const ac = only(mt(line61, ':86:/NAME/KESSLER/AC/NL02ABNA0123456789'));
    assert.deepEqual([ac.name, ac.iban], ['KESSLER', 'NL02ABNA0123456789']);
  });
  it('is told from a report of the day, and from a piece without balances', () => {
    refused(':20:A\n:25:1\n:28C:1\n:34F:EUR0,\n:13D:2611021200+0100\n:61:2611021102C1,NTRFX\n', /MT942.*MT940/);
    refused(':61:2611021102C250,00NTRFNONREF\n:86:x\n', /no opening balance \(:60F:\)/);
    // Its beginning is lost, so it is no table either.
    for (const rest of [':62F:C261102EUR250,00\n-\n', ':86:x\n', '\n:64:C261102EUR250,00\n', ':NS:22Kessler\n'])
      refused(rest, /MT940\), or its beginning is missing/);
  });
});

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
    assert.match(notesOf(read(file)).join(' '), /1 row not booked yet.*the columns "Buchungstext"/);
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
});

describe('a file that is no statement', () => {
  it('is refused with the true reason, and a zip of statements is read', () => {
    refused('', /The file is empty/);
    refused(' \n', /The file is empty/);
    refused('%PDF-1.7', /a PDF/);
    refused(zipSync({ '[Content_Types].xml': strToU8('<x/>') }), /workbook/);
    assert.deepEqual(amounts(zipSync({ 'camt_053_1.xml': strToU8(camt(entry(''))) })), ['250.00 EUR']);
    refused(zipSync({ 'a.xml': strToU8('<x/>') }), /no statement of an account/);
    refused(Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.from('broken')]), /zip cannot be unpacked/);
    refused('OFXHEADER:100\n', /OFX/);
    for (const qif of ['!Type:Bank\nD12/15/2018\nT-33.50\n^\n', '\n!Account\nNx\n^\n'])
      refused(qif, /It is QIF, which is not read/);
  });
});

describe('lines of one file', () => {
  const page = (number: string, from: string, to: string) =>
    `:20:A\n:25:NL91ABNA0417164300\n:28C:15/${number}\n:60F:C261123EUR${from}\n:61:2611241124C50,00NTRFNONREF\n:86:Top-up\n:62F:C261124EUR${to}\n-\n`;
  it('that are equal are counted over its pages, and a statement that comes again is taken once', () => {
    const pages = page('1', '1000,00', '1050,00') + page('2', '1050,00', '1100,00');
    assert.equal(new Set(linesOf(read(pages)).map(({ id }) => id)).size, 2);
    const twice = read(pages + pages);
    assert.deepEqual([linesOf(twice).length, new Set(linesOf(twice).map(({ id }) => id)).size], [2, 2]);
    assert.match(notesOf(twice).join(' '), /statement 15\/1, which comes again in the file/);
  });
});
