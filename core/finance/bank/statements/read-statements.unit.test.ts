import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { notesOf } from './read-statements.ts';
import type { StatementLine } from './statement.ts';
import { amounts, camt, entry, linesOf, read, refused } from './testing/files.ts';

const facts = ({ id: _, batch: _batch, amount, ...line }: StatementLine) => ({
  ...line,
  amount: `${amount.amount} ${amount.currency}`,
});

const CAMT = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt>
<Id>S1</Id><ElctrncSeqNb>212</ElctrncSeqNb><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id><Ccy>EUR</Ccy></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-30</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">129.99</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-10-31</Dt></Dt></Bal>
<Ntry><Amt Ccy="EUR">19.99</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-10-31</Dt></BookgDt><ValDt><Dt>2026-10-30</Dt></ValDt>
 <AcctSvcrRef>BANK-1</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>DEP-000042</EndToEndId></Refs>
 <RltdPties><Dbtr><Pty><Nm>Ada &amp; Sons</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>FR14 2004 1010 0505 0001 3M02 606</IBAN></Id></DbtrAcct></RltdPties>
 <RmtInf><Ustrd>Deposit</Ustrd><Ustrd>DEP-000042</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><DtTm>2026-10-31T10:00:00</DtTm></BookgDt><AcctSvcrRef>BANK-2</AcctSvcrRef>
 <NtryDtls><TxDtls><Amt Ccy="EUR">10.00</Amt><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs></TxDtls><TxDtls><Amt Ccy="EUR">20.00</Amt></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">20.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-10-31</Dt></BookgDt>
 <NtryDtls><TxDtls><Refs><EndToEndId>WDR-000007</EndToEndId></Refs><RltdPties><Cdtr><Nm>Bo</Nm></Cdtr><CdtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></CdtrAcct></RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">999.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-10-31</Dt></BookgDt></Ntry>
