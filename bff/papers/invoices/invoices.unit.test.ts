import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it, mock } from 'node:test';
import { constants, inflateSync } from 'node:zlib';
import type { InvoiceParty } from '#bff/papers/drawing/party.ts';
import type { SellerAccount } from '#core/aggregates/settings/accounts.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { sampleOf } from '#core/kernel/testing/sample-of.ts';
import { demoAccount, SELLER } from '#infra/proof/api/settings.ts';
import { type DepositView, depositView } from '#projections/models/deposits.ts';
import type { InvoiceView } from '#projections/models/invoices.ts';
import { orderLineView } from '#projections/models/order-lines.ts';
import { type OrderView, orderView } from '#projections/models/orders.ts';
import { depositInvoice } from './deposit-invoice.ts';
import type { InvoiceDocument } from './document.ts';
import type { Issued } from './issued.ts';
import { creditNote, orderInvoice, proforma } from './order-invoice.ts';
import { drawInvoice } from './render.ts';

const id = '0b0f6f53-6c7b-4b1e-9f5c-0d9d0c1a2b3c';
const buyer: InvoiceParty = {
  name: 'Żółć Sp. z o.o.',
  address: ['ul. Piotrkowska 104', '90-926 Łódź'],
  country: 'PL',
  vatId: 'PL1234567890',
  registration: '0000123456',
  email: 'ksiegowosc@zolc.example',
};
const issued = (changes: Partial<Issued> = {}): Issued => ({
  number: 'INV-2026-000042',
  issuedAt: new Date('2026-11-21T03:13:00Z'),
  seller: SELLER,
  buyer,
  treatment: 'voucher',
  vatPercent: '21',
  vat: 0n,
  home: null,
  ...changes,
});
const parties = { seller: SELLER, buyer };

const order = (changes: Partial<OrderView> = {}) =>
  sampleOf(orderView.schema, {
    orderId: id,
    number: 'GL-100042',
    customerId: id,
    walletId: id,
    currency: 'EUR',
    subtotal: 10_000n,
    discount: 500n,
    conversionFees: 190n,
    total: 9_690n,
    items: 2,
    paymentStatus: 'pending',
    fulfilmentStatus: 'pending',
    isAwaitingStock: false,
    isRefunded: false,
    mayDeliverInPart: false,
    placedAt: new Date('2026-11-21T03:12:00Z'),
    expiresAt: new Date('2026-11-23T03:12:00Z'),
    reveals: 0,
    ...changes,
  });
const line = (lineNumber: number) =>
  sampleOf(orderLineView.schema, {
    orderId: id,
    lineId: id,
    lineNumber,
    productId: id,
    variantId: id,
    productName: `Steam Gift Card ${lineNumber}`,
    variantName: '€50',
    brandName: 'Steam',
    region: 'eu',
    quantity: 2,
    delivered: 0,
    unitPrice: 5_000n,
    discount: 500n,
    conversionFee: 190n,
    total: 9_690n,
  });
const deposit = (changes: Partial<DepositView> = {}) =>
  sampleOf(depositView.schema, {
    settingsVersion: 1,
    accountId: 'demo-usd',
    depositId: id,
    number: 'DEP-000007',
    customerId: id,
    walletId: id,
    currency: 'USD',
    amount: 100_000n,
    status: 'pending',
    hasPaymentProof: false,
    requestedAt: new Date('2026-11-21T23:59:00Z'),
    awaitsSecond: false,
    ...changes,
  });

const payInto = (currency: Currency, recalled: SellerAccount[] = []) => ({ account: demoAccount(currency), recalled });

