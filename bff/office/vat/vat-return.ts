import { z } from 'zod';
import { minorJson } from '#bff/contract/base/money-json.ts';
import type { VatReturn } from '#bff/contract/money/admin-vat-routes.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { readDatedRates } from '#bff/kit/tables/rates.ts';
import { type Queryable, sql } from '#bff/kit/tables/sql.ts';
import { invoicedParties } from '#bff/papers/invoices/parties.ts';
import { VAT_CURRENCY } from '#bff/papers/invoices/seller.ts';
import { firstDayOf, lastDayOf } from '#core/aggregates/period/months.ts';
import { homeVatOf } from '#core/finance/invoices/home-vat.ts';
import { vatIdOf } from '#core/finance/invoices/vat.ts';
import {
  type ReverseCharge,
  reverseCharges,
  VAT_TITLES,
  type VatFigure,
  vatLines,
} from '#core/finance/invoices/vat-return.ts';
import { VAT_TREATMENTS } from '#core/finance/invoices/vat-treatments.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { every, withinDays } from '#projections/kernel/sql.ts';
import { withinPlaces } from '#projections/models/audit-trail.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto'>;
/** Months, both included. */
export type Months = { readonly from: string; readonly to: string };

const Row = z.object({
  treatment: z.enum(VAT_TREATMENTS).nullable(),
  percent: z.string().nullable(),
  isCredit: z.boolean(),
  currency: Currency,
  /** Of invoices in another currency that were issued before their net and VAT were converted; else null. */
  day: z.iso.date().nullable(),
  count: z.int(),
  net: z.bigint().nullable(),
  vat: z.bigint().nullable(),
});

/** By their places in the log, since a table of all invoices would be read whole. */
async function inMonths(database: Queryable, { from, to }: Months) {
  const days = { from: firstDayOf(from), to: lastDayOf(to) };
  return every([...(await withinPlaces(database, days)), ...withinDays(sql.fragment`issued_at`, days)]);
}

/** Net and VAT in the seller's currency: of its own, as it was converted, or to be converted. */
const FIGURES = sql.fragment`
  case when home_net is null then amount - vat else home_net end as net,
  case when home_net is null then vat else home_vat end as vat,
  case when home_net is null and currency <> ${VAT_CURRENCY} then to_char(issued_at at time zone 'UTC', 'YYYY-MM-DD') end as day`;

/**
 * The VAT return of these months by treatment, and the reverse charges by VAT id, in the currency of the seller's returns. Invoices of before their
 * VAT was converted are converted by the rates of their days; what has no rate, or is not written down yet, is counted apart.
 */
export async function readVatReturn(deps: Deps, months: Months): Promise<VatReturn> {
  const { database } = deps;
  const isAsked = await inMonths(database, months);
  const rows = await database.any(sql.type(Row)`
    select treatment, percent, "isCredit", currency, day, count(*)::int as count, sum(net)::int8 as net, sum(vat)::int8 as vat
    from (select vat_treatment as treatment, case when vat_treatment = 'standard' then vat_percent else '0' end as percent,
        invoice.kind = 'credit-note' as "isCredit", currency, ${FIGURES}
      from read.invoices invoice left join app.invoice_number using (invoice_id) where ${isAsked}) as figures
    group by 1, 2, 3, 4, 5`);
  const convert = converting(database);
  let [unwritten, unconverted, convertedNow] = [0, 0, 0];
  const figures: VatFigure[] = [];
  for (const { treatment, percent, isCredit, currency, day, count, net, vat } of rows) {
    if (treatment === null || percent === null || net === null || vat === null) {
      unwritten += count;
      continue;
    }
    const home = await convert({ currency, day, net, vat });
    if (home === null) unconverted += count;
    else figures.push({ treatment, percent, isCredit, count, ...home });
    if (home !== null && day !== null) convertedNow += count;
  }
  const euros = (minor: bigint) => minorJson(minor, VAT_CURRENCY);
  const lines = vatLines(figures);
  const sumOf = (of: 'net' | 'vat') => euros(lines.reduce((sum, line) => sum + line[of], 0n));
  return {
    ...months,
    currency: VAT_CURRENCY,
    net: sumOf('net'),
    vat: sumOf('vat'),
    lines: lines.map(({ treatment, percent, invoices, creditNotes, net, vat }) => ({
      treatment,
      title: VAT_TITLES[treatment],
      percent,
      invoices,
      credit_notes: creditNotes,
      net: euros(net),
      vat: euros(vat),
    })),
    reverse_charges: (await readReverseCharges(deps, isAsked, convert)).map(({ country, vatId, net }) => ({
      country,
      vat_id: vatId,
      net: euros(net),
    })),
    unwritten,
    unconverted,
    converted_now: convertedNow,
  };
}

type Foreign = {
  readonly currency: Currency;
  readonly day: string | null;
  readonly net: bigint;
  readonly vat: bigint;
};
type Converting = (figure: Foreign) => Promise<{ net: bigint; vat: bigint } | null>;

/** Converts what was not yet, by the rates of its day; null where one is missing. */
function converting(database: Queryable): Converting {
  const known = new Map<string, ReturnType<typeof readDatedRates>>();
  return async ({ currency, day, net, vat }) => {
    if (day === null) return { net, vat };
    const rates = known.get(day) ?? readDatedRates(database, new Date(`${day}T12:00:00Z`));
    known.set(day, rates);
    const home = homeVatOf({ currency, net, vat }, VAT_CURRENCY, await rates);
    return home && { net: home.net, vat: home.vat };
  };
}

const Sale = z.object({
  id: z.uuid(),
  position: z.bigint(),
  isCredit: z.boolean(),
  currency: Currency,
  day: z.iso.date().nullable(),
  net: z.bigint(),
  vat: z.bigint(),
  sealed: z.instanceof(Buffer).nullable(),
});

/** Sales that are read at a time, each with what is sealed of its buyer. */
const MOST_SALES = 1_000;

/** What was sold under reverse charge, by the buyer's VAT id as it was at issue; it is erased with the customer. */
async function readReverseCharges(
  { database, crypto }: Deps,
  isAsked: Awaited<ReturnType<typeof inMonths>>,
  convert: Converting,
): Promise<readonly ReverseCharge[]> {
  let charges: readonly ReverseCharge[] = [];
  for (let after = -1n; ; ) {
    const rows = await database.any(sql.type(Sale)`
      select invoice_id as id, position, invoice.kind = 'credit-note' as "isCredit", currency, ${FIGURES}, parties_sealed as sealed
      from read.invoices invoice join app.invoice_number using (invoice_id) left join app.invoice_parties using (invoice_id)
      where vat_treatment = 'reverse-charge' and ${isAsked} and position > ${after} order by position limit ${MOST_SALES}`);
    const last = rows.at(-1);
    if (!last) return charges;
    const sales: ReverseCharge[] = [];
    for (const { id, position: _position, isCredit, sealed, ...figure } of rows) {
      const home = await convert(figure);
      if (home === null) continue;
      const buyer = sealed && invoicedParties(crypto, id, sealed).buyer;
      const vatId = buyer && vatIdOf(buyer);
      sales.push({ country: buyer?.country ?? null, vatId, net: isCredit ? -home.net : home.net });
    }
    charges = reverseCharges([...charges, ...sales]);
    after = last.position;
  }
}
