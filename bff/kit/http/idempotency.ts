import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v7 } from 'uuid';
import { z } from 'zod';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_REPLAYED_HEADER } from '#bff/contract/base/headers.ts';
import { honoursKey, type RouteContract } from '#bff/contract/base/route.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { ApiError, conflict, invalidField, keyReused } from '#bff/kit/lib/api-error.ts';
import { type Queryable, sql, WITHOUT_WAITING } from '#bff/kit/tables/sql.ts';
import { actorKey } from './actor.ts';
import { describeError } from './describe-error.ts';
import { keepAnswer, openAnswer } from './keep-answers.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'logger'>;

const MAX_IDEMPOTENCY_KEY_LENGTH = 200;
/** How long a second request waits for the first of its key before it is refused. */
const IDEMPOTENCY_WAIT_MS = 8_000;
/** A request under way renews its claim this often … */
const IDEMPOTENCY_BEAT_MS = 3_000;
/** … so a claim that was not renewed for this long belongs to a dead process, and the next attempt may take its place. */
const IDEMPOTENCY_ABANDONED_AFTER_S = 12;
const POLL_EVERY_MS = 50;

/** Final answers are stored: done, or refused permanently. A retry may cure the others (401, 403, 409, 429, 5xx). */
const isFinal = (status: number) => status < 500 && ![401, 403, 409, 429].includes(status);

const StoredRow = z.object({
  body_hash: z.string(),
  status: z.int().nullable(),
  answer_id: z.uuid(),
  response_sealed: z.instanceof(Buffer).nullable(),
  is_abandoned: z.boolean(),
});

const ClaimedRow = StoredRow.pick({ answer_id: true });

/** A hash that is quick to make must not help to guess a password. */
const withoutPasswords = (name: string, value: unknown) => (/password/.test(name) ? undefined : value);

/** Each value of a header that came, as it came. */
function valuesOf({ raw }: FastifyRequest, header: string): string[] {
  const values: string[] = [];
  for (let index = 0; index + 1 < raw.rawHeaders.length; index += 2)
    if (raw.rawHeaders[index]?.toLowerCase() === header) values.push(raw.rawHeaders[index + 1] ?? '');
  return values;
}

/** The request's Idempotency-Key, where the route accepts one and the caller is known. @throws ApiError 422 */
export function idempotencyKeyOf(request: FastifyRequest, route: RouteContract): string | undefined {
  if (!honoursKey(route) || actorKey(request.actor) === undefined) return undefined;
  // A proxy may repeat the header, which Node would join to another key than that of the honest repetition.
  const [key, ...others] = new Set(valuesOf(request, IDEMPOTENCY_KEY_HEADER));
  if (key === undefined) return undefined;
  if (others.length > 0) throw invalidField(IDEMPOTENCY_KEY_HEADER, 'A request has one Idempotency-Key.');
  if (key.length === 0 || key.length > MAX_IDEMPOTENCY_KEY_LENGTH) {
    throw invalidField(IDEMPOTENCY_KEY_HEADER, `An Idempotency-Key has 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} characters.`);
  }
  return key;
}

/**
 * Runs a write once per key: a repeat with the same body gets the first answer again, one that comes while the first is under way waits for
 * it, one with another body is refused (422 idempotency_key_reused). A claim or an answer that a crash of Postgres loses is made again by
 * the repetition: every id of a request is derived from its key, and the ledger stores each command once.
 */
export async function withIdempotency(
  deps: Deps,
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
    .update(JSON.stringify(request.body ?? null, withoutPasswords))
    .digest('hex');
  const deadline = performance.now() + IDEMPOTENCY_WAIT_MS;
  for (;;) {
    const answerId = await claim(deps, { actor, key, call, bodyHash });
    if (answerId !== undefined) return finish(deps, { answerId, request, successStatus }, run);
    const row = await deps.database.maybeOne(sql.type(StoredRow)`
      select body_hash, status, answer_id, response_sealed,
        created_at < now() - ${`${IDEMPOTENCY_ABANDONED_AFTER_S} seconds`}::interval as is_abandoned
      from app.idempotency_key where actor = ${actor} and key = ${key}`);
    if (!row) continue;
    if (row.body_hash !== bodyHash) {
      throw keyReused();
    }
    if (row.status !== null) {
      if (row.response_sealed === null) {
        throw conflict(
          'idempotency_answer_removed',
          'This request was done before, and nothing is done again. Its answer is not kept any more: look at what it changed.',
        );
      }
      reply.header(IDEMPOTENCY_REPLAYED_HEADER, 'true').code(row.status);
      return openAnswer(deps, row.answer_id, row.response_sealed);
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
}

type Claim = { readonly actor: string; readonly key: string; readonly call: string; readonly bodyHash: string };

/** The id of the answer to be stored, or undefined where the key is taken. */
async function claim(deps: Deps, wanted: Claim): Promise<string | undefined> {
  const claimed = await deps.database.maybeOne(sql.type(ClaimedRow)`
    insert into app.idempotency_key (answer_id, actor, key, call, body_hash)
    select ${v7()}, ${wanted.actor}, ${wanted.key}, ${wanted.call}, ${wanted.bodyHash} from ${WITHOUT_WAITING}
    on conflict (actor, key) do nothing returning answer_id`);
  return claimed?.answer_id;
}

/** Names its claim by the answer's id: a request that stood still must not touch the claim of the repetition that took its place. */
async function finish(
  deps: Deps,
  claimed: { answerId: string; request: FastifyRequest; successStatus: number },
  run: () => Promise<unknown>,
): Promise<unknown> {
  const { answerId } = claimed;
  const keep = (status: number, response: unknown) => keepAnswer(deps, { answerId, status, response });
  const beat = setInterval(() => {
    deps.database
      .query(sql.void`update app.idempotency_key set created_at = now()
        where answer_id = ${answerId} and status is null`)
      // Where the database is away, the request itself fails. A lost renewal is repaired by the next one.
      .catch((error: unknown) => claimed.request.log.warn({ err: error }, 'a request could not say that it goes on'));
  }, IDEMPOTENCY_BEAT_MS);
  try {
    const answer = await run();
    // The route's status, not the reply's: a caller who waited too long got 503, and the write is done all the same.
    keep(claimed.successStatus, answer);
    return answer;
  } catch (error) {
    const { status, body } = describeError(error, claimed.request.correlationId);
    if (isFinal(status)) keep(status, body);
    else {
      await deps.database.query(sql.void`delete from app.idempotency_key where answer_id = ${answerId}`);
    }
    throw error;
  } finally {
    clearInterval(beat);
  }
}

async function abandon(deps: Deps, actor: string, key: string, bodyHash: string): Promise<void> {
  await deps.database.query(sql.void`
    delete from app.idempotency_key
    where actor = ${actor} and key = ${key} and body_hash = ${bodyHash} and status is null
    and created_at < now() - ${`${IDEMPOTENCY_ABANDONED_AFTER_S} seconds`}::interval`);
}

/**
 * Deletes the answers to administrators, because any of them may name a person who is erased. A repetition is still recognised. An answer that
 * is not stored yet loses its claim, and is never stored: as after a crash, a repetition makes it again.
 */
export async function forgetAnswersToAdministrators(database: Queryable): Promise<void> {
  await database.query(sql.void`update app.idempotency_key set response_sealed = null, call = '',
      answer_id = case when status is null then uuidv7() else answer_id end
    where actor like 'administrator:%'`);
}