describe('the invoice of an order', () => {
  it('says what its prices were converted by', () => {
    const rates = JSON.stringify([{ currency: 'EUR', rate: '1.0834', from: '2026-11-20', source: 'ecb' }]);
    const { facts } = proforma(order({ rates }), [line(1)], parties);
    assert.deepEqual(facts.at(-1), { label: 'Exchange rate', value: '1 EUR = 1.0834 USD' });
  });
  it('names its VAT in the seller’s currency, the rate and the day of the rate', () => {
    const rates = [{ currency: 'EUR' as const, rate: '1.25', from: '2026-11-20', source: 'ecb' as const }];
    const home = { net: 6_407n, vat: 1_345n, rates };
    const foreign = order({ currency: 'USD', paidAt: new Date('2026-11-21T03:13:00Z') });
    const standard = { treatment: 'standard', vat: 1_682n } as const;
    const { vat } = orderInvoice(foreign, [line(1)], issued({ ...standard, home }));
    assert.deepEqual(vat?.rows.at(-1), { label: 'VAT in EUR', amount: { amount: 1_345n, currency: 'EUR' } });
    assert.match(vat?.note ?? '', /VAT in EUR by 1 EUR = 1\.25 USD \(European Central Bank, 2026-11-20\)\.$/);
    const before = orderInvoice(foreign, [line(1)], issued(standard));
    assert.deepEqual([before.vat?.rows.length, before.vat?.note], [2, 'The prices include VAT.']);
  });
  it('is a proforma with the time by which to pay while it is unpaid', () => {
    const invoice = proforma(order(), [line(1)], parties);
    assert.equal(invoice.title, 'Proforma invoice');
    assert.equal(invoice.status.label, 'Awaiting payment');
    assert.deepEqual(invoice.facts[1], { label: 'Payment due', value: 'Nov 23, 2026, 03:12 UTC' });
    assert.equal(invoice.grandTotal.label, 'Total');
  });

  it('is an invoice once paid, and its totals lead from the subtotal to what was paid', () => {
    const paid = order({ paidAt: new Date('2026-11-21T03:13:00Z'), paymentStatus: 'completed' });
    const invoice = orderInvoice(paid, [line(1)], issued());
    assert.deepEqual([invoice.title, invoice.number], ['Invoice', 'INV-2026-000042']);
    const sum = invoice.totals.reduce((total, { amount }) => total + amount.amount, 0n);
    assert.equal(sum, invoice.grandTotal.amount.amount);
    assert.equal(orderInvoice(paid, [line(1)], issued(), 'Sales invoice').title, 'Sales invoice');
  });

  it('says what became of the money of a cancelled one', () => {
    const cancelledAt = new Date('2026-11-22T00:00:00Z');
    assert.equal(proforma(order({ cancelledAt }), [], parties).status.note, 'No payment was taken.');
    const refunded = order({ cancelledAt, paidAt: cancelledAt, refundedAt: cancelledAt });
    assert.match(orderInvoice(refunded, [], issued()).status.note, /Returned to your EUR wallet on Nov 22, 2026/);
  });
});

describe('the VAT on an invoice', () => {
  const paid = order({ paidAt: new Date('2026-11-21T03:13:00Z') });
  it('is said in words where another pays it or nobody does', () => {
    const words = (treatment: Issued['treatment']) => orderInvoice(paid, [], issued({ treatment })).vat;
    assert.match(words('voucher')?.note ?? '', /^Multi-purpose vouchers: VAT is due when a voucher is redeemed/);
    assert.match(words('reverse-charge')?.note ?? '', /^Reverse charge/);
    assert.match(words('outside-scope')?.note ?? '', /outside the European Union/);
    for (const treatment of ['voucher', 'reverse-charge', 'outside-scope'] as const) {
      assert.deepEqual(words(treatment)?.rows, []);
    }
  });

  it('is shown with the net where the price includes it: together they are what was paid', () => {
    const { vat, grandTotal } = orderInvoice(paid, [], issued({ treatment: 'standard', vat: 1_682n }));
    assert.deepEqual(
      vat?.rows.map(({ label, amount }) => [label, amount.amount]),
      [
        ['Net', 8_008n],
        ['VAT 21 %', 1_682n],
      ],
    );
    assert.equal(grandTotal.amount.amount, 9_690n);
  });
});

