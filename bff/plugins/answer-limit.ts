import type { FastifyInstance } from 'fastify';
import type { RouteContract } from '#bff/contract/route.ts';

/** Longer than a store that is away is waited for; what is silent for longer than this has stopped. */
export const ANSWER_LIMIT_MS = 20_000;
/** A form with files arrives at the speed of its sender. */
const UPLOAD_LIMIT_MS = 120_000;

/**
 * Every request gets an answer in time, also while Postgres is frozen: 503, and when to ask again. What was begun may still be
 * done; the same request, under its Idempotency-Key, then gets its answer. A file on its way is left alone.
 */
export function registerAnswerLimit(app: FastifyInstance, answerLimitMs: number): void {
  app.addHook('onRoute', (route) => {
    const contract: RouteContract | undefined = route.config?.contract;
    if (contract === undefined || contract.file !== undefined) return;
    route.handlerTimeout = contract.multipart ? UPLOAD_LIMIT_MS : answerLimitMs;
  });
}
