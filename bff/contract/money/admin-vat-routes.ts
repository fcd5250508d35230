import { z } from 'zod';
import { Currency, dataOf, Money, named } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { MONTH } from '#core/aggregates/period/months.ts';
import { VAT_TREATMENTS } from '#core/finance/invoices/vat-treatments.ts';

const Month = z.string().regex(MONTH, 'Must be a month such as 2026-10');

const VatMonths = z
  .object({ from: Month, to: Month })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'The last month must not be before the first' });

/** A VAT return, in the currency in which the seller pays VAT. Credit notes are taken off. */
const VatReturn = named('VatReturn', {
  /** Months, both included. */
  from: Month,
  to: Month,
  currency: Currency,
  lines: z.array(
    z.object({
      treatment: z.enum(VAT_TREATMENTS),
      title: z.string(),
      /** The rate of standard sales. */
      percent: z.string().nullable(),
      invoices: z.int(),
      credit_notes: z.int(),
      net: Money,
      vat: Money,
    }),
  ),
  net: Money,
  vat: Money,
  /** The list of reverse charges (EC sales list). */
  reverse_charges: z.array(
    z.object({
      /** Null for customers whose data were erased. */
      country: z.string().nullable(),
      vat_id: z.string().nullable(),
      net: Money,
    }),
  ),
  /** Invoices that are in the log and not written down yet: they are missing above. */
  unwritten: z.int(),
  /** Invoices without a rate of their day: they are missing above. */
  unconverted: z.int(),
  /** Invoices of before the VAT was kept in this currency: converted now, by the rates of their days. */
  converted_now: z.int(),
});
export type VatReturn = z.infer<typeof VatReturn>;

export const VAT_FILES = ['return', 'reverse-charges'] as const;

const route = routesFor({ auth: 'administrator', tag: 'Admin: ledger', permission: 'ledger:read' });

export const adminVatRoutes = {
  getVatReturn: route.get(
    '/admin/ledger/vat',
    'The VAT return of months by treatment, and the list of reverse charges.',
    dataOf(VatReturn),
    { query: VatMonths },
  ),
  exportVatReturn: route.file('/admin/ledger/vat/export', 'One of them as CSV.', 'text/csv', {
    permission: 'transactions:export',
    query: VatMonths.safeExtend({ what: z.enum(VAT_FILES).default('return') }),
  }),
};
