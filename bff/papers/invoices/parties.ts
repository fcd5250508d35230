import { z } from 'zod';
import type { BffDeps } from '#bff/kit/deps.ts';
import { conflict } from '#bff/kit/lib/api-error.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { InvoiceParty } from '#bff/papers/drawing/party.ts';
import { isDemonstration, type SettingsValues } from '#core/aggregates/settings/sections.ts';
import { requireUnderstood, type Settings, valuesAt, valuesOf } from '#core/ledger/settings.ts';
import { sellerParty } from './seller.ts';

const Parties = z.object({ seller: InvoiceParty, buyer: InvoiceParty });
export type Parties = z.infer<typeof Parties>;

export const invoicedParties = (crypto: BffDeps['crypto'], invoiceId: string, sealed: Buffer): Parties =>
  Parties.parse(JSON.parse(crypto.open('invoiceParties', invoiceId, sealed).toString('utf8')));

export type SellerDeps = Pick<BffDeps, 'database' | 'crypto' | 'settings'>;

/** The seller on a paper that is drawn now. @throws ApiError 409 */
export const sellerNow = (deps: SellerDeps): Promise<InvoiceParty> => required(find(deps, ({ values }) => values));

/** The seller when something happened, by its position in the log; null where nobody has said yet who sells. */
export const findSellerAt = (deps: SellerDeps, position: bigint): Promise<InvoiceParty | null> =>
  find(deps, (settings) => valuesAt(settings, position));

/** @throws ApiError 409 */
export const sellerAt = (deps: SellerDeps, position: bigint): Promise<InvoiceParty> =>
  required(findSellerAt(deps, position));

/** The seller under a version of the settings; null: before there were any. @throws ApiError 409 */
export const sellerUnder = (deps: SellerDeps, version: number | null): Promise<InvoiceParty> =>
  required(find(deps, (settings) => (version === null ? {} : valuesOf(settings, version))));

/**
 * Papers of before there were settings had one seller: the one that is kept with the first of them. Where none is kept, nobody can have one
 * that says something else, so the first one that was set is printed.
 */
async function find(deps: SellerDeps, read: (settings: Settings) => SettingsValues): Promise<InvoiceParty | null> {
  const settings = deps.settings.now();
  requireUnderstood(settings, 'seller');
  const values = read(settings);
  if (values.seller) return sellerParty(values.seller, values.look, isDemonstration(values));
  const kept = await findKept(deps);
  if (kept) return kept;
  const first = settings.history.find(({ type, data }) => type === 'SettingsChanged' && data.section === 'seller');
  const set = first && valuesAt(settings, first.position).seller;
  return set ? sellerParty(set) : null;
}

const Row = z.object({
  id: z.uuid(),
  seller: InvoiceParty.nullable(),
  sealed: z.instanceof(Buffer).nullable(),
});

/** The seller of the first invoice that is kept with one. */
async function findKept({ database, crypto }: SellerDeps): Promise<InvoiceParty | null> {
  const row = await database.maybeOne(sql.type(Row)`
    select invoice_id as id, seller, parties_sealed as sealed
    from app.invoice_number left join app.invoice_parties using (invoice_id)
    where kind = 'invoice' and (seller is not null or parties_sealed is not null) order by year, sequence limit 1`);
  return row && (row.sealed === null ? row.seller : invoicedParties(crypto, row.id, row.sealed).seller);
}

async function required(seller: Promise<InvoiceParty | null>): Promise<InvoiceParty> {
  const known = await seller;
  if (known) return known;
  throw conflict(
    'seller_not_set',
    'This paper cannot be made yet: the store has not said who sells. Nothing is lost, and it can be made as soon as an owner has filled in the settings.',
  );
}
