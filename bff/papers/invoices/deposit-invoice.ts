import type { InvoiceStatus } from '#bff/papers/drawing/party.ts';
import type { Money } from '#core/kernel/money/money.ts';
import type { DepositView } from '#projections/models/deposits.ts';
import { invoiceDay } from './dates.ts';
import type { InvoiceDocument } from './document.ts';
import type { PayTo } from './paid-into.ts';
import type { Parties } from './parties.ts';
import { bankRows, footerOf } from './seller.ts';

/** A deposit's invoice: while it is pending, how to make the transfer; after the approval, what was credited. */
export function depositInvoice(
  deposit: DepositView,
  { seller, buyer }: Parties,
  { account, recalled }: PayTo,
): InvoiceDocument {
  const money = (amount: bigint): Money => ({ amount, currency: deposit.currency });
  const fee = deposit.fee ?? 0n;
  const approved = deposit.approvedAmount;
  return {
    title: 'Deposit invoice',
    number: deposit.number,
    status: statusOf(deposit),
    facts: [
      { label: 'Date', value: invoiceDay(deposit.requestedAt) },
      ...(deposit.decidedAt === null ? [] : [{ label: 'Decided on', value: invoiceDay(deposit.decidedAt) }]),
      { label: 'Payment reference', value: deposit.number },
    ],
    seller,
    buyer,
    currency: deposit.currency,
    lines: [
      {
        title: `Top-up of the ${deposit.currency} wallet`,
        detail: 'Prepaid balance, by bank transfer',
        quantity: 1,
        unitPrice: money(deposit.amount),
        amount: money(deposit.amount),
      },
    ],
    totals: [
      { label: 'Requested', amount: money(deposit.amount) },
      ...(approved === null || approved === deposit.amount
        ? []
        : [{ label: 'Not received', amount: money(approved - deposit.amount) }]),
      ...(fee === 0n ? [] : [{ label: 'Deposit fee', amount: money(-fee) }]),
    ],
    grandTotal:
      deposit.status === 'rejected'
        ? { label: 'Credited', amount: money(0n) }
        : approved === null
          ? { label: 'Amount to transfer', amount: money(deposit.amount) }
          : { label: 'Credited', amount: money(approved - fee) },
    payment:
      deposit.status === 'pending'
        ? {
            title: recalled.length > 0 && !account ? 'Do not pay yet' : 'How to pay',
            rows: [
              ...(account ? bankRows(account) : []),
              { label: 'Payment reference', value: deposit.number },
              ...recalled.map(({ number }) => ({ label: 'Do not pay into', value: number })),
            ],
          }
        : null,
    vat: null,
    data: null,
    footer: `${footerOf(seller)} · A deposit is prepaid balance, not a sale: it bears no VAT.`,
  };
}

function statusOf(deposit: DepositView): InvoiceStatus {
  const wallet = `${deposit.currency} wallet`;
  switch (deposit.status) {
    case 'approved':
      return { tone: 'positive', label: 'Approved', note: `Credited to your ${wallet}.` };
    case 'rejected':
      return { tone: 'negative', label: 'Rejected', note: 'No funds were credited.' };
    case 'pending':
      return {
        tone: 'waiting',
        label: 'Pending',
        note: `Your ${wallet} is credited once the transfer has been checked.`,
      };
  }
}
