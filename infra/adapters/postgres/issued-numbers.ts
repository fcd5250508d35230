import pg from 'pg';
import { connectionLimits } from './pool.ts';

type Series = { readonly kind: string; readonly year: number };
type IssuedNumber = { readonly sequence: number; readonly invoiceId: string; readonly vat: bigint };
type Row = { readonly sequence: number; readonly id: string; readonly vat: string };

const BATCH = 1_000;

/** What was recorded of a series of invoices, by number; none when Postgres does not answer. */
export async function* readIssuedNumbers(
  databaseUrl: string,
  { kind, year }: Series,
): AsyncGenerator<IssuedNumber, void, void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'giftledger-invoices',
    ...connectionLimits(),
  });
  try {
    await client.connect();
  } catch {
    return;
  }
  try {
    for (let after = 0; ; ) {
      const { rows } = await client.query<Row>(
        `select sequence, invoice_id as id, vat::text as vat from app.invoice_number
          where kind = $1 and year = $2 and sequence > $3 order by sequence limit ${BATCH}`,
        [kind, year, after],
      );
      for (const { sequence, id, vat } of rows) {
        yield { sequence, invoiceId: id, vat: BigInt(vat) };
        after = sequence;
      }
      if (rows.length < BATCH) return;
    }
  } finally {
    await client.end();
  }
}
