import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SaxesParser } from 'saxes';
import { vatWithin } from '#core/finance/invoices/vat.ts';
import { VAT_TREATMENTS } from '#core/finance/invoices/vat-treatments.ts';
import { SELLER } from '#infra/proof/api/settings.ts';
import { type Bill, type BillLine, facturX } from './factur-x.ts';

const buyer = {
  name: 'Żółć & <Sons> Sp. z o.o.',
  address: ['ul. Piotrkowska 104', '90-926 Łódź'],
  country: 'PL',
  vatId: 'PL1234567890',
  registration: '0000123456',
  email: 'ksiegowosc@zolc.example',
};
const lineOf = (quantity: number, unitPrice: bigint, discount: bigint, fee: bigint): BillLine => ({
  name: 'Steam Gift Card',
  description: '€50 · Steam · EU',
  quantity,
  unitPrice,
  discount,
  fee,
  total: BigInt(quantity) * unitPrice - discount + fee,
});
const LINES = [
  lineOf(2, 5_000n, 500n, 190n),
  lineOf(3, 3_333n, 0n, 0n),
  lineOf(1, 101n, 1n, 7n),
  lineOf(7, 1n, 0n, 0n),
];

const billOf = (changes: Partial<Bill['issued']> = {}, lines: readonly BillLine[] = LINES): Bill => {
  const { treatment = 'voucher', vatPercent = '21' } = changes;
  const total = lines.reduce((sum, line) => sum + line.total, 0n);
  return {
    isCredit: false,
    credits: null,
    currency: 'EUR',
    orderNumber: 'GL-100042',
    note: 'Words of the law.',
    lines,
    issued: {
      number: 'INV-2026-000042',
      issuedAt: new Date('2026-11-21T23:59:00Z'),
      seller: SELLER,
      buyer,
      treatment,
      vatPercent,
      vat: vatWithin(total, treatment, vatPercent, 'half-even'),
      home: null,
      ...changes,
    },
  };
};

/** The texts of all elements with a path below the root, in order. */
function read(bill: Bill): (path: string) => string[] {
  const found: [string, string][] = [];
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => path.push(name.split(':')[1] ?? name));
  parser.on('text', (text) => found.push([path.slice(1).join('/'), text]));
  parser.on('closetag', () => path.pop());
  parser.on('error', (error) => assert.fail(error.message));
  parser.write(facturX(bill) ?? assert.fail('a bill')).close();
  return (end) => found.filter(([at]) => at.endsWith(end)).map(([, text]) => text);
}
const minor = (texts: readonly string[]) => texts.map((text) => BigInt(text.replace('.', '')));
const sum = (texts: readonly string[]) => minor(texts).reduce((total, each) => total + each, 0n);

const SUMS = 'SpecifiedTradeSettlementHeaderMonetarySummation';

