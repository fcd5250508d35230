import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DepositView } from '#projections/deposits/queries.ts';
import type { OrderLineView, OrderView } from '#projections/orders/queries.ts';
import { depositInvoice } from './deposit-invoice.ts';
import { orderInvoice, salesInvoice } from './order-invoice.ts';
import { renderInvoice } from './render.ts';

const id = '0b0f6f53-6c7b-4b1e-9f5c-0d9d0c1a2b3c';
const buyer = { name: 'Żółć Sp. z o.o.', lines: ['ul. Piotrkowska 104', '90-926 Łódź'] };

const order = (changes: Partial<OrderView> = {}): OrderView => ({
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
  placedAt: new Date('2026-11-21T03:12:00Z'),
  expiresAt: new Date('2026-11-23T03:12:00Z'),
  paidAt: null,
  fulfilledAt: null,
  cancelledAt: null,
  cancelReason: null,
  cancelNote: null,
  refundedAt: null,
  refundedAmount: null,
  reveals: 0,
  lastRevealedAt: null,
  ...changes,
});
const line = (lineNumber: number): OrderLineView => ({
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
  unitPrice: 5_000n,
  discount: 500n,
  conversionFee: 190n,
  total: 9_690n,
});
const deposit = (changes: Partial<DepositView> = {}): DepositView => ({
  bankLineId: null,
  depositId: id,
  number: 'DEP-000007',
  customerId: id,
  walletId: id,
  currency: 'USD',
  amount: 100_000n,
  approvedAmount: null,
  fee: null,
  status: 'pending',
  valueDate: null,
  userNote: null,
  adminNote: null,
  hasPaymentProof: false,
  proofFileId: null,
  proofContentType: null,
  proofUploadedAt: null,
  requestedAt: new Date('2026-11-21T23:59:00Z'),
  decidedAt: null,
  decidedBy: null,
  awaitsSecond: false,
  firstBy: null,
  firstAt: null,
  firstNote: null,
  firstAmount: null,
  creditedAt: null,
  ...changes,
});

describe('the invoice of an order', () => {
  it('is a proforma with the time by which to pay while it is unpaid', () => {
    const invoice = orderInvoice(order(), [line(1)], buyer);
    assert.equal(invoice.title, 'Proforma invoice');
    assert.equal(invoice.status.label, 'Awaiting payment');
    assert.deepEqual(invoice.facts[1], { label: 'Payment due', value: 'Nov 23, 2026, 03:12 UTC' });
    assert.equal(invoice.grandTotal.label, 'Total');
  });

  it('is an invoice once paid, and its totals lead from the subtotal to what was paid', () => {
    const paid = order({ paidAt: new Date('2026-11-21T03:13:00Z'), paymentStatus: 'completed' });
    const invoice = orderInvoice(paid, [line(1)], buyer);
    assert.equal(invoice.title, 'Invoice');
    const sum = invoice.totals.reduce((total, { amount }) => total + amount.amount, 0n);
    assert.equal(sum, invoice.grandTotal.amount.amount);
    assert.equal(salesInvoice(paid, [line(1)], buyer).title, 'Sales invoice');
  });

  it('says what became of the money of a cancelled one', () => {
    const cancelledAt = new Date('2026-11-22T00:00:00Z');
    assert.equal(orderInvoice(order({ cancelledAt }), [], buyer).status.note, 'No payment was taken.');
    const refunded = order({ cancelledAt, paidAt: cancelledAt, refundedAt: cancelledAt });
    assert.match(orderInvoice(refunded, [], buyer).status.note, /Returned to your EUR wallet on Nov 22, 2026/);
  });
});

describe('the invoice of a deposit', () => {
  it('tells where to transfer how much under which reference while it is pending', () => {
    const invoice = depositInvoice(deposit(), buyer);
    assert.equal(invoice.grandTotal.amount.amount, 100_000n);
    assert.ok(invoice.payment?.rows.some(({ value }) => value === 'DEP-000007'));
  });

  it('shows what was credited once approved: less what did not arrive, less the fee', () => {
    const invoice = depositInvoice(deposit({ status: 'approved', approvedAmount: 90_000n, fee: 900n }), buyer);
    assert.equal(invoice.grandTotal.amount.amount, 89_100n);
    assert.equal(
      invoice.totals.reduce((total, { amount }) => total + amount.amount, 0n),
      89_100n,
    );
    assert.equal(invoice.payment, null);
  });
});

describe('a drawn invoice', () => {
  it('is a PDF with its fonts inside, of as many pages as it needs', async () => {
    const one = await renderInvoice(orderInvoice(order(), [line(1)], buyer));
    assert.equal(one.subarray(0, 5).toString(), '%PDF-');
    assert.match(one.toString('latin1'), /\/FontFile2|\/FontFile3/);
    const many = await renderInvoice(
      orderInvoice(
        order(),
        Array.from({ length: 200 }, (_, n) => line(n)),
        buyer,
      ),
    );
    assert.ok(pageCount(many) > 5);
    assert.equal(pageCount(one), 1);
  });

  it('refuses more lines than an order can have', async () => {
    const lines = Array.from({ length: 201 }, (_, n) => line(n));
    await assert.rejects(renderInvoice(orderInvoice(order(), lines, buyer)), RangeError);
  });
});

const pageCount = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length;