describe('a credit note', () => {
  const note = (amount: bigint): InvoiceView => ({
    invoiceId: id,
    orderId: id,
    customerId: id,
    kind: 'credit-note',
    year: 2026,
    sequence: 7,
    number: 'CN-2026-000007',
    issuedAt: new Date('2026-11-22T00:00:00Z'),
    currency: 'EUR',
    amount,
    credits: 'INV-2026-000042',
    position: 9n,
  });
  const cancelledAt = new Date('2026-11-22T00:00:00Z');
  const refunded = order({ cancelledAt, paidAt: cancelledAt, refundedAt: cancelledAt });
  const drawn = (amount: bigint) =>
    creditNote(refunded, [line(1)], issued({ number: 'CN-2026-000007', issuedAt: cancelledAt }), note(amount));

  it('names its invoice and has its lines', () => {
    const { title, number, facts, lines, grandTotal, status } = drawn(9_690n);
    assert.deepEqual([title, number], ['Credit note', 'CN-2026-000007']);
    assert.ok(facts.some(({ label, value }) => label === 'Credits invoice' && value === 'INV-2026-000042'));
    assert.equal(lines[0]?.title, 'Steam Gift Card 1');
    assert.equal(grandTotal.amount.amount, 9_690n);
    assert.match(status.note, /Returned to your EUR wallet on Nov 22, 2026/);
  });

  it('of a part of the order says what the ledger gave back', () => {
    const { lines, totals, grandTotal } = drawn(4_000n);
    assert.deepEqual([lines.length, lines[0]?.amount.amount, totals], [1, 4_000n, []]);
    assert.equal(grandTotal.amount.amount, 4_000n);
  });
});

describe('the invoice of a deposit', () => {
  it('shows where to transfer how much under which reference while it is pending', () => {
    const invoice = depositInvoice(deposit(), parties, payInto('USD'));
    assert.equal(invoice.grandTotal.amount.amount, 100_000n);
    assert.deepEqual(
      invoice.payment?.rows.map(({ label }) => label),
      ['Beneficiary', 'Bank', 'Account', 'ABA routing', 'SWIFT', 'Payment reference'],
    );
    assert.ok(invoice.payment?.rows.some(({ value }) => value === 'DEP-000007'));
  });

  it('names the right account, and those that nothing may be paid into, where its own was recalled', () => {
    const wrong = { ...demoAccount('USD'), number: '000000001' };
    const rowsOf = (to: Parameters<typeof depositInvoice>[2]) => {
      const { title, rows = [] } = depositInvoice(deposit(), parties, to).payment ?? {};
      return [title, ...rows.slice(-2).map(({ label, value }) => `${label}: ${value}`)];
    };
    const last = ['Payment reference: DEP-000007', 'Do not pay into: 000000001'];
    assert.deepEqual(rowsOf(payInto('USD', [wrong])), ['How to pay', ...last]);
    assert.deepEqual(rowsOf({ account: null, recalled: [wrong] }), ['Do not pay yet', ...last]);
  });

  it('shows what was credited once approved: less what did not arrive, less the fee', () => {
    const invoice = depositInvoice(deposit({ status: 'approved', approvedAmount: 90_000n, fee: 900n }), parties, {
      account: null,
      recalled: [],
    });
    assert.equal(invoice.grandTotal.amount.amount, 89_100n);
    assert.equal(
      invoice.totals.reduce((total, { amount }) => total + amount.amount, 0n),
      89_100n,
    );
    assert.equal(invoice.payment, null);
  });
});

/** The file alone. */
const renderInvoice = async (invoice: InvoiceDocument) => (await drawInvoice(invoice)).body;

