import { Writable } from 'node:stream';
import { z } from 'zod';
import { WalletList } from '#bff/contract/money/wallet.ts';
import { OrderPage } from '#bff/contract/shop/order.ts';
import { ledgerCodec, type RecordedLedgerEvent, STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { check } from '#core/cli/check.ts';
import { createOutput } from '#core/cli/output.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { findWrongShelves } from '#infra/adapters/stock/shelves.ts';
import type { TestCustomer } from '#infra/proof/api/customers.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { rebuildAndCompare } from '#projections/rebuild/rebuild.ts';
import { describeDifferences } from '#projections/rebuild/report.ts';
import type { Caller } from './caller.ts';
import type { Journal } from './journal.ts';
import type { RunningStore } from './stack.ts';
import type { Violations } from './violations.ts';

/** How long recovery and unfinished steps may take once the faults are over. */
const HEAL_LIMIT_MS = 120_000;

export type Person = { readonly customer: TestCustomer; readonly caller: Caller };
type Scene = {
  readonly stack: RunningStore;
  readonly journal: Journal;
  readonly violations: Violations;
  readonly people: readonly Person[];
  readonly say: (line: string) => void;
};

/** Everything that must be true when the faults are over. Violations are recorded, not thrown. */
export async function checkEverything(scene: Scene): Promise<void> {
  const { stack, violations, say } = scene;
  await step(scene, 'healthy again without a restart', () =>
    eventually(async () => {
      const response = await fetch(`${stack.url}/api/health/ready`, { signal: AbortSignal.timeout(5_000) });
      if (!response.ok) throw new Error(`not ready: ${await response.text()}`);
    }, HEAL_LIMIT_MS),
  );
  await step(scene, 'every process finished, postings sum to zero, no wallet below its limit, chains verify', () =>
    eventually(() => auditLedger(stack), HEAL_LIMIT_MS),
  );
  await step(scene, 'every paid order has its codes', () => eventually(() => requireNobodyWaits(stack), HEAL_LIMIT_MS));
  const events: RecordedLedgerEvent[] = [];
  for await (const stored of stack.store.readAll({ prefixes: STREAM_PREFIXES }))
    events.push(ledgerCodec.decode(stored));
  say(`  ${events.length} events in the log`);
  const before = violations.all.length;
  compareWithJournal(scene, events);
  if (violations.all.length === before) say('✓ no acknowledged command missing, none applied twice');
  await step(scene, 'codes each sold once', () => compareCodes(scene, events));
  await step(scene, 'balances are what was answered', () => compareBalances(scene, events));
  await step(scene, 'rebuilt read models equal the live ones', () => compareRebuilt(stack));
}

async function step({ violations, say }: Scene, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    say(`✓ ${what}`);
  } catch (error) {
    violations.add(`Not so: ${what}. ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** The audit of finance, without grace for unfinished steps. @throws with its output */
export async function auditLedger(stack: RunningStore): Promise<void> {
  const said: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      said.push(chunk.toString());
      done();
    },
  });
  const output = createOutput(sink, sink);
  try {
    const findWrong = () => findWrongShelves(stack.pool);
    await check(stack.store, output, {
      now: new Date(),
      graceSeconds: 0,
      findWrongShelves: findWrong,
    });
  } catch (error) {
    await output.end();
    throw new Error(`${error instanceof Error ? error.message : error}\n${said.join('')}`);
  }
}

async function requireNobodyWaits({ pool }: RunningStore): Promise<void> {
  const { rows } = await pool.query<{ waiting: number; unconfirmed: number }>(
    `select count(*) filter (where status = 'waiting')::int as waiting,
       count(*) filter (where status = 'allocated' and fulfilled_at is null)::int as unconfirmed from app.stock_request`,
  );
  const [row] = rows;
  if (row && (row.waiting > 0 || row.unconfirmed > 0)) throw new Error(JSON.stringify(row));
}

function compareWithJournal({ journal, violations, people }: Scene, events: readonly RecordedLedgerEvent[]): void {
  const own = new Set(people.map(({ customer }) => customer.customerId));
  const byStream = Map.groupBy(events, (event) => event.streamId);
  const has = (streamId: string, type: string) => byStream.get(streamId)?.some((event) => event.type === type) === true;
  const expect = (ids: Iterable<string>, category: string, type: string) => {
    for (const id of ids) {
      if (!has(`${category}-${id}`, type)) violations.add(`Missing: ${type} of ${category} ${id} was acknowledged.`);
    }
  };
  expect(journal.deposits.keys(), 'deposit', 'DepositRequested');
  expect(journal.deletedDeposits, 'deposit', 'DepositDeleted');
  expect(journal.rejections, 'deposit', 'DepositRejected');
  expect(journal.orders.keys(), 'order', 'OrderPlaced');
  expect(journal.cancelledOrders, 'order', 'OrderCancelled');
  expect(journal.withdrawals.keys(), 'withdrawal', 'WithdrawalRequested');
  expect(journal.completedWithdrawals, 'withdrawal', 'WithdrawalCompleted');
  expect(journal.rejectedWithdrawals, 'withdrawal', 'WithdrawalRejected');
  for (const [id, minor] of journal.approvals) {
    const approved = byStream.get(`deposit-${id}`)?.filter((event) => event.type === 'DepositApproved') ?? [];
    if (approved.length !== 1 || approved[0]?.data.approvedAmount.amount !== minor) {
      violations.add(`Deposit ${id} was acknowledged as approved with ${minor}; the ledger has ${approved.length}.`);
    }
  }
  for (const event of events) {
    const id = event.streamId.slice(event.streamId.indexOf('-') + 1);
    const isUnknown =
      (event.type === 'DepositRequested' && own.has(event.data.customerId) && !journal.deposits.has(id)) ||
      (event.type === 'OrderPlaced' && own.has(event.data.customerId) && !journal.orders.has(id)) ||
      (event.type === 'WithdrawalRequested' &&
        own.has(event.data.customerId) &&
        !journal.withdrawals.has(id) &&
        // Refused because the wallet did not cover it: its customer got that answer.
        !has(event.streamId, 'WithdrawalFailed'));
    if (isUnknown) violations.add(`Twice, or never answered: ${event.type} ${id} was not acknowledged to anybody.`);
  }
  compareCommands(journal, violations, events);
}

function compareCommands(journal: Journal, violations: Violations, events: readonly RecordedLedgerEvent[]): void {
  const byCommand = Map.groupBy(events, (event) => event.metadata.commandId);
  for (const [commandId, { type, events: answered }] of journal.commands) {
    const stored = byCommand.get(commandId) ?? [];
    // A step that follows the registration may have opened the wallet: then this command changes nothing.
    if (type === 'OpenWallet' && answered.length === 0 && stored.length === 0) continue;
    if (stored.length === 0) violations.add(`Missing: ${type} (${commandId}) was acknowledged and is not in the log.`);
    const types = stored.map((event) => event.type);
    // The answer to a repetition proves nothing: the first attempt was stored.
    if (answered.length > 0 && types.join() !== answered.join()) {
      violations.add(`${type} (${commandId}) was answered with ${answered.join()}; the log has ${types.join()}.`);
    }
    if (new Set(stored.map((event) => event.streamId)).size > 1 || new Set(types).size < types.length) {
      violations.add(`${type} (${commandId}) was applied more than once: ${types.join()}.`);
    }
  }
}

const SoldCode = z.object({ order_id: z.string(), count: z.number() });

async function compareCodes({ stack, journal }: Scene, events: readonly RecordedLedgerEvent[]): Promise<void> {
  const sold = new Map<string, number>();
  for (const event of events) {
    if (event.type !== 'OrderFulfilled') continue;
    const id = event.streamId.slice('order-'.length);
    if (sold.has(id)) throw new Error(`Order ${id} was fulfilled twice.`);
    sold.set(
      id,
      event.data.lines.reduce((sum, line) => sum + line.quantity, 0),
    );
  }
  const { rows } = await stack.pool.query(
    'select order_id::text, count(*)::int from app.gift_code where order_id is not null group by order_id',
  );
  const inStock = new Map(
    z
      .array(SoldCode)
      .parse(rows)
      .map((row) => [row.order_id, row.count]),
  );
  for (const [id, count] of sold) {
    if (inStock.get(id) !== count) throw new Error(`Order ${id} was sold ${count} codes; it has ${inStock.get(id)}.`);
  }
  for (const id of inStock.keys()) if (!sold.has(id)) throw new Error(`Order ${id} has codes, but was not fulfilled.`);

  const seen = new Set<string>();
  for (const [orderId, codes] of journal.shownCodes) {
    if (codes.length !== sold.get(orderId)) throw new Error(`Order ${orderId} showed ${codes.length} codes.`);
    for (const code of codes) {
      if (!journal.codes.has(code)) throw new Error(`Order ${orderId} showed a code that was never in stock.`);
      if (seen.has(code)) throw new Error(`Order ${orderId} showed a code that another order showed too.`);
      seen.add(code);
    }
  }
}

/** Summed from the answers that people got, not from the ledger. */
async function compareBalances({ journal, people }: Scene, events: readonly RecordedLedgerEvent[]): Promise<void> {
  const expected = new Map<string, bigint>();
  const move = (walletId: string | undefined, minor: bigint) => {
    if (walletId === undefined) return;
    expected.set(walletId, (expected.get(walletId) ?? 0n) + minor);
  };
  for (const [id, minor] of journal.approvals) move(journal.deposits.get(id)?.walletId, minor);
  for (const id of journal.completedWithdrawals) {
    const withdrawal = journal.withdrawals.get(id);
    if (withdrawal) move(withdrawal.walletId, -withdrawal.minor);
  }
  for (const { customer, caller } of people) {
    const orders = await allOrders(caller);
    for (const order of orders) {
      if (order.paid_at !== null && order.refunded_at === null) {
        move(order.wallet_id, -BigInt(order.total.amount));
      }
    }
    const placed = events.filter(
      (event) => event.type === 'OrderPlaced' && event.data.customerId === customer.customerId,
    ).length;
    if (orders.length !== placed) throw new Error(`${orders.length} orders are listed, ${placed} were placed.`);
    const wallets = WalletList.parse((await caller.get('/api/wallets')).body).data;
    for (const wallet of wallets) {
      const sum = expected.get(wallet.id) ?? 0n;
      if (BigInt(wallet.balance.amount) !== sum) {
        throw new Error(`Wallet ${wallet.id} shows ${wallet.balance.amount}; what was answered sums to ${sum}.`);
      }
    }
  }
}

async function allOrders(caller: Caller) {
  const orders = [];
  for (let page = 1; ; page += 1) {
    const { data, meta } = OrderPage.parse((await caller.get(`/api/orders?per_page=100&page=${page}`)).body);
    orders.push(...data);
    if (page >= meta.last_page) return orders;
  }
}

export async function compareRebuilt({ databaseUrl, store }: RunningStore): Promise<void> {
  const report = await rebuildAndCompare({
    databaseUrl,
    store,
    projections,
    version: READ_MODEL_VERSION,
    logger: silentLogger,
    signal: AbortSignal.timeout(HEAL_LIMIT_MS),
    isDryRun: true,
  });
  if (report.differences.length > 0) throw new Error(describeDifferences(report.differences));
}
