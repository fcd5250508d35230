import countries from 'i18n-iso-countries';
import { z } from 'zod';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import type { InvoiceParty } from './document.ts';

const Row = z.object({
  name: z.string(),
  email: z.string(),
  companyName: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  vat: z.string().nullable(),
  companyEmail: z.string().nullable(),
});

/** The addressee of an invoice: the company as it is now, or the person while there is none. */
export async function findBuyer(database: Queryable, customerId: string): Promise<InvoiceParty> {
  const row = await database.maybeOne(
    sql.type(Row)`select a.name, a.email, c.company_name as "companyName", c.full_company_address as address,
        c.country_of_registration as country, c.vat_tax_registration as vat, c.company_email as "companyEmail"
      from app.account a left join app.company c using (customer_id) where a.customer_id = ${customerId}`,
  );
  if (!row) return { name: 'Erased customer', lines: [] };
  if (row.companyName === null) return { name: row.name, lines: [row.email] };
  return {
    name: row.companyName,
    lines: [
      ...(row.address ?? '').split(/\r?\n|,\s*/),
      countries.getName(row.country ?? '', 'en') ?? row.country ?? '',
      row.vat ? `VAT ${row.vat}` : '',
      row.companyEmail ?? '',
    ],
  };
}
