import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { seller } from '#core/aggregates/settings/testing/changes.ts';
import { isDomainError } from '#core/kernel/errors.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createInMemoryEventStore } from '#core/kernel/testing/in-memory-event-store.ts';
import { createTestLedger } from '#core/testing/test-ledger.ts';
import { followSettings } from './follow-settings.ts';

it('settings are refused while the log does not have their last event, as on a node that is behind, and count again when it has', async () => {
  const { store, send } = createTestLedger();
  await send({ type: 'AdoptSettings', section: 'seller', value: seller('Ink'), why: 'First' });
  const settings = await followSettings({ store, logger: silentLogger });
  assert.equal(settings.now().values.seller?.name, 'Ink');
  const { readStream } = store;
  store.readStream = createInMemoryEventStore().readStream;
  store.dropSubscriptions();
  await eventually(async () => assert.throws(settings.now, (error) => isDomainError(error, 'unavailable')), 5_000);
  store.readStream = readStream;
  await eventually(async () => assert.equal(settings.now().values.seller?.name, 'Ink'), 5_000);
  const { version } = settings.now();
  const change = { type: 'ChangeSettings', section: 'seller', why: 'Renamed', by: 'ada', hasSecond: false } as const;
  const when = { now: '2026-11-27T12:00:00.000Z', waitHours: 24, version, proposalId: randomUUID() };
  const { position } = await send({ ...change, ...when, value: seller('Paper') });
  assert.ok(await settings.reached(position, 5_000));
  assert.equal(settings.now().values.seller?.name, 'Paper');
  await settings.close();
});

it('settings are read from their stream at a start, and the log from its end: what it has else is not read again', async (test) => {
  const { store, send } = createTestLedger();
  await send({ type: 'AdoptSettings', section: 'seller', value: seller('Ink'), why: 'First' });
  const { position } = await send({
    type: 'OpenWallet',
    walletId: randomUUID(),
    customerId: randomUUID(),
    currency: 'USD',
  });
  const begunAfter: (bigint | null)[] = [];
  const { subscribe } = store;
  store.subscribe = (options) => {
    begunAfter.push(options.after);
    return subscribe(options);
  };
  const settings = await followSettings({ store, logger: silentLogger });
  test.after(() => settings.close());
  assert.deepEqual(begunAfter, [position]);
  assert.equal(settings.now().values.seller?.name, 'Ink');
});
