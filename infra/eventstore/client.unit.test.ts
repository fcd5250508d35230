import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEventStoreClient, withDefaults } from './client.ts';

describe('the event store client', () => {
  it('adds the options that the connection string leaves out', () => {
    const options = new URLSearchParams(withDefaults('esdb://a:1,b:2?tls=false&defaultDeadline=500').split('?')[1]);
    assert.equal(options.get('tls'), 'false');
    assert.equal(options.get('defaultDeadline'), '500');
    assert.equal(options.get('throwOnAppendFailure'), 'true');
  });

  it('takes a single node and a cluster', async () => {
    for (const url of [
      'esdb://127.0.0.1:2113?tls=false',
      'esdb://u:p@a:2113,b:2113?tls=true',
      'esdb+discover://cluster:2113',
    ]) {
      await createEventStoreClient(url).dispose();
    }
  });
});
