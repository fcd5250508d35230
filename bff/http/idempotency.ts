import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '#bff/contract/headers.ts';
import type { RouteContract } from '#bff/contract/route.ts';
import type { BffDeps } from '#bff/deps.ts';
import { ApiError, invalidField } from '#bff/lib/api-error.ts';
import { sql } from '#bff/lib/sql.ts';
import { actorKey } from './actor.ts';
import { describeError } from './describe-error.ts';

const MAX_IDEMPOTENCY_KEY_LENGTH = 200;
/** How long a second request waits for the first of its key before it is asked to come back. */
const IDEMPOTENCY_WAIT_MS = 8_000;
/** A request that is under way says so this often … */
const IDEMPOTENCY_BEAT_MS = 3_000;
/** … so that one which has not for this long has died with its process: the next attempt may take its place. */
const IDEMPOTENCY_ABANDONED_AFTER_S = 12;
const POLL_EVERY_MS = 50;

/**
 * Commits without waiting for the disk. A claim or an answer that a crash of Postgres takes with it is made again by the
 * repetition: every id of a request follows from its key, and the ledger has its commands once.
 */
const WITHOUT_WAITING = sql.fragment`(select set_config('synchronous_commit', 'off', true)) as setting`;

/** Answers worth repeating: done, or refused for good. What a retry may cure (401, 403, 409, 429, 5xx) is not kept. */
const isFinal = (status: number) => status < 500 && ![401, 403, 409, 429].includes(status);

const StoredRow = z.object({
  body_hash: z.string(),
  status: z.int().nullable(),
  response: z.unknown(),
  is_abandoned: z.boolean(),
});

/** The request's Idempotency-Key, where the route accepts one and the caller is known. @throws ApiError 422 */
export function idempotencyKeyOf(request: FastifyRequest, route: RouteContract): string | undefined {
  const key = request.headers[IDEMPOTENCY_KEY_HEADER];
  if (route.idempotent !== true || typeof key !== 'string' || actorKey(request.actor) === undefined) return undefined;
  if (key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw invalidField(IDEMPOTENCY_KEY_HEADER, `An Idempotency-Key has 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`);
  }
  return key;
}

/**
 * Runs a write once per key: a repeat with the same body gets the first answer again, one that comes while the first is
 * under way waits for it, one with another body is refused (422 idempotency_key_reused).
 */
export async function withIdempotency(
  deps: Pick<BffDeps, 'database'>,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  successStatus: number,
  run: () => Promise<unknown>,
): Promise<unknown> {
  const actor = actorKey(request.actor) ?? '';
  const call = `${request.method} ${request.url}`;
  const bodyHash = createHash('sha256')
    .update(`${call}\n`)
    .update(JSON.stringify(request.body ?? null))
    .digest('hex');
  const deadline = performance.now() + IDEMPOTENCY_WAIT_MS;
  while (!(await claim(deps, { actor, key, call, bodyHash }))) {
    const row = await deps.database.maybeOne(
      sql.type(StoredRow)`select body_hash, status, response,
          created_at < now() - ${`${IDEMPOTENCY_ABANDONED_AFTER_S} seconds`}::interval as is_abandoned
        from app.idempotency_key where actor = ${actor} and key = ${key}`,
    );
    if (!row) continue;
    if (row.body_hash !== bodyHash) {
      throw new ApiError(
        422,
        'idempotency_key_reused',
        'This Idempotency-Key was used for another request. Nothing was done; use a new key.',
      );
    }
    if (row.status !== null) {
      reply.header(IDEMPOTENCY_REPLAYED_HEADER, 'true').code(row.status);
      return row.response;
    }
    if (row.is_abandoned) {
      await abandon(deps, actor, key, bodyHash);
      continue;
    }
    if (performance.now() > deadline) {
      throw new ApiError(
        409,
        'idempotency_in_progress',
        'The first request with this Idempotency-Key is still under way. Repeat it in a moment to get its answer.',
        { retryAfterS: 1 },
      );
    }
    await delay(POLL_EVERY_MS);
  }
  return finish(deps, { actor, key, request, successStatus }, run);
}

type Claim = { readonly actor: string; readonly key: string; readonly call: string; readonly bodyHash: string };

async function claim(deps: Pick<BffDeps, 'database'>, wanted: Claim): Promise<boolean> {
  const claimed = await deps.database.maybeOne(
    sql.type(z.object({ key: z.string() }))`
      insert into app.idempotency_key (actor, key, call, body_hash)
      select ${wanted.actor}, ${wanted.key}, ${wanted.call}, ${wanted.bodyHash} from ${WITHOUT_WAITING}
      on conflict (actor, key) do nothing returning key`,
  );
  return claimed !== null;
}

async function finish(
  deps: Pick<BffDeps, 'database'>,
  claimed: { actor: string; key: string; request: FastifyRequest; successStatus: number },
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { actor, key } = claimed;
  const keep = async (status: number, response: unknown) => {
    await deps.database.query(
      sql.typeAlias('void')`update app.idempotency_key set status = ${status},
        response = ${JSON.stringify(response)}::jsonb from ${WITHOUT_WAITING} where actor = ${actor} and key = ${key}`,
    );
  };
  /** The caller does not wait for it: the answer is right without it, and a repetition that comes first looks again. */
  const keepAfterwards = (status: number, response: unknown) =>
    setImmediate(() => {
      // As after a crash: the repetition makes the answer again, from what the ledger has.
      keep(status, response).catch((error: unknown) =>
        claimed.request.log.warn({ err: error }, 'an answer could not be kept'),
      );
    });
  const beat = setInterval(() => {
    deps.database
      .query(
        sql.typeAlias('void')`update app.idempotency_key set created_at = now()
          where actor = ${actor} and key = ${key} and status is null`,
      )
      // A database that is away fails the request itself; a beat that is lost is made up for by the next.
      .catch((error: unknown) => claimed.request.log.warn({ err: error }, 'a request could not say that it goes on'));
  }, IDEMPOTENCY_BEAT_MS);
  try {
    const answer = await run();
    // Not the reply's own: a caller who waited too long had 503, and what was done is done all the same.
    keepAfterwards(claimed.successStatus, answer);
    return answer;
  } catch (error) {
    const { status, body } = describeError(error, claimed.request.correlationId);
    if (isFinal(status)) keepAfterwards(status, body);
    else {
      await deps.database.query(
        sql.typeAlias('void')`delete from app.idempotency_key where actor = ${actor} and key = ${key}`,
      );
    }
    throw error;
  } finally {
    clearInterval(beat);
  }
}

async function abandon(deps: Pick<BffDeps, 'database'>, actor: string, key: string, bodyHash: string): Promise<void> {
  await deps.database.query(
    sql.typeAlias('void')`delete from app.idempotency_key
      where actor = ${actor} and key = ${key} and body_hash = ${bodyHash} and status is null
      and created_at < now() - ${`${IDEMPOTENCY_ABANDONED_AFTER_S} seconds`}::interval`,
  );
}
