import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, it } from 'node:test';
import { ledgerCodec } from '#core/aggregates/events.ts';
import type { CommandContext } from '#core/kernel/commands/aggregate.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { money } from '#core/kernel/money/money.ts';
import type { LedgerCommand } from '#core/ledger/ledger.ts';
import { createInMemoryStock } from '#core/testing/in-memory-stock.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { startEventStoreNode } from '#infra/node/server.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createLedger } from './create-ledger.ts';

const database = await createTestDatabase();
let node = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
after(async () => {
  await node.stop();
  await database.drop();
});

for (const { what, workers, wallets, processes } of [
  { what: 'by two processes to five wallets', workers: 20, wallets: 5, processes: 2 },
  { what: 'by many callers to one wallet', workers: 200, wallets: 1, processes: 1 },
]) {
  it(`commands sent ${what} while the event store restarts are stored once or refused, and an answer is never wrong`, async () => {
    const client = () => createEventStoreClient(node.connectionString);
    /** Appends that a restart interrupted; the handler retries most of them. */
    let cutOff = 0;
    const newStore = (): EventStore => {
      const store = createEventStoreDb(client);
      return {
        ...store,
        append: (...append) =>
          store.append(...append).catch((error: unknown) => {
            cutOff += 1;
            throw error;
          }),
      };
    };
    const newLedger = () =>
      createLedger({
        store: newStore(),
        stock: createInMemoryStock(),
        clock: () => new Date(),
        logger: silentLogger,
      });
    const ledgers = Array.from({ length: processes }, newLedger);
    const walletIds = Array.from({ length: wallets }, () => randomUUID());
    const context = (): CommandContext => {
      const commandId = randomUUID();
      return { commandId, correlationId: commandId, actor: { kind: 'system', id: 'test' } };
    };
    for (const walletId of walletIds) {
      await ledgers[0]?.execute({ type: 'OpenWallet', walletId, customerId: randomUUID(), currency: 'USD' }, context());
    }

    const acknowledged = new Set<string>();
    let isOver = false;
    const credits = async (worker: number) => {
      while (!isOver) {
        const walletId = walletIds[worker % walletIds.length] ?? '';
        const id = randomUUID();
        const command: LedgerCommand = {
          type: 'CreditDeposit',
          walletId,
          reference: `deposit:${id}`,
          amount: money(1n, 'USD'),
          document: { kind: 'deposit', id, number: 'DEP-1' },
        };
        const why = context();
        for (;;) {
          try {
            await ledgers[worker % processes]?.execute(command, why);
            acknowledged.add(`deposit:${id}`);
            break;
          } catch (error) {
            assert.ok(isDomainError(error, 'unavailable') || isDomainError(error, 'conflict'), String(error));
            // The client repeats the same command: it must be stored once.
            if (isOver) break;
          }
        }
      }
    };
    const working = Array.from({ length: workers }, (_, worker) => credits(worker));
    const someMore = async () => {
      const before = acknowledged.size;
      while (acknowledged.size < before + 5 * workers) await new Promise((resolve) => setImmediate(resolve));
    };
    const port = node.port;
    for (let restart = 0; restart < 3; restart += 1) {
      await someMore();
      await node.stop();
      node = await startEventStoreNode({ databaseUrl: database.url, port });
    }
    await someMore();
    isOver = true;
    await Promise.all(working);

    const verifier = createChainVerifier();
    const stored = new Map<string, number>();
    for await (const raw of createEventStoreDb(client).readAll({ prefixes: ['wallet-'] })) {
      assert.equal(verifier.check(raw), null);
      const event = ledgerCodec.decode(raw);
      if (event.type === 'WalletCredited') {
        stored.set(event.data.reference, (stored.get(event.data.reference) ?? 0) + 1);
      }
    }
    const lost = [...acknowledged].filter((reference) => !stored.has(reference));
    const doubled = [...stored].filter(([, times]) => times > 1);
    assert.deepEqual({ lost, doubled }, { lost: [], doubled: [] });
    assert.ok(cutOff > 0, 'the restarts were not noticed: this test proved nothing');
  });
}
