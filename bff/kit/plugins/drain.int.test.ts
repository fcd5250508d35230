import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { startTestApp } from '#infra/proof/api/test-app.ts';

/** The default of the balancer in infra/containers/Caddyfile. */
const CADDY_KEEPS_S = 120;

describe('a server behind a balancer', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  async function start() {
    const app = await buildApp(test.deps);
    const slow = { begun: Promise.withResolvers<void>(), goOn: Promise.withResolvers<void>() };
    app.get('/slow', async () => {
      slow.begun.resolve();
      await slow.goOn.promise;
      return 'answered';
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    // As a balancer that keeps its connections.
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const get = async (path: string) => {
      const request = http.get({ host: '127.0.0.1', port, path, agent });
      const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
      answer.resume();
      await once(answer, 'end');
      return { status: answer.statusCode, headers: answer.headers, wasReused: request.reusedSocket };
    };
    return { app, agent, get, slow };
  }

  it('keeps a connection that nobody uses for longer than the balancer does', async () => {
    const { app, agent, get } = await start();
    const { headers } = await get('/api/health/live');
    const [, seconds] = /timeout=(\d+)/.exec(String(headers['keep-alive'])) ?? [];
    assert.ok(Number(seconds) > CADDY_KEEPS_S);
    assert.equal((await get('/api/health/live')).wasReused, true);
    agent.destroy();
    await app.close();
  });

  it('answers everything while it is being stopped, and ends each connection with its answer', async () => {
    const { app, agent, get } = await start();
    assert.notEqual((await get('/api/health/live')).headers.connection, 'close');
    app.drain();
    for (const path of ['/api/brands', '/api/health/ready', '/robots.txt', '/nothing-here']) {
      const { headers, status } = await get(path);
      assert.equal(headers.connection, 'close', path);
      assert.notEqual(status, 500);
    }
    agent.destroy();
    await app.close();
  });

  it('answers what was under way when it closed', async () => {
    const { app, agent, get, slow } = await start();
    const answer = get('/slow');
    await slow.begun.promise;
    const closed = app.close();
    slow.goOn.resolve();
    assert.equal((await answer).status, 200);
    await closed;
    agent.destroy();
  });
});
