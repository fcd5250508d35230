import type { Currency, Money } from '#core/kernel/money.ts';

/** Somebody on an invoice; empty lines are left out when it is drawn. */
export type InvoiceParty = { readonly name: string; readonly lines: readonly string[] };

export type InvoiceLine = {
  readonly title: string;
  /** Small print under the title, e.g. brand and region. */
  readonly detail: string;
  readonly quantity: number;
  readonly unitPrice: Money;
  /** quantity × unitPrice, before discounts and fees, which the totals list. */
  readonly amount: Money;
};

export type InvoiceStatus = {
  readonly tone: 'positive' | 'waiting' | 'neutral' | 'negative';
  readonly label: string;
  /** One sentence: what it means for the money. */
  readonly note: string;
};

/** A page to be drawn: already worded, nothing left to decide but where the ink goes. */
export type InvoiceDocument = {
  readonly title: string;
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly currency: Currency;
  readonly lines: readonly InvoiceLine[];
  readonly totals: readonly { readonly label: string; readonly amount: Money }[];
  readonly grandTotal: { readonly label: string; readonly amount: Money };
  /** How to pay, where something is still to be paid. */
  readonly payment: { readonly title: string; readonly rows: readonly { label: string; value: string }[] } | null;
  readonly footer: string;
};
