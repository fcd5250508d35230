import { createAdministrator } from '#bff/testing/administrators.ts';
import { createCustomer, type TestCustomer } from '#bff/testing/customers.ts';
import { createCommandHandler } from '#core/kernel/command-handler.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money.ts';
import { ledgerCodec } from '#core/ledger-codec.ts';
import { walletAggregate } from '#core/wallet/aggregate.ts';
import { type FaultStack, startFaultStack } from '../faults/stack.ts';
import type { Row } from './main.ts';
import { type Contestant, drive, type Measured, median } from './measure.ts';

const CUSTOMERS = 50;
const IN_FLIGHT = 256;
const CALLS = 100;
const WARM_UP_CALLS = 20;
const WRITES = 150;
const CATCH_UP_LIMIT_MS = 600_000;

/** Lists and stats through the whole API against plain SQL over the rows; a write until its list shows it against an append. */
export async function* benchApi(_stack: unknown, options: { entries: number; rounds: number }): AsyncGenerator<Row> {
  const stack = await startFaultStack(() => undefined);
  try {
    const customers: TestCustomer[] = [];
    for (let index = 0; index < CUSTOMERS; index += 1) customers.push(await createCustomer(stack));
    const administrator = await createAdministrator(stack);
    const [customer] = customers;
    if (!customer) throw new Error('There is no customer.');
    await fillLedger(stack, customers, options.entries);
    yield* benchReads(stack, customer, administrator.headers, options);
    yield await benchWrites(stack, customer, options);
  } finally {
    await stack.stop({ keepsData: false });
  }
}

/** Each deposit is two ledger entries: the bank's and the wallet's. */
async function fillLedger(stack: FaultStack, customers: readonly TestCustomer[], entries: number): Promise<void> {
  const handler = createCommandHandler({
    store: stack.store,
    codec: ledgerCodec,
    clock: () => new Date(),
    logger: silentLogger,
  });
  let position = 0n;
  await drive(Math.ceil(entries / 2), IN_FLIGHT, async (index) => {
    const walletId = customers[index % customers.length]?.wallets.USD ?? '';
    const id = crypto.randomUUID();
    const done = await handler.handle(
      walletAggregate,
      walletId,
      {
        type: 'CreditDeposit',
        walletId,
        reference: `deposit:${id}`,
        amount: money(1_000n + BigInt(index % 97), 'USD'),
        document: { kind: 'deposit', id, number: 'DEP-000001' },
      },
      { commandId: id, correlationId: id, actor: { kind: 'system', id: 'bench' } },
    );
    if (done.position > position) position = done.position;
  });
  if (!(await stack.deps.readModels.waitForPosition(position, CATCH_UP_LIMIT_MS))) {
    throw new Error('The read models did not catch up.');
  }
  await stack.pool.query('vacuum analyze');
}