describe('a drawn invoice', () => {
  it('is a PDF with its fonts inside, of as many pages as it needs', async () => {
    const one = await renderInvoice(orderInvoice(order(), [line(1)], issued()));
    assert.equal(one.subarray(0, 5).toString(), '%PDF-');
    assert.match(one.toString('latin1'), /\/FontFile2|\/FontFile3/);
    const many = await renderInvoice(
      orderInvoice(
        order(),
        Array.from({ length: 200 }, (_, n) => line(n)),
        issued(),
      ),
    );
    assert.ok(pageCount(many) > 5);
    assert.equal(pageCount(one), 1);
  });

  it('is PDF/A-3b with the invoice as data: its colours, its metadata and what the file is to it', async () => {
    const pdf = (await renderInvoice(orderInvoice(order(), [line(1)], issued()))).toString('latin1');
    for (const part of [
      /^%PDF-1\.7/,
      /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B</,
      /\/Type \/OutputIntent\s+\/S \/GTS_PDFA1/,
      /\/AFRelationship \/Alternative/,
      /\/AF \[/,
      /\/Subtype \/text#2Fxml/,
      /\(factur-x\.xml\)/,
      /<fx:DocumentFileName>factur-x\.xml</,
      /<fx:ConformanceLevel>EN 16931</,
      /<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</,
    ]) {
      assert.match(pdf, part);
    }
    assert.doesNotMatch(pdf, /\/Encrypt/);
    const copy = await renderInvoice(orderInvoice(order(), [line(1)], issued(), 'Sales invoice'));
    assert.doesNotMatch(copy.toString('latin1'), /factur-x/, 'the seller’s own copy is no second invoice');
  });

  it('refuses more lines than an order can have', async () => {
    const lines = Array.from({ length: 201 }, (_, n) => line(n));
    await assert.rejects(renderInvoice(orderInvoice(order(), lines, issued())), RangeError);
  });
});

const pageCount = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length;

/** What is in the pages and attachments of each paper, as it was drawn before the seller stood in the settings. */
const DRAWN_BEFORE: Readonly<Record<string, string>> = {
  invoice: '77b398b70f84e0b4143e1bb0c8a07cb9',
  standard: '6abe50cf4d2d1b662533ca98874d0b69',
  proforma: '8325fe8c07d3f426796a5c31286705a0',
  'credit note': 'ef7efc695b5efd520f5a19a4c4b19172',
  deposit: 'eeac81fc3e5402aa8bbbefa60c9cf605',
  'deposit in euros': 'cce1f1d079a8c99e524b39426c0b13c7',
};

/** The seller as it was kept with invoices then: without the name at the head. */
const { tradeName: _, ...KEPT_BEFORE } = SELLER;

for (const [when, seller] of [
  ['of before there were settings, with the seller that is kept with it', KEPT_BEFORE],
  ['with the same seller in the settings', SELLER],
] as const) {
  it(`a paper ${when}, is drawn as it always was`, async () => {
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-27T12:00:00Z') });
    const paid = { paidAt: new Date('2026-11-21T03:13:00Z') };
    const refunded = { refundedAt: new Date('2026-11-22T03:13:00Z'), refundedAmount: 9_690n };
    const credited: InvoiceView = {
      invoiceId: id,
      orderId: id,
      customerId: id,
      kind: 'credit-note',
      year: 2026,
      sequence: 7,
      number: 'CN-2026-000007',
      issuedAt: new Date('2026-11-22T03:13:00Z'),
      currency: 'EUR',
      amount: 9_690n,
      credits: 'INV-2026-000042',
      position: 9n,
    };
    const by = (changes: Partial<Issued> = {}) => issued({ ...changes, seller });
    const papers = {
      invoice: orderInvoice(order(paid), [line(1)], by()),
      standard: orderInvoice(order(paid), [line(1)], by({ treatment: 'standard', vat: 1_682n })),
      proforma: proforma(order(), [line(1)], { seller, buyer }),
      'credit note': creditNote(order({ ...paid, ...refunded }), [line(1)], by({ number: 'CN-2026-000007' }), credited),
      deposit: depositInvoice(deposit(), { seller, buyer }, payInto('USD')),
      'deposit in euros': depositInvoice(deposit({ currency: 'EUR' }), { seller, buyer }, payInto('EUR')),
    };
    const drawn: Record<string, string> = {};
    for (const [name, paper] of Object.entries(papers)) drawn[name] = digestOf((await drawInvoice(paper)).body);
    mock.timers.reset();
    assert.deepEqual(drawn, DRAWN_BEFORE);
  });
}

/** Of the streams of a PDF as they are unpacked: how they are packed differs from one machine to another. */
function digestOf(pdf: Buffer): string {
  const digest = createHash('sha256');
  for (const [, stream = ''] of pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const bytes = Buffer.from(stream, 'latin1');
    const isPacked = bytes[0] === 0x78;
    digest.update(isPacked ? inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : bytes);
  }
  return digest.digest('hex').slice(0, 32);
}
