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
  registration: z.string().nullable(),
  companyEmail: z.string().nullable(),
});

/** The addressee of an invoice: the company as it is now, or the person while there is none; null once they are erased. */
export async function findBuyer(database: Queryable, customerId: string): Promise<InvoiceParty | null> {
  const row = await database.maybeOne(
    sql.type(Row)`select a.name, a.email, c.company_name as "companyName", c.full_company_address as address,
        c.country_of_registration as country, c.vat_tax_registration as vat,
        c.company_registration_no as registration, c.company_email as "companyEmail"
      from app.account a left join app.company c using (customer_id) where a.customer_id = ${customerId}`,
  );
  if (!row) return null;
  if (row.companyName === null) return { ...ERASED, name: row.name, email: row.email };
  return {
    name: row.companyName,
    address: (row.address ?? '').split(/\r?\n|,\s*/).filter((line) => line.trim() !== ''),
    country: row.country,
    vatId: row.vat,
    registration: row.registration,
    email: row.companyEmail,
  };
}

/** Whoever is not known any more. */
export const ERASED: InvoiceParty = {
  ...{ name: 'Erased customer', address: [], country: null, vatId: null, registration: null, email: null },
};
