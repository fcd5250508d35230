import assert from 'node:assert/strict';
import { it } from 'node:test';
import Fastify from 'fastify';
import type { RouteContract } from '#bff/contract/base/route.ts';
import { registerAnswerLimit } from './answer-limit.ts';
import { registerErrors } from './errors.ts';

const CONTRACT: RouteContract = {
  call: 'GET /frozen',
  method: 'GET',
  path: '/api/frozen',
  auth: 'public',
  summary: 'Never.',
  tag: 'Test',
};

it('a request whose store is silent is answered with 503 and a time to come back; its late answer harms nobody', async () => {
  const app = Fastify();
  registerErrors(app, () => undefined);
  registerAnswerLimit(app, 300);
  const store = Promise.withResolvers<{ late: true }>();
  app.get(CONTRACT.path, { config: { contract: CONTRACT } }, () => store.promise);
  try {
    const answer = await app.inject(CONTRACT.path);
    assert.equal(answer.statusCode, 503);
    assert.ok(Number(answer.headers['retry-after']) > 0);
    assert.match(answer.json().message, /too long to answer.*Nothing is known to have been/);
    store.resolve({ late: true });
    assert.deepEqual((await app.inject(CONTRACT.path)).json(), { late: true });
  } finally {
    await app.close();
  }
});
