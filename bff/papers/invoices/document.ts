import type { InvoiceParty, InvoiceStatus } from '#bff/papers/drawing/party.ts';
import type { Currency, Money } from '#core/kernel/money/money.ts';

export type InvoiceLine = {
  readonly title: string;
  /** Small print under the title, e.g. brand and region. */
  readonly detail: string;
  readonly quantity: number;
  readonly unitPrice: Money;
  /** quantity × unitPrice, before discounts and fees, which are in the totals. */
  readonly amount: Money;
};

/** A page that is ready to draw: all words are chosen, only the layout is left. */
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
  readonly vat: { readonly rows: readonly { label: string; amount: Money }[]; readonly note: string } | null;
  /** How to pay, where something is unpaid. */
  readonly payment: { readonly title: string; readonly rows: readonly { label: string; value: string }[] } | null;
  readonly footer: string;
  /** The same for programs, as Factur-X; null where it has none. */
  readonly data: { readonly xml: string; readonly issuedAt: Date } | null;
};
