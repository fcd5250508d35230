import { dashboardStats } from '#bff/admin/dashboard/stats.ts';
import { showStatement, showTrialBalance } from '#bff/admin/ledger/views.ts';
import { presentAdminUsers } from '#bff/admin/users/present.ts';
import type { TestCustomer } from '#bff/testing/customers.ts';
import { CUSTOMER_STATUSES, listCustomers } from '#projections/customers/queries.ts';
import type { Database } from '#projections/kernel/sql.ts';
import { listOwnTransactions, listTransactions } from '#projections/transactions/queries.ts';
import type { FaultStack } from '../faults/stack.ts';
import { alternate, latencyRow, type Pair } from './alternate.ts';
import { bareSqlOf } from './bare-sql.ts';
import type { HttpCaller } from './http-caller.ts';
import type { Row } from './main.ts';

const CALLS = 300;
const WARM_UP_CALLS = 50;
const DAY_MS = 86_400_000;
const EUR_USD_RATE = '1.1';
const NOT_ERASED = CUSTOMER_STATUSES.filter((status) => status !== 'erased');

type Read = {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What its route asks of the database for its answer, and no more: not who calls, nor how fresh the tables are. */
  readonly read: (database: Database) => Promise<unknown>;
};

/** Lists and stats through HTTP against the very SQL that each of them runs. */
export async function* benchReads(
  stack: FaultStack,
  http: HttpCaller,
  customer: TestCustomer,
  administratorHeaders: Readonly<Record<string, string>>,
  options: { entries: number; rounds: number },
): AsyncGenerator<Row> {
  const client = await stack.pool.connect();
  try {
    for (const { name, path, headers, read } of readsOf(customer, administratorHeaders, options.entries)) {
      const bare = await bareSqlOf(read, stack.deps.database, client);
      const pair: Pair = {
        what: `GET ${name}, ${options.entries} ledger entries`,
        baseline: bare.statements === 1 ? 'its bare query' : `its ${bare.statements} bare queries in turn`,
        runBaseline: bare.run,
        runSubject: async () => {
          const answer = await http.call('GET', path, headers);
          if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
        },
      };
      const result = await alternate(pair, { rounds: options.rounds, calls: CALLS, warmUpCalls: WARM_UP_CALLS });
      yield latencyRow(pair, 'p50', 1.5, result);
      yield latencyRow(pair, 'p99', 3, result);
    }
  } finally {
    client.release();
  }
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
          statuses: NOT_ERASED,
          sortBy: 'registered_at',
          sortOrder: 'desc',
        });
        return presentAdminUsers(database, page.items, EUR_USD_RATE);
      },
    },
    {
      name: 'the statement of a wallet’s account',
      path: `/api/admin/ledger/statement?account=${account}&currency=USD`,
      headers: administratorHeaders,
      read: (database) => showStatement(database, { account, currency: 'USD', per_page: 50 }),
    },
    {
      name: 'the trial balance',
      path: '/api/admin/ledger/trial-balance',
      headers: administratorHeaders,
      read: showTrialBalance,
    },
    {
      name: 'the dashboard’s stats over a year',
      path: `/api/admin/dashboard/stats?start_date=${yearAgo}&end_date=${today}`,
      headers: administratorHeaders,
      read: (database) =>
        dashboardStats(database, { start_date: yearAgo, end_date: today, currency: 'USD', timeframe: 'weekly' }, now),
    },
  ];
}
