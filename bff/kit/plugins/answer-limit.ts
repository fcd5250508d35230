import type { FastifyInstance } from 'fastify';
import type { RouteContract } from '#bff/contract/base/route.ts';

/** It is longer than the wait for a store that is away. A request that is silent for longer has stopped. */
export const ANSWER_LIMIT_MS = 20_000;
/** A form with files arrives at the speed of its sender. */
const UPLOAD_LIMIT_MS = 120_000;

/**
 * Every request gets an answer in time, even while Postgres is frozen: 503, with the time of the next try. The write may still be done; the
 * same request under its Idempotency-Key then gets its answer. A file that is being sent is not interrupted.
 */
export function registerAnswerLimit(app: FastifyInstance, answerLimitMs: number): void {
  app.addHook('onRoute', (route) => {
    const contract: RouteContract | undefined = route.config?.contract;
    if (contract === undefined || contract.file !== undefined) return;
    route.handlerTimeout = contract.multipart ? UPLOAD_LIMIT_MS : answerLimitMs;
  });
}
