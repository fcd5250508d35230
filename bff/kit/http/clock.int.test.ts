import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, it } from 'node:test';
import { check } from '#core/cli/check.ts';
import { createOutput } from '#core/cli/output.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

const DAY_MS = 86_400_000;
const test = await startTestApp();
after(() => test.stop());

it('a clock that jumps, forwards or back, neither stops writes nor upsets the order of what happened', async () => {
  const customer = await createCustomer(test);
  const references: string[] = [];
  for (const jumpMs of [0, DAY_MS, -3 * DAY_MS, 3_600_000, -60_000]) {
    test.advance(jumpMs);
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/deposits',
      headers: customer.headers,
      payload: { wallet_id: customer.wallets.EUR, amount: '10' },
    });
    assertStatus(answer, 201);
    references.push(answer.json().data.reference);
  }
  assert.deepEqual(references, references.toSorted(), 'numbers follow the order, not the clock');

  const client = createEventStoreClient(test.eventstoreUrl);
  try {
    const store = createEventStoreDb(client);
    const positions: bigint[] = [];
    for await (const event of store.readAll({ prefixes: ['deposit-'] })) positions.push(event.position);
    assert.deepEqual(
      positions,
      positions.toSorted((left, right) => (left < right ? -1 : 1)),
    );
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    await check(store, createOutput(sink, sink), { now: new Date(Date.now() + 7 * DAY_MS), graceSeconds: 0 });
  } finally {
    await client.dispose();
  }
});
