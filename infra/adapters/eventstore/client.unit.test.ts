import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEventStoreClient, readAddress } from './client.ts';
import { signedIn, withoutLogin } from './login.ts';

describe('the event store client', () => {
  it('adds the options that the connection string leaves out', () => {
    const options = new URLSearchParams(
      readAddress('esdb://a:1,b:2?tls=false&defaultDeadline=500').address.split('?')[1],
    );
    assert.equal(options.get('tls'), 'false');
    assert.equal(options.get('defaultDeadline'), '500');
    assert.equal(options.get('throwOnAppendFailure'), 'true');
  });

  it('reads which share of a server is the store’s, and keeps that from the client', () => {
    const { address, namespace } = readAddress('esdb://a:1?streamPrefix=mine-&logAfter=12&tls=false');
    assert.deepEqual(namespace, { streamPrefix: 'mine-', logAfter: 12n });
    assert.match(address, /^esdb:\/\/a:1\?tls=false&/);
    assert.equal(readAddress('esdb://a:1?logAfter=12').namespace, undefined);
  });

  it('carries a login, whatever is in it, before all hosts', () => {
    const address = signedIn('esdb://a:1,b:2?tls=true', 'ada@finance', 'a/b?$&');
    assert.equal(address, 'esdb://ada%40finance:a%2Fb%3F%24%26@a:1,b:2?tls=true');
  });

  it('shows people an address without the login that it names', () => {
    for (const address of ['esdb://bob:x%40y@a:1,b:2?tls=true', 'esdb://a:1,b:2?tls=true']) {
      assert.equal(withoutLogin(address), 'esdb://a:1,b:2?tls=true');
    }
    assert.equal(withoutLogin('esdb+discover://bob@a'), 'esdb+discover://a');
  });

  it('gives a frozen node of a cluster up sooner than one that stands alone', () => {
    const silenceMs = (url: string) => {
      const options = new URLSearchParams(readAddress(url).address.split('?')[1]);
      return Number(options.get('keepAliveInterval')) + Number(options.get('keepAliveTimeout'));
    };
    assert.ok(silenceMs('esdb://a:1') > 10_000);
    for (const url of ['esdb://a:1,b:2', 'esdb+discover://a:1']) {
      assert.ok(silenceMs(url) < 3_000);
      assert.match(readAddress(url).address, /gossipTimeout=1(&|$)/);
    }
  });

  it('hands a path with spaces and other signs to the client as it is', () => {
    const file = '/My Projects/a+b & c #1 100%/ca.crt';
    const { address } = readAddress(`esdb://a:1?tls=true&tlsCAFile=${encodeURIComponent(file)}`);
    // The client decodes in this way.
    const [, value = ''] = /tlsCAFile=([^&]*)/.exec(address) ?? [];
    assert.equal(decodeURIComponent(value), file);
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
