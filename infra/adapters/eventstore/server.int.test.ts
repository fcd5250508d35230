import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freePort } from '#infra/local/ports.ts';
import { createTestNode } from '#infra/proof/testing/test-node.ts';
import { describeServer } from './server.ts';

it('an event store is named by its address without login, and by the version that it says', async () => {
  const node = await createTestNode();
  const { address } = node;
  assert.equal(
    await describeServer(`esdb://${address}?tls=false`),
    `esdb://${address}, Embedded node, as EventStoreDB 24.6.0`,
  );
  await node.close();
  const nobody = `esdb://127.0.0.1:${await freePort()}`;
  const told = await describeServer(nobody.replace('//', '//ada:secret@').concat('?tls=false'));
  assert.equal(told, `${nobody}, which does not say its version`);
});