/** The bare query is plain SQL over the rows of the same tables: the same page with its exact count, or the same sums. */
async function* benchReads(
  stack: FaultStack,
  customer: TestCustomer,
  administratorHeaders: Readonly<Record<string, string>>,
  options: { entries: number; rounds: number },
): AsyncGenerator<Row> {
  const { pool } = stack;
  const today = new Date().toISOString().slice(0, 10);
  const yearAgo = new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10);
  const pairs: [string, string, Readonly<Record<string, string>>, () => Promise<unknown>][] = [
    [
      'a customer’s transactions',
      '/api/transactions',
      customer.headers,
      () =>
        pool.query({
          name: 'own',
          text: `select *, count(*) over () from read.transactions where customer_id = $1
            order by created_at desc, position desc limit 15`,
          values: [customer.customerId],
        }),
    ],
    [
      'an administrator’s transactions by amount, page 20',
      '/api/admin/transactions?sort_by=amount&page=20&per_page=100',
      administratorHeaders,
      () =>
        pool.query({
          name: 'all',
          text: `select *, count(*) over () from read.transactions
            order by amount desc, position desc limit 100 offset 1900`,
        }),
    ],
    [
      'the trial balance',
      '/api/admin/ledger/trial-balance',
      administratorHeaders,
      () =>
        pool.query({
          name: 'trial',
          text: `select regexp_replace(account, ':[^:]*$', '') as class, currency, count(*),
              sum(amount) filter (where amount > 0) as debits, sum(amount) filter (where amount < 0) as credits
            from read.ledger_entries group by 1, 2`,
        }),
    ],
    [
      'the dashboard’s stats over a year',
      `/api/admin/dashboard/stats?start_date=${yearAgo}&end_date=${today}`,
      administratorHeaders,
      () =>
        pool.query({
          name: 'chart',
          text: `select date_trunc('week', created_at) as start, count(*),
              sum(amount) filter (where amount > 0) as inflow, sum(amount) filter (where amount < 0) as outflow
            from read.transactions where currency = 'USD' and created_at >= $1::date and created_at < $2::date + 1
            group by 1`,
          values: [yearAgo, today],
        }),
    ],
  ];
  for (const [name, path, headers, query] of pairs) {
    const bare: Contestant = { name: 'the bare query', run: () => drive(CALLS, 1, query) };
    const call: Contestant = { name, run: () => drive(CALLS, 1, () => get(`${stack.url}${path}`, headers)) };
    await drive(WARM_UP_CALLS, 1, query);
    await drive(WARM_UP_CALLS, 1, () => get(`${stack.url}${path}`, headers));
    const { subject, baseline } = await inTurn(bare, call, options.rounds);
    const what = `GET ${name}, ${options.entries} ledger entries`;
    yield latencyRow(`${what}: p50`, bare.name, 1.5, subject.p50Ms / baseline.p50Ms, subject, baseline);
    yield latencyRow(`${what}: p99`, bare.name, 3, subject.p99Ms / baseline.p99Ms, subject, baseline);
  }
}

async function benchWrites(stack: FaultStack, customer: TestCustomer, options: { rounds: number }): Promise<Row> {
  const append: Contestant = {
    name: 'the bare append, one event',
    run: () =>
      drive(WRITES, 1, () =>
        stack.store.append(`bench-${crypto.randomUUID()}`, -1n, [
          {
            id: crypto.randomUUID(),
            type: 'Bench',
            data: { filler: 'x'.repeat(420) },
            metadata: { filler: 'x'.repeat(330) },
          },
        ]),
      ),
  };
  const write: Contestant = {
    name: 'a deposit announced by HTTP until its list shows it',
    run: () =>
      drive(WRITES, 1, async () => {
        const response = await fetch(`${stack.url}/api/deposits`, {
          method: 'POST',
          headers: { ...customer.headers, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify({ wallet_id: customer.wallets.USD, amount: '10' }),
        });
        if (response.status !== 201 || response.headers.get('x-read-model') !== 'current') {
          throw new Error(`${response.status} ${response.headers.get('x-read-model')}: ${await response.text()}`);
        }
        await response.arrayBuffer();
      }),
  };
  await append.run(0);
  await write.run(0);
  const { subject, baseline } = await inTurn(append, write, options.rounds);
  return latencyRow(`${write.name}: p50`, append.name, 4, subject.p50Ms / baseline.p50Ms, subject, baseline);
}

async function get(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Medians of rounds in turn, as `compare`, for latencies. */
async function inTurn(baseline: Contestant, subject: Contestant, rounds: number) {
  const runs: { baseline: Measured; subject: Measured }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push({ baseline: await baseline.run(round), subject: await subject.run(round) });
  }
  const middle = (pick: (run: (typeof runs)[number]) => Measured): Measured => ({
    perSecond: median(runs.map((run) => pick(run).perSecond)),
    p50Ms: median(runs.map((run) => pick(run).p50Ms)),
    p99Ms: median(runs.map((run) => pick(run).p99Ms)),
  });
  return { baseline: middle((run) => run.baseline), subject: middle((run) => run.subject) };
}

const latencyRow = (
  what: string,
  baseline: string,
  aim: number,
  ratio: number,
  subject: Measured,
  bare: Measured,
): Row => ({
  what,
  baseline: `${baseline} (p50 ${bare.p50Ms.toFixed(1)} ms, p99 ${bare.p99Ms.toFixed(1)} ms)`,
  aim,
  isCeiling: true,
  ratio,
  subjectPerSecond: subject.perSecond,
  baselinePerSecond: bare.perSecond,
  p50Ms: subject.p50Ms,
  p99Ms: subject.p99Ms,
});
