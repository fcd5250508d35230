import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { NOT_CURRENT } from '#bff/kit/lib/api-error.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';

/** Sends a request as a browser does: under one Idempotency-Key, and again while the store answers that it is too busy. */
export function patiently(
  ask: (headers: { 'idempotency-key': string }) => Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const headers = { 'idempotency-key': randomUUID() };
  return eventually(async () => {
    const answer = await ask(headers);
    assert.ok(!['unavailable', 'idempotency_in_progress', NOT_CURRENT].includes(answer.json().code), answer.body);
    return answer;
  });
}
