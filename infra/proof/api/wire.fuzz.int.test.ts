import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, describe, it } from 'node:test';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { allRoutes } from '#bff/contract/routes.ts';
import { createAdministrator } from './administrators.ts';
import { assertCivil, createFailureLog } from './civil.ts';
import { createCustomer } from './customers.ts';
import { startTestApp } from './test-app.ts';

/** Methods of the contract and others, old and odd ones included. A tunnel (CONNECT) is not a request. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'] as const;
const SLOW_SENDERS = 200;
const BOMB_BYTES = 200_000_000;
const MAX_GROWTH_BYTES = 150_000_000;
const ANSWER_WITHIN_MS = 30_000;

/** Bytes on a real socket that none of our clients would send. */
describe('bad input on the wire', async () => {
  const log = createFailureLog();
  const test = await startTestApp({}, log);
  const customer = await createCustomer(test);
  const administrator = await createAdministrator(test);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const port = (test.app.server.address() as AddressInfo).port;
  after(async () => {
    try {
      assert.deepEqual(log.failures, [], 'nothing went wrong that nobody foresaw');
    } finally {
      await test.stop();
    }
  });

  /** Everything that is answered until the other side disconnects or nothing more is expected. */
  async function exchange(bytes: string | Buffer): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('latin1').on('data', (chunk) => {
      answer += chunk;
      if (/\r\n\r\n/.test(answer)) socket.end();
    });
    socket.on('error', () => undefined);
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.write(bytes);
    await closed;
    return answer;
  }
  const send = (method: string, path: string, headers: Record<string, string | string[]>, body?: Buffer | string) =>
    new Promise<{ statusCode: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () =>
          resolve({
            statusCode: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      });
      sent.setTimeout(ANSWER_WITHIN_MS, () => sent.destroy(new Error(`${method} ${path} was not answered`)));
      sent.on('error', reject);
      sent.end(body);
    });
  const isServed = async () => {
    const answer = await send('GET', '/api/wallets', { ...customer.headers });
    assert.equal(answer.statusCode, 200, answer.body);
  };

  it('in a method that a route does not have, is not found', async () => {
    const offered = new Set(allRoutes.map(({ method, path }) => `${method} ${path}`));
    const paths = [...new Set(allRoutes.map(({ path }) => path))];
    let refused = 0;
    for (const path of paths) {
      const url = path.replace(/:[A-Za-z]+/g, randomUUID());
      const patterns = paths.filter((other) => new RegExp(`^${other.replace(/:[A-Za-z]+/g, '[^/]+')}$`).test(url));
      for (const method of METHODS) {
        if (patterns.some((pattern) => offered.has(`${method} ${pattern}`))) continue;
        const answer = await test.app.inject({ method: method as 'GET', url, headers: administrator.headers });
        assert.ok([400, 404, 405, 415].includes(answer.statusCode), `${method} ${path}: ${answer.statusCode}`);
        refused += 1;
      }
    }
    assert.ok(refused > 700, `${refused} requests`);
    await isServed();
  });

  it('as no HTTP at all, or one that can be read in two ways, is refused and hung up on', async () => {
    const host = 'host: localhost\r\n';
    const broken = {
      garbage: '\u0016\u0003\u0001\u0000\u00ff\r\n\r\n',
      'two lengths': `POST /api/auth/sign-in HTTP/1.1\r\n${host}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`,
      'a length and chunks': `POST /api/auth/sign-in HTTP/1.1\r\n${host}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
      'a negative length': `POST /api/auth/sign-in HTTP/1.1\r\n${host}content-length: -1\r\n\r\n{}`,
      'an enormous length': `POST /api/auth/sign-in HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 99999999999999\r\n\r\n{}`,
      'a bad chunk': `POST /api/auth/sign-in HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nzz\r\n{}`,
      'a folded header': `GET /api/brands HTTP/1.1\r\n${host}x-a: 1\r\n  2\u0000\r\n\r\n`,
      'headers without end': `GET /api/brands HTTP/1.1\r\n${host}x-a: ${'a'.repeat(70_000)}\r\n\r\n`,
      'too many headers': `GET /api/brands HTTP/1.1\r\n${host}${'x-a: 1\r\n'.repeat(20_000)}\r\n`,
      'an address that is none': `GET http:///%%% HTTP/1.1\r\n${host}\r\n`,
      'a line without end': 'A'.repeat(100_000),
    };
    for (const [kind, bytes] of Object.entries(broken)) {
      const answer = await exchange(bytes);
      assert.match(answer, /^HTTP\/1\.1 4\d\d /, `${kind}: ${answer.slice(0, 200)}`);
      assert.doesNotMatch(answer, /\n\s+at |node_modules|node:internal/, kind);
    }
    await isServed();
  });

  it('with headers twice, forged or malformed, is answered as if they were not there, or refused', async () => {
    const victim = await createCustomer(test);
    const odd: Record<string, string | string[]>[] = [
      { authorization: [customer.headers.authorization, victim.headers.authorization] },
      { authorization: 'Bearer' },
      { authorization: `Bearer ${customer.token} ${victim.token}` },
      { authorization: `Basic ${Buffer.from('admin:admin').toString('base64')}` },
      {
        ...customer.headers,
        cookie: ['giftledger_refresh=%E0%A4%A; giftledger_admin=%', 'a=b', '=;;=', 'x'.repeat(5_000)],
      },
      {
        ...customer.headers,
        'x-forwarded-for': `127.0.0.1, ${'1.1.1.1, '.repeat(500)}`,
        'x-forwarded-host': 'evil.example',
      },
      { ...customer.headers, 'x-correlation-id': ['a'.repeat(64), 'b'.repeat(64)] },
      {
        ...customer.headers,
        accept: 'text/evil;q=NaN',
        'accept-encoding': 'gzip;q=0, *;q=-1, zz',
        'accept-language': '\u00ff',
      },
      { ...customer.headers, range: 'bytes=0-1,2-3,-999999999999', 'if-none-match': '*', expect: 'something' },
      { ...customer.headers, host: 'evil.example:99999' },
    ];
    for (const path of ['/api/wallets', '/api/orders', '/api/brands', '/api/auth/session', '/api/admin/session']) {
      for (const headers of odd) {
        const answer = await send('GET', path, headers);
        if (answer.statusCode === 417) continue;
        assertCivil(answer, `GET ${path} ${JSON.stringify(headers).slice(0, 200)}`);
        assert.ok(!answer.body.includes(victim.customerId) && !answer.body.includes(victim.wallets.EUR));
      }
    }
    const deposit = JSON.stringify({ wallet_id: customer.wallets.EUR, amount: '10' });
    const keyed = (...keys: string[]) =>
      send(
        'POST',
        '/api/deposits',
        { ...customer.headers, 'content-type': 'application/json', 'idempotency-key': keys },
        deposit,
      );
    const twice = [await keyed('one', 'one'), await keyed('one')];
    assert.deepEqual(
      twice.map(({ statusCode }) => statusCode),
      [201, 201],
    );
    assert.equal((await keyed('one', 'two')).statusCode, 422, 'two keys are none');
    assert.equal(twice[0]?.body, twice[1]?.body, 'a key that a proxy repeats is one key, and it holds');
  });

  it('as a body that unpacks to gigabytes, is refused without unpacking it', async () => {
    const bombs = {
      gzip: gzipSync(Buffer.alloc(BOMB_BYTES, 32)),
      br: brotliCompressSync(Buffer.alloc(BOMB_BYTES / 10, 32)),
      deflate: deflateSync(Buffer.alloc(BOMB_BYTES, 32)),
    };
    const before = process.memoryUsage().rss;
    for (const route of allRoutes.filter(({ body, multipart }) => body ?? multipart)) {
      const who = route.auth === 'administrator' ? administrator : customer;
      const type = route.multipart ? 'multipart/form-data; boundary=x' : 'application/json';
      for (const [encoding, body] of Object.entries(bombs)) {
        const answer = await test.app.inject({
          method: route.method,
          url: route.path.replace(/:[A-Za-z]+/g, '1'),
          headers: { ...who.headers, 'content-type': type, 'content-encoding': encoding },
          payload: body,
        });
        assertCivil(answer, `${route.path} ${encoding}`);
        assert.equal(answer.statusCode, 415, `${route.path} ${encoding}: ${answer.body}`);
      }
    }
    assert.ok(process.memoryUsage().rss - before < MAX_GROWTH_BYTES, 'nothing was unpacked');
    await isServed();
  });

  it('so slowly that it never ends, keeps nobody else waiting, and is hung up on in time', async () => {
    const { server } = test.app;
    for (const timeout of [server.headersTimeout, server.requestTimeout]) {
      assert.ok(timeout > 0 && timeout <= 120_000, `a limit of ${timeout} ms`);
    }
    const sockets: Socket[] = [];
    for (let count = 0; count < SLOW_SENDERS; count += 1) {
      const socket = connect(port, '127.0.0.1');
      sockets.push(socket);
      await once(socket, 'connect');
      const head = 'POST /api/auth/sign-in HTTP/1.1\r\nhost: localhost\r\n';
      socket.write(count % 2 ? head : `${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"email":`);
    }
    await Promise.all(Array.from({ length: 20 }, isServed));
    for (const socket of sockets) socket.destroy();
    await isServed();
  });
});
