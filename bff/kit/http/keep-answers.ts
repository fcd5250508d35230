import { setTimeout as delay } from 'node:timers/promises';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sql, WITHOUT_WAITING } from '#bff/kit/tables/sql.ts';

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'logger'>;
type Answer = {
  readonly answerId: string;
  readonly status: number;
  readonly response: unknown;
};
type Keeper = { waiting: Answer[]; kept: Promise<void> };

/** Answers of several requests are stored with one statement: the bench's row 'transactions of Postgres for a purchase'. */
const GATHER_MS = 50;

const keepers = new WeakMap<BffDeps['database'], Keeper>();
function keeperOf({ database }: Pick<Deps, 'database'>): Keeper {
  const keeper = keepers.get(database) ?? { waiting: [], kept: Promise.resolve() };
  keepers.set(database, keeper);
  return keeper;
}

/**
 * Stores an answer for repetitions. The caller does not wait for it: the answer is right without it, and a repetition that comes first
 * looks again.
 */
export function keepAnswer(deps: Deps, answer: Answer): void {
  const keeper = keeperOf(deps);
  keeper.waiting.push(answer);
  if (keeper.waiting.length > 1) return;
  const before = keeper.kept;
  keeper.kept = delay(GATHER_MS)
    .then(() => keepAll(deps, keeper.waiting.splice(0)))
    // As after a crash: the repetition makes the answer again, from the ledger.
    .catch((error: unknown) => deps.logger.warn({ err: error }, 'answers could not be kept'))
    .then(() => before);
}

/** Resolves when all answers are stored. */
export const answersAreKept = (deps: Pick<Deps, 'database'>): Promise<void> => keeperOf(deps).kept;

async function keepAll(deps: Deps, answers: readonly Answer[]): Promise<void> {
  const rows = answers.map(({ answerId, status, response }) => [
    answerId,
    status,
    sealAnswer(deps, answerId, response),
  ]);
  await deps.database.query(sql.void`
    update app.idempotency_key set status = answer.status, response_sealed = answer.sealed
    from ${WITHOUT_WAITING}, ${sql.unnest(rows, ['uuid', 'int4', 'bytea'])} as answer (id, status, sealed)
    where idempotency_key.answer_id = answer.id`);
}

/** Answers contain bank data, notes and new API keys, so they are sealed. */
const sealAnswer = ({ crypto }: Pick<Deps, 'crypto'>, answerId: string, answer: unknown) =>
  crypto.sealPacked('keptAnswer', answerId, JSON.stringify(answer ?? null));
export const openAnswer = ({ crypto }: Pick<Deps, 'crypto'>, answerId: string, sealed: Buffer): unknown =>
  JSON.parse(crypto.open('keptAnswer', answerId, sealed).toString());
