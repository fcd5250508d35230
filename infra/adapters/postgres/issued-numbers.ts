import { connectedUnlessAway } from './pool.ts';

type Series = { readonly kind: string; readonly year: number };
type IssuedNumber = { readonly sequence: number; readonly invoiceId: string; readonly vat: bigint };
type Row = { readonly sequence: number; readonly id: string; readonly vat: string };

const BATCH = 1_000;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** What was recorded of a series of invoices, by number, and of a number given twice by id; none when Postgres does not answer. */
export async function* readIssuedNumbers(
  databaseUrl: string,
  { kind, year }: Series,
): AsyncGenerator<IssuedNumber, void, void> {
  const client = await connectedUnlessAway(databaseUrl, 'giftledger-invoices');
  if (!client) return;
  try {
    for (let after: readonly [number, string] = [0, NO_ID]; ; ) {
      const { rows } = await client.query<Row>(
        `select sequence, invoice_id as id, vat::text as vat from app.invoice_number
          where kind = $1 and year = $2 and (sequence, invoice_id) > ($3, $4::uuid)
          order by sequence, invoice_id limit ${BATCH}`,
        [kind, year, ...after],
      );
      for (const { sequence, id, vat } of rows) {
        yield { sequence, invoiceId: id, vat: BigInt(vat) };
        after = [sequence, id];
      }
      if (rows.length < BATCH) return;
    }
  } finally {
    await client.end();
  }
}
