import type { VatTreatment } from './vat-treatments.ts';

export const VAT_TITLES: Readonly<Record<VatTreatment, string>> = {
  standard: 'Domestic sales, and sales to buyers without a VAT id',
  'reverse-charge': 'Reverse charge: sales to VAT ids of other member states',
  'outside-scope': 'Outside the scope: buyers outside the European Union',
  voucher: 'Multi-purpose vouchers: no VAT at the sale',
};

/** Invoices or credit notes of one treatment, in the currency of the return; credit notes are negative. */
export type VatFigure = {
  readonly treatment: VatTreatment;
  /** The rate that was charged; of no meaning where none was. */
  readonly percent: string;
  readonly isCredit: boolean;
  readonly count: number;
  readonly net: bigint;
  readonly vat: bigint;
};

export type VatLine = {
  readonly treatment: VatTreatment;
  /** Of standard sales alone. */
  readonly percent: string | null;
  readonly invoices: number;
  readonly creditNotes: number;
  readonly net: bigint;
  readonly vat: bigint;
};

/** Sums the figures by treatment, and standard sales by rate. Treatments without a figure have no line. */
export function vatLines(figures: readonly VatFigure[]): VatLine[] {
  const lines = new Map<string, VatLine>();
  for (const { treatment, percent, isCredit, count, net, vat } of figures) {
    const rate = treatment === 'standard' ? percent : null;
    const key = `${treatment} ${rate}`;
    const before = lines.get(key) ?? { treatment, percent: rate, invoices: 0, creditNotes: 0, net: 0n, vat: 0n };
    const sign = isCredit ? -1n : 1n;
    lines.set(key, {
      ...before,
      invoices: before.invoices + (isCredit ? 0 : count),
      creditNotes: before.creditNotes + (isCredit ? count : 0),
      net: before.net + sign * net,
      vat: before.vat + sign * vat,
    });
  }
  const order = Object.keys(VAT_TITLES);
  return [...lines.values()].toSorted(
    (one, other) =>
      order.indexOf(one.treatment) - order.indexOf(other.treatment) || Number(one.percent) - Number(other.percent),
  );
}

/** What a buyer bought under reverse charge, for the list of them (Article 262 of Directive 2006/112/EC). */
export type ReverseCharge = {
  /** ISO 3166; null for a customer whose data were erased. */
  readonly country: string | null;
  readonly vatId: string | null;
  readonly net: bigint;
};

/** One line for each VAT id, by country and id; what cannot be named any more is one line at the end. */
export function reverseCharges(sales: readonly ReverseCharge[]): ReverseCharge[] {
  const lines = new Map<string, ReverseCharge>();
  for (const { country, vatId, net } of sales) {
    const key = vatId ?? '';
    lines.set(key, { country: vatId === null ? null : country, vatId, net: (lines.get(key)?.net ?? 0n) + net });
  }
  return [...lines.entries()]
    .toSorted(([one], [other]) => (one === '' ? 1 : other === '' ? -1 : one < other ? -1 : 1))
    .map(([, line]) => line);
}
