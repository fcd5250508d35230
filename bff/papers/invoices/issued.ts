import { z } from 'zod';
import { READ_YOUR_WRITES_TIMEOUT_MS } from '#bff/kit/ports/read-models.ts';
import { readDatedRates } from '#bff/kit/tables/rates.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { InvoiceParty } from '#bff/papers/drawing/party.ts';
import { SETTINGS_ID } from '#core/aggregates/settings/events.ts';
import { type HomeVat, homeVatOf } from '#core/finance/invoices/home-vat.ts';
import { vatTreatmentOf, vatWithin } from '#core/finance/invoices/vat.ts';
import { VAT_TREATMENTS, type VatTreatment } from '#core/finance/invoices/vat-treatments.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { AppliedRate, type DatedRates } from '#core/kernel/money/dated-rates.ts';
import type { Rounding } from '#core/kernel/money/rounding.ts';
import { vatAt } from '#core/ledger/rules.ts';
import { SETTINGS_UNREAD } from '#core/ledger/settings.ts';
import { findInvoiceOfOrder, type InvoiceView } from '#projections/models/invoices.ts';
import { ERASED, findBuyers } from './buyer.ts';
import {
  findSellerAt,
  invoicedParties,
  type Parties,
  type SellerDeps,
  sellerAt,
  sellerNow,
  sellerUnder,
} from './parties.ts';
import { VAT_CURRENCY } from './seller.ts';

type Deps = SellerDeps;

/** The facts that are fixed when an invoice is issued. */
export type Issued = Parties & {
  readonly number: string;
  readonly issuedAt: Date;
  readonly treatment: VatTreatment;
  readonly vatPercent: string;
  /** Included in the amount, in minor units. */
  readonly vat: bigint;
  /** Net and VAT in the currency of the seller's returns; null where the invoice is in it, or is of before these were kept. */
  readonly home: HomeVat | null;
};

