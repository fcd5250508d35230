import { z } from 'zod';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import type { InvoiceParty } from '#bff/papers/drawing/party.ts';

const Row = z.object({
  customerId: z.uuid(),
  name: z.string(),
  email: z.string(),
  companyName: z.string().nullable(),
  address: z.string().nullable(),
  country: z.string().nullable(),
  vat: z.string().nullable(),
  registration: z.string().nullable(),
  companyEmail: z.string().nullable(),
});

/** Addressees of invoices: each company as it is now, or the person where there is none. Erased customers are left out. */
export async function findBuyers(
  database: Queryable,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, InvoiceParty>> {
  const rows = await database.any(sql.type(Row)`
    select customer_id as "customerId", a.name, a.email, c.company_name as "companyName",
      c.full_company_address as address, c.country_of_registration as country, c.vat_tax_registration as vat,
      c.company_registration_no as registration, c.company_email as "companyEmail"
    from app.account a left join app.company c using (customer_id)
    where customer_id = any(${sql.array([...new Set(customerIds)], 'uuid')})`);
  return new Map(rows.map((row) => [row.customerId, buyerOf(row)]));
}

function buyerOf(row: z.infer<typeof Row>): InvoiceParty {
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

export const ERASED: InvoiceParty = {
  name: 'Erased customer',
  address: [],
  country: null,
  vatId: null,
  registration: null,
  email: null,
};
