import assert from 'node:assert/strict';
import { readStatements } from '#core/finance/bank/statements/read-statements.ts';
import type { Statement, StatementLine } from '#core/finance/bank/statements/statement.ts';
import { minorToDecimal } from '#core/kernel/money/decimals.ts';

export const read = (text: string | Uint8Array) => readStatements(typeof text === 'string' ? Buffer.from(text) : text);
export const refused = (text: string | Uint8Array, message: RegExp) => assert.throws(() => read(text), message);
export const linesOf = (statements: readonly Statement[]): StatementLine[] =>
  statements.flatMap(({ lines }) => [...lines]);
export const amounts = (text: string | Uint8Array) =>
  linesOf(read(text)).map(({ amount }) => `${minorToDecimal(amount.amount, amount.currency)} ${amount.currency}`);
export const only = (text: string | Uint8Array): StatementLine => {
  const [line, ...more] = linesOf(read(text));
  assert.ok(line && more.length === 0);
  return line;
};

export const camt = (entry: string, more: { closing?: string; head?: string; opening?: string } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr><Stmt><Id>S1</Id>
<ElctrncSeqNb>1</ElctrncSeqNb>${more.head ?? ''}<Acct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${more.opening ?? '1000.00'}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-01</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${more.closing ?? '1250.00'}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-02</Dt></Dt></Bal>
${entry}</Stmt></BkToCstmrStmt></Document>`;
export const entry = (inner: string, amount = '250.00', after = '') =>
  `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt><AcctSvcrRef>B1</AcctSvcrRef>${
    inner === '' ? '' : `<NtryDtls>${inner}</NtryDtls>`
  }${after}</Ntry>`;
