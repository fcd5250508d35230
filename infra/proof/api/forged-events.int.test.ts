import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { chain } from '#core/kernel/log/hash-chain.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createAdministrator } from './administrators.ts';
import { createCustomer, fund } from './customers.ts';
import { assertStatus, startTestApp, type TestApp } from './test-app.ts';

describe('money that somebody wrote into the event store themselves', async () => {
  const test = await startTestApp();
  const customer = await createCustomer(test);
  const administrator = await createAdministrator(test);
  await fund(test, customer, 'USD', 10_000n);
  after(() => test.stop());

  const usdWallet = async () => {
    const answer = await test.app.inject({ url: '/api/wallets', headers: customer.headers });
    assertStatus(answer, 200);
    return answer.json().data.find(({ currency }: { currency: string }) => currency === 'USD');
  };

  it('is not shown, cannot be spent, and stops everything of that wallet with an explanation', async () => {
    const before = await usdWallet();
    await printMoney(test, `wallet-${customer.wallets.USD}`);

    const limit = () =>
      test.app.inject({
        method: 'POST',
        url: `/api/admin/users/${customer.customerId}/credit`,
        headers: administrator.headers,
        payload: { wallet_id: customer.wallets.USD, credit_limit: '5.00' },
      });
    const refused = await eventually(async () => {
      const answer = await limit();
      assertStatus(answer, 503);
      return answer;
    });
    assert.equal(refused.json().code, 'ledger_not_sound');
    assert.match(refused.json().message, /cannot be trusted until somebody has looked at it\. Nothing was booked/);
    assert.deepEqual((await usdWallet()).balance, before.balance);
    await eventually(async () => {
      const answer = await test.app.inject({ url: '/api/admin/system', headers: administrator.headers });
      assert.match(answer.body, /no part of this store wrote it/);
    });
  });
});

/** Appends the credit of the wallet's deposit a second time, with a matching hash chain, as an attacker at the event store's port can. */
async function printMoney(test: TestApp, streamId: string): Promise<void> {
  const client = createEventStoreClient(test.eventstoreUrl);
  try {
    const store = createEventStoreDb(client);
    const events: StoredEvent[] = [];
    for await (const event of store.readStream(streamId)) events.push(event);
    const credit = events.find(({ type }) => type === 'WalletCredited');
    const last = events.at(-1);
    assert.ok(credit && last);
    const { type, data } = credit;
    const { hash: _hash, ...metadata } = metadataOf(credit);
    const [id, revision] = [randomUUID(), last.revision + 1n];
    const reference = `deposit:${randomUUID()}`;
    const forged = { id, type, data: { ...(data as object), reference }, streamId, revision, metadata };
    const chained = chain(forged, metadataOf(last).hash);
    await store.append(streamId, last.revision, [{ id, type, data: chained.data, metadata: chained.metadata }]);
  } finally {
    await client.dispose();
  }
}

const metadataOf = (event: StoredEvent) => event.metadata as Parameters<typeof chain>[0]['metadata'] & { hash: string };
