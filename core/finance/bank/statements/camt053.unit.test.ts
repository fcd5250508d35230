import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { strToU8, zipSync } from 'fflate';
import { notesOf } from './read-statements.ts';
import { amounts, camt, entry, linesOf, only, read, refused } from './testing/files.ts';

const details = (inner: string) => `<TxDtls>${inner}</TxDtls>`;

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