</Stmt></BkToCstmrStmt></Document>`;

const MT940 = `{1:F01BANKDEFFXXXX0000000000}{2:I940BANKDEFFXXXXN}{4:
:20:STARTUMS
:25:37040044/532013000
:28C:00212/001
:60F:C261230EUR100,00
:61:2612311231CR19,99N051NONREF//BANK-1
Extra
:86:166?00GUTSCHRIFT?20EREF+DEP-000042SVWZ+Deposit ?21DEP-000042?31FR1420041010
?32Ada & So?33ns
:61:2701011231D20,N051WDR-000007
:86:/EREF/WDR-000007/NAME/Bo/IBAN/NL91ABNA0417164300/REMI/USTD//Payout/
:61:270102RC5,5NMSC
:86:taken back
by the bank
:62F:C270102EUR94,49
-}`;

describe('a camt.053 statement', () => {
  const [statement] = read(CAMT);
  it('tells the account and its number', () => {
    assert.deepEqual(
      [statement?.format, statement?.number, statement?.account],
      ['camt.053', '212', 'DE89370400440532013000'],
    );
  });
  it('has a line for each booked movement: amounts exact, days, who and what for', () => {
    const common = { bookedOn: '2026-10-31', valueDate: '2026-10-31', reference: '', text: '', name: '', iban: '' };
    assert.deepEqual(statement?.lines.map(facts), [
      {
        ...common,
        valueDate: '2026-10-30',
        amount: '1999 EUR',
        reference: 'DEP-000042',
        bankReference: 'BANK-1',
        text: 'Deposit DEP-000042',
        name: 'Ada & Sons',
        iban: 'FR1420041010050500013M02606',
      },
      { ...common, amount: '1000 EUR', bankReference: 'BANK-2/1' },
      { ...common, amount: '2000 EUR', bankReference: 'BANK-2/2' },
      {
        ...common,
        amount: '-2000 EUR',
        reference: 'WDR-000007',
        bankReference: '',
        name: 'Bo',
        iban: 'NL91ABNA0417164300',
      },
    ]);
  });
  it('is refused where its lines do not sum to its closing balance, or the XML is not sound', () => {
    refused(CAMT.replace('>19.99<', '>19.98<'), /do not lead from the opening to the closing balance/);
    refused(CAMT.slice(0, 900), /not sound XML/);
    refused(CAMT.replace('<Document', '<!DOCTYPE x [<!ENTITY a "b">]><Document'), /document type/);
    refused('<Document/>', /no statement of an account/);
    refused(CAMT.replaceAll('EUR', 'XAU'), /currency "XAU" is not one/);
    refused(CAMT.replace('2026-10-30</Dt></ValDt>', '2026-02-30</Dt></ValDt>'), /"2026-02-30" is not a day/);
  });
  it('is refused where an entry does not say whether money came or left', () => {
    const noBalances = CAMT.replaceAll(/<Bal>.*<\/Bal>\n/g, '');
    refused(noBalances.replaceAll('<CdtDbtInd>DBIT</CdtDbtInd>', ''), /neither a credit nor a debit/);
    refused(noBalances.replaceAll('>DBIT<', '>dbit<'), /neither a credit nor a debit/);
  });
  it('parts an entry only where its transactions have amounts, in its currency, that sum to it', () => {
    const noBalances = CAMT.replaceAll(/<Bal>.*<\/Bal>\n/g, '');
    const amounts = (text: string) => read(text)[0]?.lines.map(({ amount }) => `${amount.amount} ${amount.currency}`);
    const whole = ['1999 EUR', '3000 EUR', '-2000 EUR'];
    const third =
      '<TxDtls><Refs><EndToEndId>X</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>\n<Ntry><Amt Ccy="EUR">20.00<';
    const added = noBalances.replace('</NtryDtls></Ntry>\n<Ntry><Amt Ccy="EUR">20.00<', third);
    assert.notEqual(added, noBalances);
    assert.deepEqual(amounts(added), whole);
    const foreign = noBalances.replace('<TxDtls><Amt Ccy="EUR">10.00<', '<TxDtls><Amt Ccy="USD">10.00<');
    assert.deepEqual(amounts(foreign.replace('<TxDtls><Amt Ccy="EUR">20.00<', '<TxDtls><Amt Ccy="USD">20.00<')), whole);
    const [, joint] = read(added)[0]?.lines ?? [];
    assert.deepEqual([joint?.reference, joint?.bankReference], ['', 'BANK-2']);
  });
});

describe('an MT940 statement', () => {
  it('has the same, in whatever custom of :86:', () => {
    const [statement] = read(MT940);
    assert.deepEqual([statement?.format, statement?.number, statement?.account], ['MT940', '00212/001', '532013000']);
    assert.deepEqual(statement?.lines.map(facts), [
      {
        bookedOn: '2026-12-31',
        valueDate: '2026-12-31',
        amount: '1999 EUR',
        reference: 'DEP-000042',
        text: 'Deposit DEP-000042 Extra',
        name: 'Ada & Sons',
        iban: 'FR1420041010',
        bankReference: 'BANK-1',
      },
      {
        bookedOn: '2026-12-31',
        valueDate: '2027-01-01',
        amount: '-2000 EUR',
        reference: 'WDR-000007',
        text: 'Payout',
        name: 'Bo',
        iban: 'NL91ABNA0417164300',
        bankReference: '',
      },
      {
        bookedOn: '2027-01-02',
        valueDate: '2027-01-02',
        amount: '-550 EUR',
        reference: '',
        text: 'taken back by the bank',
        name: '',
        iban: '',
        bankReference: '',
      },
    ]);
  });
  it('is refused where it was cut off or a line makes no sense', () => {
    refused(MT940.replace('CR19,99', 'CR19,98'), /closing balance/);
    refused(MT940.replace(':61:270102RC5,5', ':61:270102XX5,5'), /":61:270102XX5,5NMSC" cannot be read/);
    refused(MT940.replace(':60F:', ':99F:'), /no opening balance/);
    refused(MT940.slice(0, MT940.indexOf(':62F:')), /no closing balance/);
  });
});

describe('a table', () => {
  it('is read by its titles, with points or commas', () => {
    const english =
      'Date,Value date,Amount,Currency,Name,IBAN,Reference,Text,Bank reference\n2026-10-31,,"1,234.50",EUR,Ada,FR14 2004,DEP-1,Hello,B1\n';
    const german =
      'Buchungstag;Wertstellung;Betrag;Währung;Verwendungszweck\r\n31.10.2026;01.11.26;-1.234,5;eur;Hallo; \r\n'.replace(
        '; \r',
        '\r',
      );
    assert.deepEqual(read(english)[0]?.lines.map(facts), [
      {
        bookedOn: '2026-10-31',
        valueDate: '2026-10-31',
        amount: '123450 EUR',
        reference: 'DEP-1',
        text: 'Hello',
        name: 'Ada',
        iban: 'FR142004',
        bankReference: 'B1',
      },
    ]);
    const [line] = read(Buffer.from(german, 'latin1'))[0]?.lines ?? [];
    assert.deepEqual([line?.valueDate, line?.amount.amount], ['2026-11-01', -123_450n]);
  });
  it('knows thousands by both marks, and by how often one stands', () => {
    const amounts = (...cells: string[]) =>
      read(`date;amount;currency\n${cells.map((cell) => `2026-10-31;${cell}`).join('\n')}\n`)[0]?.lines.map(
        ({ amount }) => amount.amount,
      );
    assert.deepEqual(
      amounts('1,234,567;JPY', '12,345;JPY', '1.234.567,5;EUR', '1.234;KWD', '0.100;EUR', '12.3400;EUR'),
      [...[1_234_567n, 12_345n, 123_456_750n, 1_234n, 10n, 1_234n]],
    );
  });
  it('is refused without its columns, or with what is no amount or day', () => {
    refused('a,b\n1,2\n', /no column "date"/);
    refused(`date,amount,currency,text\n2026-10-31,1,EUR,${'a '.repeat(2_501)}\n`, /more than 5000 characters/);
    refused('date,amount,currency\n2026-10-31,1e3,EUR\n', /"1e3" is not an amount in EUR/);
    refused('date,amount,currency\n2026-10-31,1.005,EUR\n', /is not an amount/);
    refused('date,amount,currency\n10/31/2026,1,EUR\n', /is not a day/);
    // It could mean a thousand or one: both are written like that.
    refused('date,amount,currency\n2026-10-31,"1,000",USD\n', /may be a thousand or a fraction/);
    refused('date;amount;currency\n2026-10-31;1.230;EUR\n', /may be a thousand or a fraction/);
    refused(
      'date,amount,currency,s/h\n2026-10-31,1,EUR,X\n',
      /column "s\/h" tells debits from credits, and "X" is not known/,
    );
    refused('date,amount,currency,text\n2026-10-31,1,EUR,a\0b\n', /character/);
    refused('date,amount,currency\n', /no movements/);
    refused('date,amount,currency\n"2026', /cannot be read/);
  });
});

describe('a file that is made to be slow', () => {
  const statement = (inner: string) => `<Document><BkToCstmrStmt><Stmt>${inner}</Stmt></BkToCstmrStmt></Document>`;
  it('is refused at the first thing of which no bank has so much', () => {
    refused('<a>'.repeat(60), /more than 50 elements deep/);
    refused(statement('<a/>'.repeat(400_001)), /more than 400000 elements/);
    refused(statement('<Ntry/>'.repeat(10_001)), /more than 10000 lines/);
    refused(`<Document><BkToCstmrStmt>${'<Stmt/>'.repeat(501)}</BkToCstmrStmt></Document>`, /more than 500 statements/);
    const head = ':20:A\n:60F:C261001EUR0,\n';
    refused(head + ':61:2610011001C1,NTRFNONREF\n'.repeat(10_001), /more than 10000 lines/);
    refused(head.repeat(501), /more than 500 statements/);
    refused(`${head}:86:${'a'.repeat(10_001)}\n`, /more than 10000 characters/);
    refused(`${head}:86:${'a\n'.repeat(5_002)}`, /more than 10000 characters/);
    const row = '2026-10-31,1,EUR';
    refused(`date,amount,currency\n${`${row}\n`.repeat(10_001)}`, /more than 10000 lines/);
    const accounts = Array.from({ length: 501 }, (_, index) => `${row},${index}\n`).join('');
    refused(`date,amount,currency,account\n${accounts}`, /more than 500 statements/);
    refused(`date,amount,currency\n${row}${'x'.repeat(100_001)}\n`, /cannot be read/);
  });
  it('is read where it is only large', () => {
    assert.equal(read(`date,amount,currency\n${'2026-10-31,1,EUR\n'.repeat(10_000)}`)[0]?.lines.length, 10_000);
  });
});

describe('the id of a line', () => {
  const row = '2026-10-31,10,EUR';
  const ids = (...rows: string[]) =>
    read(`date,amount,currency,text,bank reference\n${rows.join('\n')}\n`)[0]?.lines.map(({ id }) => id) ?? [];
  it('is the same in another file, and tells equal transfers apart', () => {
    const [first, second] = ids(`${row},a,`, `${row},a,`);
    assert.notEqual(first, second);
    assert.deepEqual(ids(`${row},b,`, `${row},a,`).slice(1), [first]);
  });
  it('is that of the bank’s number where there is one, whatever words come with it', () => {
    assert.deepEqual(ids(`${row},a,B1`), ids(`${row},other,B1`));
    assert.notDeepEqual(ids(`${row},a,B1`), ids(`${row},a,B2`));
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
