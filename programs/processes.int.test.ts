import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { after, it } from 'node:test';
import { ledgerCodec } from '#core/aggregates/events.ts';
import { approvalOf } from '#core/aggregates/testing/approval.ts';
import { check } from '#core/cli/check.ts';
import { createOutput } from '#core/cli/output.ts';
import { createCommandHandler } from '#core/kernel/commands/handler.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money/money.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { type LedgerCommand, routeCommand } from '#core/ledger/ledger.ts';
import { orderLine } from '#core/testing/test-ledger.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createCodeStore } from '#infra/adapters/stock/codes.ts';
import { startTestStack } from '#infra/proof/testing/stack.ts';
import { startPart } from '#infra/proof/testing/start-part.ts';

const ORDERS = 60;
const stack = await startTestStack();
const client = createEventStoreClient(stack.eventstoreUrl);
const pool = createPgPool(stack.databaseUrl, {
  maxConnections: 4,
  applicationName: 'test',
  onIdleError: assert.ifError,
});
after(async () => {
  await pool.end();
  await client.dispose();
  await stack.stop();
});

const start = () => startPart(path.join(import.meta.dirname, 'processes.ts'), stack);

async function variantWith(codes: number): Promise<string> {
  const [productId, variantId] = [randomUUID(), randomUUID()];
  await pool.query("insert into app.product (id, name, category, region) values ($1, 'Card', 'Games', 'Europe')", [
    productId,
  ]);
  await pool.query(
    "insert into app.product_variant (id, product_id, name, price_minor, currency) values ($1, $2, '10', 1000, 'USD')",
    [variantId, productId],
  );
  const keys = { current: { id: 1, key: randomBytes(32) }, retired: [] };
  await createCodeStore({ pool, keys }).addCodes(
    variantId,
    Array.from({ length: codes }, () => randomBytes(8).toString('hex')),
  );
  return variantId;
}

it('finishes what requests left undone, though it is killed again and again', async () => {
  const store = createEventStoreDb(client);
  const handler = createCommandHandler({ store, codec: ledgerCodec, clock: () => new Date(), logger: silentLogger });
  /** Sends only the command itself, as if its sender had died right after. */
  const send = (command: LedgerCommand) => {
    const commandId = randomUUID();
    return routeCommand(handler, command, {
      commandId,
      correlationId: commandId,
      actor: { kind: 'customer', id: 'test' },
    });
  };
  const variantId = await variantWith(ORDERS);
  const [walletId, customerId, depositId] = [randomUUID(), randomUUID(), randomUUID()];
  await send({ type: 'OpenWallet', walletId, customerId, currency: 'USD' });
  const placeSome = (count: number) =>
    Promise.all(
      Array.from({ length: count }, () =>
        send({
          type: 'PlaceOrder',
          orderId: randomUUID(),
          number: 'ORD',
          customerId,
          walletId,
          currency: 'USD',
          lines: [orderLine(variantId, 1, 1_000n)],
          placedAt: '2026-01-01T00:00:00Z',
          expiresAt: '2026-01-03T00:00:00Z',
        }),
      ),
    );
  // The deposit covers all but two of the later orders.
  const amount = money(1_000n * BigInt(ORDERS - 2), 'USD');
  await send({ type: 'RequestDeposit', depositId, number: 'DEP', customerId, walletId, amount, note: null });
  await send(approvalOf(depositId, amount));

  const countOf = async (type: string) => {
    let count = 0;
    for await (const event of store.readAll({ prefixes: ['order-'] })) if (event.type === type) count += 1;
    return count;
  };
  for (let kill = 1; kill <= 3; kill += 1) {
    await placeSome(ORDERS / 3);
    // Before the runner starts: it could finish all of them before the count.
    const before = await countOf('OrderFulfilled');
    const runner = start();
    await eventually(async () => assert.ok((await countOf('OrderFulfilled')) > before));
    runner.kill('SIGKILL');
    await once(runner, 'exit');
  }

  const runner = start();
  await eventually(async () => assert.equal(await countOf('OrderFulfilled'), ORDERS - 2));
  const withdrawn = { withdrawalId: randomUUID(), number: 'WDR', customerId, walletId, amount: money(1n, 'USD') };
  await send({
    type: 'RequestWithdrawal',
    ...withdrawn,
    requestedBy: 'customer',
    bankSnapshotId: null,
    userNote: null,
    adminNote: null,
  });
  await eventually(async () => {
    const types: string[] = [];
    for await (const event of store.readStream(`withdrawal-${withdrawn.withdrawalId}`)) types.push(event.type);
    assert.deepEqual(types, ['WithdrawalRequested', 'WithdrawalFailed']);
  });
  runner.kill('SIGTERM');
  assert.deepEqual(await once(runner, 'exit'), [0, null]);

  const { rows } = await pool.query(
    'select count(*)::int as sold, count(distinct order_id)::int as orders from app.gift_code where order_id is not null',
  );
  assert.deepEqual(rows, [{ sold: ORDERS - 2, orders: ORDERS - 2 }]);
  const unconfirmed = await pool.query(
    "select 1 from app.stock_request where status = 'allocated' and fulfilled_at is null",
  );
  assert.equal(unconfirmed.rowCount, 0);
  await check(store, createOutput(process.stdout, process.stderr), { now: new Date(), graceSeconds: 0 });
});
