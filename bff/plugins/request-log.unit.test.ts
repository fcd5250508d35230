import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import '#bff/http/fastify-types.ts';
import { registerRequestLog } from './request-log.ts';

it('the line of a request names its route and outcome, and nobody', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ logger: { level: 'info', base: {}, stream }, genReqId: () => 'request-1' });
  registerRequestLog(app);
  app.get('/api/users/:email', async (_request, reply) => reply.code(201).send({ email: 'ada@customer.example' }));
  try {
    await app.inject({
      url: '/api/users/ada@customer.example?search=Lovelace',
      headers: { authorization: 'Bearer abc' },
    });
    const own = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    assert.equal(own.length, 1);
    const { time, duration_ms: duration, ...rest } = own[0];
    assert.ok(time > 0 && duration >= 0);
    assert.deepEqual(rest, {
      level: 30,
      correlation_id: 'request-1',
      method: 'GET',
      route: '/api/users/:email',
      status: 201,
      actor_kind: 'visitor',
      msg: 'request',
    });
  } finally {
    await app.close();
  }
});