const Row = z.object({
  treatment: z.enum(VAT_TREATMENTS),
  percent: z.string(),
  vat: z.bigint(),
  homeNet: z.bigint().nullable(),
  homeVat: z.bigint().nullable(),
  homeRates: z.array(AppliedRate).nullable(),
  seller: InvoiceParty.nullable(),
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

/** Its number is the log's, whatever was kept of it. */
async function findIssued(deps: Deps, invoice: InvoiceView): Promise<Issued | null> {
  const { database, crypto } = deps;
  const { invoiceId, number, issuedAt } = invoice;
  const row = await database.maybeOne(sql.type(Row)`
    select vat_treatment as treatment, vat_percent as percent, vat,
      home_net as "homeNet", home_vat as "homeVat", home_rates as "homeRates", seller, parties_sealed as sealed
    from app.invoice_number left join app.invoice_parties using (invoice_id) where invoice_id = ${invoiceId}`);
  if (!row) return null;
  const { treatment, vat, percent: vatPercent, sealed } = row;
  const parties =
    sealed === null
      ? { seller: row.seller ?? (await sellerUnder(deps, null)), buyer: ERASED }
      : invoicedParties(crypto, invoiceId, sealed);
  const { homeNet, homeVat, homeRates } = row;
  const home =
    homeNet === null || homeVat === null || homeRates === null
      ? null
      : { net: homeNet, vat: homeVat, rates: homeRates };
  return { number, issuedAt, treatment, vatPercent, vat, home, ...parties };
}

/**
 * Stores the parties and the VAT of these invoices, once each: the seller as the settings had it then and the buyer as it is now, or for a
 * credit note those of its invoice. For an erased customer only number and seller are stored. It is three statements for all of them: the bench's row 'transactions of Postgres for a purchase'.
 */
export async function issueAll(deps: Deps, invoices: readonly InvoiceView[]): Promise<void> {
  const { database, crypto } = deps;
  await requireSettings(deps);
  const buyers = await findBuyers(
    database,
    invoices.map(({ customerId }) => customerId),
  );
  const rows: Array<Array<string | number | bigint | Buffer | null>> = [];
  const rates = ratesOfDays(database);
  for (const invoice of invoices) {
    const { invoiceId, customerId, kind, year, sequence, amount, currency } = invoice;
    const { treatment, vatPercent, rounding, ratedAt, ...parties } = await particularsOf(
      deps,
      invoice,
      buyers.get(customerId) ?? null,
    );
    const sealed = parties.buyer && crypto.seal('invoiceParties', invoiceId, Buffer.from(JSON.stringify(parties)));
    const vat = vatWithin(amount, treatment, vatPercent, rounding);
    const home =
      currency === VAT_CURRENCY
        ? null
        : homeVatOf({ currency, net: amount - vat, vat }, VAT_CURRENCY, await rates(ratedAt));
    const atHome = [home?.net ?? null, home?.vat ?? null, home && JSON.stringify(home.rates)];
    const seller = JSON.stringify(parties.seller);
    rows.push([invoiceId, customerId, kind, year, sequence, treatment, vatPercent, vat, ...atHome, seller, sealed]);
  }
  await database.query(sql.void`
    with issuing as (
      select * from ${sql.unnest(rows, ROW_TYPES)}
        as invoice (invoice_id, customer_id, kind, year, sequence, treatment, percent, vat, home_net, home_vat, home_rates, seller, sealed)),
    given as (
      insert into app.invoice_number (invoice_id, kind, year, sequence, vat_treatment, vat_percent, vat, home_net, home_vat, home_rates, seller)
      select invoice_id, kind, year, sequence, treatment, percent, vat, home_net, home_vat, home_rates::jsonb, seller::jsonb from issuing
      on conflict (invoice_id) do nothing returning invoice_id)
    insert into app.invoice_parties (invoice_id, customer_id, parties_sealed)
    select invoice_id, customer_id, sealed from issuing join given using (invoice_id) where sealed is not null`);
}

/**
 * The read models may have a sale of after a change of settings that this process has not read yet, and an invoice keeps its seller for good.
 * @throws DomainError unavailable
 */
async function requireSettings({ database, settings }: Pick<Deps, 'database' | 'settings'>): Promise<void> {
  const { last } = await database.one(sql.type(z.object({ last: z.bigint().nullable() }))`
    select max(position) as last from read.audit_events where object_id = ${SETTINGS_ID}`);
  if (last === null || (await settings.reached(last, READ_YOUR_WRITES_TIMEOUT_MS))) return;
  throw new DomainError('unavailable', SETTINGS_UNREAD);
}

const ROW_TYPES = [
  ...(['uuid', 'uuid', 'text', 'int4', 'int4', 'text', 'text', 'int8'] as const),
  ...(['int8', 'int8', 'text', 'text', 'bytea'] as const),
];

/** Reads the rates of each day once. */
function ratesOfDays(database: Queryable): (moment: Date) => Promise<DatedRates> {
  const known = new Map<string, Promise<DatedRates>>();
  return (moment) => {
    const day = moment.toISOString().slice(0, 'YYYY-MM-DD'.length);
    const rates = known.get(day) ?? readDatedRates(database, moment);
    known.set(day, rates);
    return rates;
  };
}

/** `ratedAt`: the moment whose rates convert its VAT. A credit note has that of its invoice, and its rounding: it takes back what was charged. */
type Particulars = Pick<Issued, 'treatment' | 'vatPercent' | 'seller'> & {
  readonly buyer: InvoiceParty | null;
  readonly rounding: Rounding;
  readonly ratedAt: Date;
};

async function particularsOf(
  deps: Deps,
  { kind, orderId, issuedAt, position }: InvoiceView,
  buyer: InvoiceParty | null,
): Promise<Particulars> {
  const { database } = deps;
  if (kind === 'credit-note') {
    const credited = await findInvoiceOfOrder(database, orderId, orderId);
    if (!credited) throw new Error(`There is no invoice of order ${orderId} that a credit note could name.`);
    const { treatment, vatPercent, seller, buyer: invoiced } = await issuedInvoice(deps, credited);
    const { rounding } = vatAt(deps.settings.now(), credited.position);
    return { treatment, vatPercent, rounding, seller, buyer: buyer && invoiced, ratedAt: credited.issuedAt };
  }
  const seller = await sellerAt(deps, position);
  const { voucherVat, vatPercent, rounding } = vatAt(deps.settings.now(), position);
  const treatment = vatTreatmentOf(voucherVat, seller.country ?? '', buyer ?? ERASED);
  return { treatment, vatPercent, rounding, seller, buyer, ratedAt: issuedAt };
}

export const partiesNow = async (deps: SellerDeps, customerId: string): Promise<Parties> => ({
  seller: await sellerNow(deps),
  buyer: await buyerNow(deps.database, customerId),
});

export const buyerNow = async (database: Queryable, customerId: string): Promise<InvoiceParty> =>
  (await findBuyers(database, [customerId])).get(customerId) ?? ERASED;

/** Whether it is known who sold it: an invoice waits for that, and keeps the place that the log gives it. */
export const hasSeller = async (deps: SellerDeps, { position }: InvoiceView): Promise<boolean> =>
  (await findSellerAt(deps, position)) !== null;
