import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, type TestCustomer } from '#infra/proof/api/customers.ts';
import { type FaultStack, startFaultStack } from '../faults/stack.ts';
import { shareOfTestServer } from '../testing/test-event-store.ts';
import { benchReads, readsOf } from './api-reads.ts';
import { createHttpCaller, type HttpCaller } from './http-caller.ts';
import { drive, latencyRows, type Pair, type Row } from './measure.ts';
import { createWallets, FILLING } from './wallets.ts';

const CUSTOMERS = 50;
/**
 * Customers whose wallets are filled at a time: a wallet that is not in the handler's memory would be read again for
 * each command.
 */
const CUSTOMERS_AT_A_TIME = 10;
const IN_FLIGHT = 256;
const WRITES = 300;
const CATCH_UP_LIMIT_MS = 600_000;

/**
 * Lists and stats through the whole API against one plain query for the same rows; a write until its list shows it
 * against an append. The parts run as with `npm start`, each in its own process, with its log written.
 */
export async function* benchApi(_stack: unknown, options: { entries: number; rounds: number }): AsyncGenerator<Row> {
  const eventstoreUrl = await shareOfTestServer();
  const stack = await startFaultStack(() => undefined, { env: { LOG_LEVEL: 'info' }, eventstoreUrl });
  const http = createHttpCaller(stack.url);
  try {
    const customers: TestCustomer[] = [];
    for (let index = 0; index < CUSTOMERS; index += 1) customers.push(await createCustomer(stack));
    const administrator = await createAdministrator(stack);
    const [customer] = customers;
    if (!customer) throw new Error('There is no customer.');
    await fillLedger(stack, customers, options.entries);
    yield* benchReads(stack.pool, http, readsOf(customer, administrator.headers, options.entries), options);
    yield* await benchWrites(stack, http, customer, options);
  } finally {
    http.close();
    await stack.stop({ keepsData: false });
  }
}

/** Each deposit is two ledger entries: the bank's and the wallet's. */
async function fillLedger(stack: FaultStack, customers: readonly TestCustomer[], entries: number): Promise<void> {
  const wallets = createWallets(stack.store);
  let position = 0n;
  const deposits = Math.ceil(entries / 2);
  const perTurn = Math.ceil((deposits * CUSTOMERS_AT_A_TIME) / customers.length);
  await drive(deposits, IN_FLIGHT, async (index) => {
    const turn = Math.floor(index / perTurn);
    const walletId = customers[turn * CUSTOMERS_AT_A_TIME + (index % CUSTOMERS_AT_A_TIME)]?.wallets.USD ?? '';
    const done = await wallets.deposit(walletId, 1_000n + BigInt(index % 97));
    if (done.position > position) position = done.position;
  });
  await wallets.settled();
  if (!(await stack.deps.readModels.waitForPosition(position, CATCH_UP_LIMIT_MS))) {
    throw new Error('The read models did not catch up.');
  }
  await stack.pool.query('vacuum analyze');
}

async function benchWrites(
  stack: FaultStack,
  http: HttpCaller,
  customer: TestCustomer,
  { rounds }: { rounds: number },
): Promise<Row[]> {
  const pair: Pair = {
    what: 'a deposit announced by HTTP until its list shows it',
    baseline: 'the bare append, one event of its size',
    runBaseline: () =>
      stack.store.append(`bench-${crypto.randomUUID()}`, -1n, [{ id: crypto.randomUUID(), type: 'Bench', ...FILLING }]),
    runSubject: async () => {
      const headers = { ...customer.headers, 'idempotency-key': crypto.randomUUID() };
      const answer = await http.call('POST', '/api/deposits', headers, {
        wallet_id: customer.wallets.USD,
        amount: '10',
      });
      if (answer.status !== 201 || answer.headers['x-read-model'] !== 'current') {
        throw new Error(`${answer.status} ${answer.headers['x-read-model']}: ${answer.text}`);
      }
    },
  };
  return latencyRows(pair, { rounds, calls: WRITES }, { p50: 4 });
}
