import { z } from 'zod';
import type { BffDeps } from '#bff/deps.ts';
import { type Queryable, sql } from '#bff/lib/sql.ts';
import { invoiceNumber } from '#core/invoice/series.ts';
import { VAT_TREATMENTS, type VatTreatment, vatTreatmentOf, vatWithin } from '#core/invoice/vat.ts';
import { findInvoiceOfOrder, type InvoiceView } from '#projections/invoices/queries.ts';
import { ERASED, findBuyers } from './buyer.ts';
import { InvoiceParty } from './document.ts';
import { SELLER, SELLER_COUNTRY } from './seller.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'config'>;

const Parties = z.object({ seller: InvoiceParty, buyer: InvoiceParty });
export type Parties = z.infer<typeof Parties>;

/** The facts that are fixed when an invoice is issued. */
export type Issued = Parties & {
  readonly number: string;
  readonly issuedAt: Date;
  readonly treatment: VatTreatment;
  readonly vatPercent: string;
  /** Included in the amount, in minor units. */
  readonly vat: bigint;
};

const Row = z.object({
  kind: z.enum(['invoice', 'credit-note']),
  year: z.int(),
  sequence: z.int(),
  treatment: z.enum(VAT_TREATMENTS),
  percent: z.string(),
  vat: z.bigint(),
  sealed: z.instanceof(Buffer).nullable(),
});

/** An invoice or credit note as it was issued. Where it was not yet stored, it is issued now. */
export async function issuedInvoice(deps: Deps, invoice: InvoiceView): Promise<Issued> {
  const before = await findIssued(deps, invoice);
  if (before) return before;
  await issueAll(deps, [invoice]);
  const issued = await findIssued(deps, invoice);
  if (!issued) throw new Error(`The invoice ${invoice.number} was not written down.`);
  return issued;
}

async function findIssued({ database, crypto }: Deps, { invoiceId, issuedAt }: InvoiceView): Promise<Issued | null> {
  const row = await database.maybeOne(sql.type(Row)`
    select kind, year, sequence, vat_treatment as treatment, vat_percent as percent, vat,
      parties_sealed as sealed
    from app.invoice_number left join app.invoice_parties using (invoice_id) where invoice_id = ${invoiceId}`);
  if (!row) return null;
  const { treatment, vat, percent: vatPercent, sealed } = row;
  const parties =
    sealed === null
      ? { seller: SELLER, buyer: ERASED }
      : Parties.parse(JSON.parse(crypto.open('invoiceParties', invoiceId, sealed).toString('utf8')));
  return { number: invoiceNumber(row, row.sequence), issuedAt, treatment, vatPercent, vat, ...parties };
}

/**
 * Stores the parties and the VAT of these invoices, once each: as they are now, or for a credit note those of its invoice. For an erased
 * customer only the number is stored. It is two statements for all of them: the bench's row 'transactions of Postgres for a purchase'.
 * @throws where a number belongs to another invoice
 */
export async function issueAll(deps: Deps, invoices: readonly InvoiceView[]): Promise<void> {
  const { database, crypto } = deps;
  const buyers = await findBuyers(
    database,
    invoices.map(({ customerId }) => customerId),
  );
  const rows: Array<Array<string | number | bigint | Buffer | null>> = [];
  for (const invoice of invoices) {
    const { invoiceId, customerId, kind, year, sequence, amount } = invoice;
    const { treatment, vatPercent, ...parties } = await particularsOf(deps, invoice, buyers.get(customerId) ?? null);
    const sealed = parties.buyer && crypto.seal('invoiceParties', invoiceId, Buffer.from(JSON.stringify(parties)));
    const vat = vatWithin(amount, treatment, vatPercent);
    rows.push([invoiceId, customerId, kind, year, sequence, treatment, vatPercent, vat, sealed]);
  }
  await database.query(sql.void`
    with issuing as (
      select * from ${sql.unnest(rows, ['uuid', 'uuid', 'text', 'int4', 'int4', 'text', 'text', 'int8', 'bytea'])}
        as invoice (invoice_id, customer_id, kind, year, sequence, treatment, percent, vat, sealed)),
    given as (
      insert into app.invoice_number (invoice_id, kind, year, sequence, vat_treatment, vat_percent, vat)
      select invoice_id, kind, year, sequence, treatment, percent, vat from issuing
      on conflict (invoice_id) do nothing returning invoice_id)
    insert into app.invoice_parties (invoice_id, customer_id, parties_sealed)
    select invoice_id, customer_id, sealed from issuing join given using (invoice_id) where sealed is not null`);
}

type Particulars = Pick<Issued, 'treatment' | 'vatPercent' | 'seller'> & { readonly buyer: InvoiceParty | null };

async function particularsOf(
  deps: Deps,
  { kind, orderId }: InvoiceView,
  buyer: InvoiceParty | null,
): Promise<Particulars> {
  const { database, config } = deps;
  if (kind === 'credit-note') {
    const credited = await findInvoiceOfOrder(database, orderId, orderId);
    if (!credited) throw new Error(`There is no invoice of order ${orderId} that a credit note could name.`);
    const { treatment, vatPercent, seller, buyer: invoiced } = await issuedInvoice(deps, credited);
    return { treatment, vatPercent, seller, buyer: buyer && invoiced };
  }
  const treatment = vatTreatmentOf(config.voucherVat, SELLER_COUNTRY, buyer ?? ERASED);
  return { treatment, vatPercent: config.vatPercent, seller: SELLER, buyer };
}

/** The parties of an invoice that is issued to this customer now. */
export const partiesNow = async (database: Queryable, customerId: string): Promise<Parties> => ({
  seller: SELLER,
  buyer: (await findBuyers(database, [customerId])).get(customerId) ?? ERASED,
});
