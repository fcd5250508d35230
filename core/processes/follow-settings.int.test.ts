import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { SettingsCommand } from '#core/aggregates/settings/commands.ts';
import { SETTINGS_ID } from '#core/aggregates/settings/events.ts';
import { seller } from '#core/aggregates/settings/testing/changes.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { NO_SETTINGS, type SettingsReader, valuesAt, valuesOf } from '#core/ledger/settings.ts';
import { createInMemoryStock } from '#core/testing/in-memory-stock.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { type EventStoreNode, startEventStoreNode } from '#infra/node/server.ts';
import { createTestDatabase } from '#infra/proof/testing/database.ts';
import { createLedger } from './create-ledger.ts';
import { followSettings } from './follow-settings.ts';

describe('the settings', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let node: EventStoreNode;
  let store: EventStore;
  const open: Array<() => Promise<void>> = [];
  const followed = async () => {
    const client = createEventStoreClient(node.connectionString);
    const settings = await followSettings({ store: createEventStoreDb(client), logger: silentLogger });
    open.push(async () => {
      await settings.close();
      await client.dispose();
    });
    return settings;
  };
  async function rename(name: string, version: number, readers: readonly SettingsReader[]): Promise<bigint> {
    const ledger = createLedger({ store, stock: createInMemoryStock(), clock: () => new Date(), logger: silentLogger });
    const command: SettingsCommand = {
      type: 'ChangeSettings',
      section: 'seller',
      value: seller(name),
      why: `Now ${name}`,
      by: 'ada',
      version,
      proposalId: randomUUID(),
      hasSecond: false,
      now: new Date().toISOString(),
      waitHours: 0,
    };
    const context = {
      commandId: randomUUID(),
      correlationId: 'c',
      actor: { kind: 'administrator', id: 'ada' },
    } as const;
    const { position } = await ledger.execute(command, context);
    for (const reader of readers) assert.ok(await reader.reached(position, PATIENCE_MS));
    return position;
  }

  before(async () => {
    database = await createTestDatabase();
    node = await startEventStoreNode({ databaseUrl: database.url, port: 0 });
    store = createEventStoreDb(createEventStoreClient(node.connectionString));
  });
  after(async () => {
    for (const close of open) await close();
    await node.stop();
    await database.drop();
  });

  it('count in every process at once, and in one that starts later', async () => {
    const [one, two] = [await followed(), await followed()];
    assert.deepEqual(one.now(), NO_SETTINGS);
    const first = await rename('Ink', 0, [one, two]);
    const before = one.now();
    const second = await rename('Paper', 1, [one, two]);
    const later = await followed();
    for (const { now } of [one, two, later]) {
      const settings = now();
      assert.deepEqual([settings.version, settings.values.seller?.name], [2, 'Paper']);
      assert.deepEqual(
        [first - 1n, first, second].map((position) => valuesAt(settings, position).seller?.name),
        [undefined, 'Ink', 'Paper'],
      );
      assert.deepEqual(
        [0, 1, 2].map((version) => valuesOf(settings, version).seller?.name),
        [undefined, 'Ink', 'Paper'],
      );
    }
    assert.equal(before.values.seller?.name, 'Ink', 'what was read does not change while it is used');
  });

  it('are not guessed where an event of theirs cannot be read', async () => {
    const reader = await followed();
    const last = reader.now().history.at(-1);
    assert.ok(last);
    const broken = { id: randomUUID(), type: 'SettingsChanged', data: { version: 'three' }, metadata: {} };
    const { position } = await store.append(`settings-${SETTINGS_ID}`, last.revision, [broken]);
    assert.equal(await reader.reached(position, 100), false);
    const isUnavailable = (error: unknown) => isDomainError(error, 'unavailable');
    assert.throws(() => reader.now(), isUnavailable);
    const later = await followed();
    assert.throws(() => later.now(), isUnavailable);
  });
});
