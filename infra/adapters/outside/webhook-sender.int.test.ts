import assert from 'node:assert/strict';
import dns from 'node:dns';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { isPublic } from './webhook-addresses.ts';
import { createWebhookSender } from './webhook-sender.ts';

describe('addresses', () => {
  it('are public only where nothing private can be reached by them', () => {
    const closed = [
      ...['127.0.0.1', '10.1.2.3', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
      ...['224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', 'ff02::1', '::ffff:127.0.0.1'],
      ...['::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:0:7f00:1::', '2001:db8::1', 'localhost', ''],
    ];
    for (const address of closed) assert.equal(isPublic(address), false, address);
    for (const address of ['8.8.8.8', '172.32.0.1', '2606:4700::1111']) assert.equal(isPublic(address), true, address);
  });
});

describe('the sender of webhooks', () => {
  let asked = 0;
  let answer: RequestListener;
  const server = createServer((request, response) => {
    asked += 1;
    answer(request, response);
  });
  let port: number;
  before(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    asked = 0;
  });
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  const local = createWebhookSender({ allowsLoopback: true });
  const strict = createWebhookSender({ allowsLoopback: false });

  it('reaches nothing of this machine unless it is allowed to, whatever a name leads to', async (context) => {
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]']) {
      await assert.rejects(strict.post(`http://${host}:${port}/`, {}, '{}'), /https|public/, host);
      await assert.rejects(strict.post(`https://${host}:${port}/`, {}, '{}'), /not a public/, host);
    }
    // A name that was public when it was registered.
    context.mock.method(dns, 'lookup', ((_host: string, _options: object, done: (...all: unknown[]) => void) =>
      done(null, [
        { address: '8.8.8.8', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])) as typeof dns.lookup);
    await assert.rejects(strict.post('https://rebound.example/', {}, '{}'), /not a public/);
    assert.equal(asked, 0);
  });

  it('allowed to reach this machine, still reaches no other of the private net', () => {
    assert.equal(local.problemOf(`http://localhost:${port}`), undefined);
    for (const url of ['https://10.0.0.1/', 'https://192.168.0.1/', 'http://8.8.8.8/'])
      assert.ok(local.problemOf(url), url);
  });

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    assert.equal((await local.post(`http://localhost:${port}/`, {}, '{}')).status, 307);
    assert.equal(asked, 1);
  });

  it('reads the first kilobyte of an answer that does not end', async () => {
    answer = (_request, response) => {
      const more = setInterval(() => response.write('x'.repeat(600)), 1);
      response.on('close', () => clearInterval(more));
    };
    const { status, start } = await local.post(`http://127.0.0.1:${port}/`, {}, '{}');
    assert.deepEqual([status, start.length], [200, 1_024]);
  });

  it('keeps the status of an answer that is cut off', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('ok', () => response.destroy());
    };
    assert.deepEqual(await local.post(`http://127.0.0.1:${port}/`, {}, '{}'), { status: 200, start: 'ok' });
  });

  it('waits only so long', async () => {
    answer = () => undefined;
    const impatient = createWebhookSender({ allowsLoopback: true, answerLimitMs: 1_000 });
    await assert.rejects(impatient.post(`http://127.0.0.1:${port}/`, {}, '{}'), /No answer within 1 s/);
  });
});
