import { z } from 'zod';
import type { Currency, Money } from '#core/kernel/money.ts';

/** Somebody on an invoice. */
export const InvoiceParty = z.object({
  name: z.string(),
  /** As it was typed, line after line; the country stands apart. */
  address: z.array(z.string()),
  /** ISO 3166 alpha-2. */
  country: z.string().nullable(),
  vatId: z.string().nullable(),
  /** In the register of companies. */
  registration: z.string().nullable(),
  email: z.string().nullable(),
});
export type InvoiceParty = z.infer<typeof InvoiceParty>;

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
  /** What the VAT of it is, and why. */
  readonly vat: { readonly rows: readonly { label: string; amount: Money }[]; readonly note: string } | null;
  /** How to pay, where something is still to be paid. */
  readonly payment: { readonly title: string; readonly rows: readonly { label: string; value: string }[] } | null;
  readonly footer: string;
  /** The same for programs, as Factur-X; null where it has none. */
  readonly data: { readonly xml: string; readonly issuedAt: Date } | null;
};