describe('the structured data of an invoice', () => {
  const bills = [
    ...VAT_TREATMENTS.map((treatment) => [treatment, billOf({ treatment })] as const),
    ...['5.5', '19', '25'].map((vatPercent) => [vatPercent, billOf({ treatment: 'standard', vatPercent })] as const),
    ['one cent', billOf({ treatment: 'standard' }, [lineOf(1, 1n, 0n, 0n)])] as const,
  ];
  for (const [name, bill] of bills) {
    it(`adds up by the sum rules of EN 16931: ${name}`, () => {
      const at = read(bill);
      const one = (end: string) => sum(at(`${SUMS}/${end}`));
      const rule = (id: string, left: bigint, right: bigint) => assert.equal(left, right, id);
      rule(
        'BR-CO-10',
        one('LineTotalAmount'),
        sum(at('SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount')),
      );
      const [allowances, charges] = [one('AllowanceTotalAmount'), one('ChargeTotalAmount')];
      rule('BR-CO-11 and 12', allowances + charges, 0n);
      rule('BR-CO-13', one('TaxBasisTotalAmount'), one('LineTotalAmount') - allowances + charges);
      rule('BR-CO-14', one('TaxTotalAmount'), sum(at('ApplicableTradeTax/CalculatedAmount')));
      rule('BR-CO-15', one('GrandTotalAmount'), one('TaxBasisTotalAmount') + one('TaxTotalAmount'));
      rule('BR-CO-16', one('DuePayableAmount'), one('GrandTotalAmount') - one('TotalPrepaidAmount'));
      rule(
        'BT-112 is what was paid',
        one('GrandTotalAmount'),
        bill.lines.reduce((all, line) => all + line.total, 0n),
      );
    });
  }

  it('charges the rate on the net, to one minor unit, as BR-CO-17 allows', () => {
    const bill = billOf({ treatment: 'standard' });
    const at = read(bill);
    const [basis = 0n] = minor(at('ApplicableTradeTax/BasisAmount'));
    const off = bill.issued.vat - (basis * 21n + 50n) / 100n;
    assert.ok(off >= -1n && off <= 1n, `${off}`);
    assert.deepEqual(at('ApplicableHeaderTradeSettlement/ApplicableTradeTax/RateApplicablePercent'), ['21']);
  });

  it('names discount and fee of a line where its price has no VAT inside', () => {
    const at = read(billOf());
    assert.deepEqual(at('SpecifiedTradeAllowanceCharge/ActualAmount'), ['5.00', '1.90', '0.01', '0.07']);
    assert.deepEqual(at('SpecifiedTradeAllowanceCharge/Reason').slice(0, 2), ['Discount', 'Conversion fee']);
    assert.deepEqual(read(billOf({ treatment: 'standard' }))('SpecifiedTradeAllowanceCharge/Reason'), []);
  });

  it('has the category of its VAT, why none is charged, and no VAT id where the sale is out of scope', () => {
    const categoryOf = (treatment: Bill['issued']['treatment']) => {
      const at = read(billOf({ treatment }));
      return [
        new Set(at('ApplicableTradeTax/CategoryCode')).values().next().value,
        at('ExemptionReasonCode')[0],
        at('SpecifiedTaxRegistration/ID'),
      ];
    };
    const both = ['NL001234567B01', 'PL1234567890'];
    assert.deepEqual(categoryOf('voucher'), ['O', 'VATEX-EU-O', []]);
    assert.deepEqual(categoryOf('outside-scope'), ['O', 'VATEX-EU-O', []]);
    assert.deepEqual(categoryOf('reverse-charge'), ['AE', 'VATEX-EU-AE', both]);
    assert.deepEqual(categoryOf('standard'), ['S', undefined, both]);
  });

  it('tells programs, too, that it is of a demonstration', () => {
    const notes = (changes: object) => read(billOf(changes))('ExchangedDocument/IncludedNote/Content');
    const seller = { ...SELLER, isDemonstration: true } as const;
    assert.deepEqual(notes({ seller }), ['Demonstration store: no real money, no real codes. Words of the law.']);
    assert.deepEqual(notes({}), ['Words of the law.']);
  });

  it('of a credit note is one, and names the invoice', () => {
    const at = read({ ...billOf(), isCredit: true, credits: 'INV-2026-000042' });
    assert.deepEqual(at('ExchangedDocument/TypeCode'), ['381']);
    assert.deepEqual(at('InvoiceReferencedDocument/IssuerAssignedID'), ['INV-2026-000042']);
    assert.deepEqual(read(billOf())('ExchangedDocument/TypeCode'), ['380']);
    assert.deepEqual(at('IssueDateTime/DateTimeString'), ['20261121']);
  });

  it('holds whatever people typed, as text', () => {
    const name = 'A & B <C> "D" \u0000\u0007 ]]> 🎁';
    const at = read(billOf({ buyer: { ...buyer, name } }));
    assert.deepEqual(at('BuyerTradeParty/Name'), ['A & B <C> "D"  ]]> 🎁']);
  });

  it('is left out where EN 16931 has no place for it, or misses a country', () => {
    assert.equal(facturX(billOf({ buyer: { ...buyer, country: null } })), null);
    assert.equal(facturX({ ...billOf(), currency: 'KWD' }), null);
    assert.match(facturX({ ...billOf(), currency: 'JPY' }) ?? '', /<ram:GrandTotalAmount>\d+</);
  });
});

describe('the VAT of an invoice in another currency than the seller’s', () => {
  const rates = [{ currency: 'EUR' as const, rate: '1.25', from: '2026-11-20', source: 'ecb' as const }];
  const bill = (changes: Partial<Bill['issued']> = {}) => {
    const made = billOf({ treatment: 'standard', home: { net: 12_000n, vat: 2_520n, rates }, ...changes });
    return { ...made, currency: 'USD' as const };
  };

  it('is in the seller’s currency, too (BT-6, BT-111), before the currency of the invoice', () => {
    const xml = facturX(bill()) ?? '';
    assert.match(xml, /<ram:TaxCurrencyCode>EUR<\/ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>USD</);
    assert.match(
      xml,
      /<ram:TaxTotalAmount currencyID="USD">[\d.]+<\/ram:TaxTotalAmount><ram:TaxTotalAmount currencyID="EUR">25\.20<\/ram:TaxTotalAmount><ram:GrandTotalAmount>/,
    );
  });
  it('is left out where there is none: under reverse charge, and of invoices of before', () => {
    for (const changes of [{ treatment: 'reverse-charge' as const, vat: 0n }, { home: null }]) {
      assert.doesNotMatch(facturX(bill(changes)) ?? assert.fail('a bill'), /TaxCurrencyCode|currencyID="EUR"/);
    }
  });
});
