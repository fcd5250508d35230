import { presentAdminUsers } from '#bff/customers/admin-present.ts';
import { dashboardStats } from '#bff/dashboard/stats.ts';
import { showStatement, showTrialBalance } from '#bff/ledger/views.ts';
import type { TestCustomer } from '#bff/testing/customers.ts';
import { CUSTOMER_STATUSES, listCustomers } from '#projections/customers/queries.ts';
import type { Database } from '#projections/kernel/sql.ts';
import { listOwnTransactions, listTransactions } from '#projections/transactions/queries.ts';
import type { FaultStack } from '../faults/stack.ts';
import { alternate, latencyRow, type Pair } from './alternate.ts';
import { bareSqlOf } from './bare-sql.ts';
import type { HttpCaller } from './http-caller.ts';
import type { Row } from './row.ts';

const CALLS = 300;
/** Plain SQL over a million rows takes its time. */
const CALLS_AGAINST_PLAIN = 100;
const DAY_MS = 86_400_000;
const RATES = { USD: '1', EUR: '1.1' };
const NOT_ERASED = CUSTOMER_STATUSES.filter((status) => status !== 'erased');

type Read = {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What its route asks of the database for its answer, and no more: not who calls, nor how fresh the tables are. */
  readonly read: (database: Database) => Promise<unknown>;
  /** The same answer by one query over the rows themselves, as it would be without counts and sums that are kept. */
  readonly plain?: { readonly text: string; readonly values?: unknown[] };
};

/** Lists and stats through HTTP against the very SQL that each of them runs, and against plain SQL for the same answer. */
export async function* benchReads(
  stack: FaultStack,
  http: HttpCaller,
  customer: TestCustomer,
  administratorHeaders: Readonly<Record<string, string>>,
  options: { entries: number; rounds: number },
): AsyncGenerator<Row> {
  const client = await stack.pool.connect();
  try {
    for (const { name, path, headers, read, plain } of readsOf(customer, administratorHeaders, options.entries)) {
      const what = `GET ${name}, ${options.entries} ledger entries`;
      const runSubject = async () => {
        const answer = await http.call('GET', path, headers);
        if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      };
      const bare = await bareSqlOf(read, stack.deps.database, client);
      const baseline = bare.statements === 1 ? 'its bare query' : `its ${bare.statements} bare queries in turn`;
      yield* compareReads({ what, baseline, runBaseline: bare.run, runSubject }, options.rounds, CALLS);
      if (plain) {
        const runBaseline = () => client.query(plain);
        const baseline = 'one plain query over the rows';
        yield* compareReads({ what, baseline, runBaseline, runSubject }, options.rounds, CALLS_AGAINST_PLAIN);
      }
    }
  } finally {
    client.release();
  }
}

async function* compareReads(pair: Pair, rounds: number, calls: number): AsyncGenerator<Row> {
  const result = await alternate(pair, { rounds, calls, warmUpCalls: calls / 5 });
  yield latencyRow(pair, 'p50', 1.5, result);
  yield latencyRow(pair, 'p99', 3, result);
}

function readsOf(
  customer: TestCustomer,
  administratorHeaders: Readonly<Record<string, string>>,
  entries: number,
): Read[] {
  const now = new Date();
  const today = now.toISOString().slice(0, 10);
  const yearAgo = new Date(now.getTime() - 365 * DAY_MS).toISOString().slice(0, 10);
  const account = `liabilities:wallet:${customer.wallets.USD}`;
  const middlePage = Math.max(Math.floor(entries / 2 / 100 / 2), 1);
  return [
    {
      name: 'a customer’s transactions',
      path: '/api/transactions',
      headers: customer.headers,
      read: (database) =>
        listOwnTransactions(database, customer.customerId, { page: 1, perPage: 15, sortOrder: 'desc' }),
      plain: {
        text: `select *, count(*) over () from read.transactions where customer_id = $1
          order by created_at desc, position desc limit 15`,
        values: [customer.customerId],
      },
    },
    {
      name: 'a customer’s deposits of a period among their transactions',
      path: `/api/transactions?type=deposit&start_date=${yearAgo}&end_date=${today}`,
      headers: customer.headers,
      read: (database) =>
        listOwnTransactions(database, customer.customerId, {
          page: 1,
          perPage: 15,
          sortOrder: 'desc',
          kind: 'deposit',
          from: yearAgo,
          to: today,
        }),
    },
    {
      name: 'all transactions by amount, page 20 of 100 rows each',
      path: '/api/admin/transactions?sort_by=amount&page=20&per_page=100',
      headers: administratorHeaders,
      read: (database) => listTransactions(database, { page: 20, perPage: 100, sortBy: 'amount', sortOrder: 'desc' }),
      plain: {
        text: `select *, count(*) over () from read.transactions
          order by amount desc, position desc limit 100 offset 1900`,
      },
    },
    {
      name: 'all transactions, the page in the very middle',
      path: `/api/admin/transactions?page=${middlePage}&per_page=100`,
      headers: administratorHeaders,
      read: (database) =>
        listTransactions(database, { page: middlePage, perPage: 100, sortBy: 'created_at', sortOrder: 'desc' }),
    },
    {
      name: 'customers found by name',
      path: `/api/admin/users?search=${encodeURIComponent(customer.name)}`,
      headers: administratorHeaders,
      read: async (database) => {
        const page = await listCustomers(database, {
          page: 1,
          perPage: 15,
          search: customer.name,
          status: NOT_ERASED,
          sortBy: 'registered_at',
          sortOrder: 'desc',
        });
        return presentAdminUsers(database, page.items, RATES);
      },
    },
    {
      name: 'the statement of a wallet’s account',
      path: `/api/admin/ledger/statement?account=${account}&currency=USD`,
      headers: administratorHeaders,
      read: (database) => showStatement(database, { account, currency: 'USD', per_page: 50 }),
      plain: {
        text: `select *, sum(amount) filter (where amount > 0) over () as debits,
            sum(amount) filter (where amount < 0) over () as credits
          from read.ledger_entries where account_id = (select id from read.ledger_accounts where account = $1 and currency = 'USD')
          order by position desc, line desc limit 50`,
        values: [account],
      },
    },
    {
      name: 'the trial balance',
      path: '/api/admin/ledger/trial-balance',
      headers: administratorHeaders,
      read: showTrialBalance,
      plain: {
        text: `select regexp_replace(account, ':[^:]*$', '') as class, currency, count(*),
            sum(amount) filter (where amount > 0) as debits, sum(amount) filter (where amount < 0) as credits
          from read.ledger_entries join read.ledger_accounts a on a.id = account_id group by 1, 2`,
      },
    },
    {
      name: 'the dashboard’s stats over a year',
      path: `/api/admin/dashboard/stats?start_date=${yearAgo}&end_date=${today}`,
      headers: administratorHeaders,
      read: (database) =>
        dashboardStats(database, { start_date: yearAgo, end_date: today, currency: 'USD', timeframe: 'weekly' }, now),
      plain: {
        text: `select date_trunc('week', created_at) as start, count(*),
            sum(amount) filter (where amount > 0) as inflow, sum(amount) filter (where amount < 0) as outflow
          from read.transactions where currency = 'USD' and created_at >= $1::date and created_at < $2::date + 1
          group by 1`,
        values: [yearAgo, today],
      },
    },
  ];
}
