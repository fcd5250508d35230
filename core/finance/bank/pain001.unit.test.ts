import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Currency, money } from '#core/kernel/money/money.ts';
import { accountOf, isBic, isIban, maskIbans } from './iban.ts';
import { type CreditTransfer, pain001, transferProblem } from './pain001.ts';
import { allAt, parseXml, textAt } from './statements/xml.ts';

const IBAN = 'DE89370400440532013000';
const debtor = { name: 'Giftledger B.V.', account: 'NL91ABNA0417164300', bic: 'ABNANL2A' };
const transfer = (
  minor: bigint,
  creditor: Partial<CreditTransfer['creditor']> = {},
  currency: Currency = 'EUR',
): CreditTransfer => ({
  endToEndId: `WDR-000007-${minor}`,
  amount: money(minor, currency),
  creditor: { name: 'Ada Byron', account: IBAN, bic: 'COBADEFFXXX', ...creditor },
  text: 'WDR-000007',
});
const fileOf = (...transfers: CreditTransfer[]) =>
  parseXml(pain001({ messageId: 'PAY-1', createdAt: '2026-11-23T10:00:00.000Z', debtor, transfers }));

describe('an IBAN and a BIC', () => {
  it('are checked by the length and structure of the country, too', () => {
    for (const iban of [
      ...['NL06ABNA04171643001', 'DE543704004405320130001', 'DE01370400440000000042', 'US73CITI33001234567890'],
      ...['DE00370400440532013000', 'DE89 3704 0044 0532 0130 00'],
    ])
      assert.ok(!isIban(iban), iban);
    for (const typed of [
      'IBAN: DE89 3704 0044 0532 0130 00',
      'de89-3704-0044-0532-0130-00',
      'DE89\u200b370400440532013000',
    ])
      assert.equal(accountOf(typed), IBAN);
  });
  it('are masked in a text, in whatever groups they are written', () => {
    assert.equal(
      maskIbans('From DE89 3704 0044 0532 0130 00 KESSLER, to NL91ABNA0417164300; DE88370400440532013000 is none'),
      'From •••• 3000 KESSLER, to •••• 4300; DE88370400440532013000 is none',
    );
  });
  it('are checked by form and check digits', () => {
    for (const iban of [IBAN, 'NL91ABNA0417164300', 'GB82WEST12345698765432']) assert.ok(isIban(iban), iban);
    for (const iban of ['DE88370400440532013000', 'DE8937040044053201300', 'de89370400440532013000', '123', ''])
      assert.ok(!isIban(iban), iban);
    assert.ok(isBic('COBADEFF') && isBic('COBADEFFXXX'));
    assert.ok(!isBic('COBADEF') && !isBic('COBA1EFF'));
  });
});

describe('a file of transfers', () => {
  it('counts and sums its transfers twice, and names each by its end-to-end id', () => {
    const root = fileOf(transfer(5_000n), transfer(1n, { bic: '' }));
    const base = 'Document/CstmrCdtTrfInitn';
    for (const part of ['GrpHdr', 'PmtInf']) {
      assert.equal(textAt(root, `${base}/${part}/NbOfTxs`), '2');
      assert.equal(textAt(root, `${base}/${part}/CtrlSum`), '50.01');
    }
    const [payment] = allAt(root, `${base}/PmtInf`);
    assert.ok(payment);
    assert.deepEqual(
      [
        'PmtTpInf/SvcLvl/Cd',
        'BtchBookg',
        'ReqdExctnDt/Dt',
        'DbtrAcct/Id/IBAN',
        'DbtrAgt/FinInstnId/BICFI',
        'ChrgBr',
      ].map((path) => textAt(payment, path)),
      ['SEPA', 'false', '2026-11-23', debtor.account, debtor.bic, 'SLEV'],
    );
    const transfers = allAt(payment, 'CdtTrfTxInf');
    assert.deepEqual(
      transfers.map((each) =>
        ['PmtId/EndToEndId', 'Amt/InstdAmt', 'CdtrAcct/Id/IBAN'].map((path) => textAt(each, path)),
      ),
      [
        ['WDR-000007-5000', '50.00', IBAN],
        ['WDR-000007-1', '0.01', IBAN],
      ],
    );
    assert.equal(allAt(transfers[1] ?? root, 'CdtrAgt').length, 0);
  });

  it('writes names in the letters that every bank takes', () => {
    const root = fileOf(transfer(1n, { name: '//Łukasz Strauß & Söhne <Øst>/' }));
    assert.equal(textAt(root, 'Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf/Cdtr/Nm'), 'Lukasz Strauss + Sohne Ost');
  });

  it('is not made for a name that would lose a letter', () => {
    const lossy = transfer(1n, { name: 'Ada 日本' });
    assert.match(transferProblem(lossy) ?? '', /letters that no bank takes \(日 本\)/);
    assert.throws(() => fileOf(lossy), /a name in Latin letters/);
  });

  it('is an ordinary one in other currencies, also to accounts without an IBAN', () => {
    const root = fileOf(transfer(5_000n, { account: '000123456789', bic: 'CHASUS33' }, 'USD'));
    const [payment] = allAt(root, 'Document/CstmrCdtTrfInitn/PmtInf');
    assert.ok(payment);
    assert.deepEqual([textAt(payment, 'ChrgBr'), allAt(payment, 'PmtTpInf').length], ['SHAR', 0]);
    assert.equal(textAt(payment, 'CdtTrfTxInf/CdtrAcct/Id/Othr/Id'), '000123456789');
  });

  it('says beforehand what the bank would refuse', () => {
    assert.equal(transferProblem(transfer(1n)), undefined);
    assert.equal(transferProblem(transfer(1n, { bic: '' })), undefined);
    assert.match(transferProblem(transfer(1n, { account: 'DE88370400440532013000' })) ?? '', /IBAN/);
    assert.match(transferProblem(transfer(1n, { account: '000123456789' })) ?? '', /IBAN/);
    assert.match(transferProblem(transfer(1n, { bic: 'X' })) ?? '', /BIC/);
    assert.match(transferProblem(transfer(1n, { account: '12', bic: '' }, 'USD')) ?? '', /BIC/);
    assert.match(transferProblem(transfer(1n, { account: 'a b', bic: 'CHASUS33' }, 'USD')) ?? '', /account number/);
    assert.match(transferProblem(transfer(1n, { name: '"…"' })) ?? '', /no name/);
  });
});
