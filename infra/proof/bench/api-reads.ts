import type pg from 'pg';
import type { TestCustomer } from '#infra/proof/api/customers.ts';
import type { HttpCaller } from './http-caller.ts';
import { latencyRows, type Pair, type Row } from './measure.ts';

/** Plain SQL over a million rows takes its time. */
const CALLS = 100;
const DAY_MS = 86_400_000;

export type Read = {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The same answer by one query over the rows themselves, without stored counts and sums. */
  readonly plain: { readonly text: string; readonly values?: unknown[] };
};

/** Lists and stats through HTTP against one plain query for the same answer. */
export async function* benchReads(
  pool: pg.Pool,
  http: HttpCaller,
  reads: readonly Read[],
  options: { entries: number; rounds: number },
): AsyncGenerator<Row> {
  const client = await pool.connect();
  try {
    for (const { name, path, headers, plain } of reads) {
      const pair: Pair = {
        what: `GET ${name}, ${options.entries} ledger entries`,
        baseline: 'one plain query over the rows',
        runBaseline: () => client.query(plain),
        runSubject: async () => {
          const answer = await http.call('GET', path, headers);
          if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
        },
      };
      yield* await latencyRows(pair, { rounds: options.rounds, calls: CALLS }, { p50: 1.5, p99: 3 });
    }
  } finally {
    client.release();
  }
}

/** The measured lists and stats, with the `headers` of a caller who may read each. */
export function readsOf(
  customer: TestCustomer,
  administratorHeaders: Readonly<Record<string, string>>,
  entries: number,
): Read[] {
  const as =
    (headers: Read['headers']) =>
    (name: string, path: string, text: string, ...values: unknown[]): Read => ({
      name,
      path,
      headers,
      plain: { text, values },
    });
  const [ask, askAll] = [as(customer.headers), as(administratorHeaders)];
  const today = new Date().toISOString().slice(0, 10);
  const yearAgo = new Date(Date.now() - 365 * DAY_MS).toISOString().slice(0, 10);
  const account = `liabilities:wallet:${customer.wallets.USD}`;
  const middlePage = Math.max(Math.floor(entries / 2 / 100 / 2), 1);
  const transactions = 'select *, count(*) over () from read.transactions';
  return [
    ask(
      'a customer’s transactions',
      '/api/transactions',
      `${transactions} where customer_id = $1 order by created_at desc, position desc limit 15`,
      customer.customerId,
    ),
    ask(
      'a customer’s deposits of a period among their transactions',
      `/api/transactions?type=deposit&start_date=${yearAgo}&end_date=${today}`,
      `${transactions} where customer_id = $1 and type = 'deposit' and created_at >= $2::date and created_at < $3::date + 1
        order by created_at desc, position desc limit 15`,
      ...[customer.customerId, yearAgo, today],
    ),
    askAll(
      'all transactions by amount, page 20 of 100 rows each',
      '/api/admin/transactions?sort_by=amount&page=20&per_page=100',
      `${transactions} order by amount desc, position desc limit 100 offset 1900`,
    ),
    askAll(
      'all transactions, the page in the very middle',
      `/api/admin/transactions?page=${middlePage}&per_page=100`,
      `${transactions} order by created_at desc, position desc limit 100 offset ${(middlePage - 1) * 100}`,
    ),
    askAll(
      'customers found by name',
      `/api/admin/users?search=${encodeURIComponent(customer.name)}`,
      `select *, count(*) over () from read.customers join app.account using (customer_id)
        where name ilike '%' || $1 || '%' and status <> 'erased' order by registered_at desc limit 15`,
      customer.name,
    ),
    askAll(
      'the statement of a wallet’s account',
      `/api/admin/ledger/statement?account=${account}&currency=USD`,
      `select *, sum(amount) filter (where amount > 0) over () as debits, sum(amount) filter (where amount < 0) over () as credits
        from read.ledger_entries where account_id = (select id from read.ledger_accounts where account = $1 and currency = 'USD')
        order by position desc, line desc limit 50`,
      account,
    ),
    askAll(
      'the trial balance',
      '/api/admin/ledger/trial-balance',
      `select regexp_replace(account, ':[^:]*$', '') as class, currency, count(*),
          sum(amount) filter (where amount > 0) as debits, sum(amount) filter (where amount < 0) as credits
        from read.ledger_entries join read.ledger_accounts a on a.id = account_id group by 1, 2`,
    ),
    askAll(
      'the dashboard’s stats over a year',
      `/api/admin/dashboard/stats?start_date=${yearAgo}&end_date=${today}`,
      `select date_trunc('week', created_at) as start, count(*),
          sum(amount) filter (where amount > 0) as inflow, sum(amount) filter (where amount < 0) as outflow
        from read.transactions where currency = 'USD' and created_at >= $1::date and created_at < $2::date + 1 group by 1`,
      ...[yearAgo, today],
    ),
  ];
}
