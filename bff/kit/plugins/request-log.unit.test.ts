import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import '#bff/kit/http/fastify-types.ts';
import { registerRequestLog } from './request-log.ts';

it('the line of a request names its route and outcome, and nobody', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ logger: { level: 'info', base: {}, stream }, genReqId: () => 'request-1' });
  registerRequestLog(app, 'a key');
  app.get('/api/users/:email', async (_request, reply) => reply.code(201).send({ email: 'ada@customer.example' }));
  try {
    await app.inject({
      remoteAddress: '203.0.113.7',
      url: '/api/users/ada@customer.example?search=Lovelace',
      headers: { authorization: 'Bearer abc' },
    });
    const own = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    assert.equal(own.length, 1);
    const { time, duration_ms: duration, ...rest } = own[0];
    assert.ok(time > 0 && duration >= 0);
    assert.match(own[0].network, /^[0-9a-f]{12}$/);
    assert.deepEqual(rest, {
      level: 30,
      correlation_id: 'request-1',
      method: 'GET',
      route: '/api/users/:email',
      status: 201,
      actor_kind: 'visitor',
      network: own[0].network,
      msg: 'request',
    });
  } finally {
    await app.close();
  }
});

it('the line of a request says which requests came from one network, and of an administrator the session', async () => {
  const lines: { network: string; session?: string }[] = [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const app = Fastify({ logger: { level: 'info', base: {}, stream } });
  registerRequestLog(app, 'a key');
  app.get('/api/admin/users', async (request) => {
    request.actor = { kind: 'administrator', sessionId: 'session-1' } as never;
    return {};
  });
  try {
    for (const remoteAddress of ['203.0.113.7', '203.0.113.7', '203.0.113.8', '2001:db8::1', '2001:db8::2']) {
      await app.inject({ url: '/api/admin/users', remoteAddress });
    }
    const [one, again, other, six, neighbour] = lines.filter(({ network }) => network !== undefined);
    assert.equal(one?.network, again?.network);
    assert.notEqual(one?.network, other?.network);
    assert.equal(six?.network, neighbour?.network);
    assert.equal(one?.session, 'session-1');
    assert.doesNotMatch(JSON.stringify(lines.map(({ network }) => network)), /203|2001/);
  } finally {
    await app.close();
  }
});
