import type pg from 'pg';
import { z } from 'zod';
import { SealError } from '#bff/kit/ports/crypto.ts';
import { sealContext } from '#bff/kit/ports/sealed-values.ts';
import { type KeyRing, open, sealPacked } from '#infra/adapters/crypto/seal.ts';
import { JOBS_SCHEMA } from '#infra/adapters/postgres/jobs-schema.ts';
import { type JobKind, type Jobs, keyInSql } from './jobs.ts';

// Jobs whose data name people or give access. The queue, its backups and its finished jobs contain only an id: the data
// are sealed in Postgres, and are deleted when the job is done.

export type Vault = { readonly pool: pg.Pool; readonly keys: KeyRing };

/** A job from before payloads were sealed has its data beside the id. */
const Queued = z.looseObject({ id: z.string() });

/** Queues a job under the id of its data; the same id again changes nothing, and leaves no data of a job that is done: they would be done again. */
export async function addSealed<Data extends { readonly id: string }>(
  queue: Pick<Jobs, 'add'>,
  { pool, keys }: Vault,
  kind: JobKind<Data>,
  data: Data,
): Promise<void> {
  const { id } = data;
  const payload = sealPacked(keys, JSON.stringify(kind.schema.encode(data)), sealContext('jobPayload', id));
  await pool.query(
    `insert into app.job_payload (job_id, payload_sealed) select $1::text, $2::bytea
     where not exists (select from ${JOBS_SCHEMA}.job where queue = $3 and id = ${keyInSql('$1::text')}) on conflict do nothing`,
    [id, payload, kind.name],
  );
  await queue.add({ ...kind, schema: Queued }, { id }, { id });
}

/** Starts working on such a kind. A handler that throws is retried; it must be idempotent. */
export function workSealed<Data>(
  queue: Pick<Jobs, 'work'>,
  { pool, keys }: Vault,
  kind: JobKind<Data>,
  handler: (data: Data) => Promise<void>,
): void {
  queue.work({ ...kind, schema: Queued }, async (job) => {
    const { rows } = await pool.query<{ payload_sealed: Buffer }>(
      'select payload_sealed from app.job_payload where job_id = $1',
      [job.id],
    );
    const sealed = rows[0]?.payload_sealed;
    // The job is done; its process ended before it could record that.
    if (!sealed && Object.keys(job).length === 1) return;
    const data = sealed ? JSON.parse(open(keys, sealed, sealContext('jobPayload', job.id)).toString()) : job;
    await handler(kind.schema.parse(data));
    await pool.query('delete from app.job_payload where job_id = $1', [job.id]);
  });
}

const READ_AT_ONCE = 200;

/** The data of all jobs, or of those that are in none of the queues, some at a time. `text` opens them, and throws where nobody can. */
async function* pagesOfData(
  { pool, keys }: Vault,
  withoutJobIn: readonly string[] = [],
): AsyncGenerator<{ id: string; text: () => string }[]> {
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ job_id: string; payload_sealed: Buffer }>(
      `select job_id, payload_sealed from app.job_payload where job_id > $1
       and not exists (select from ${JOBS_SCHEMA}.job where queue = any($3) and id = ${keyInSql('job_id')}) order by job_id limit $2`,
      [after, READ_AT_ONCE, withoutJobIn],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.job_id;
    yield rows.map(({ job_id: id, payload_sealed }) => ({
      id,
      text: () => open(keys, payload_sealed, sealContext('jobPayload', id)).toString(),
    }));
  }
}

/**
 * Removes the data of jobs that mention one of the texts, in any case, and returns their number. Such a job does nothing. `unread`: data that nobody
 * can read stay, because nothing tells whom they name.
 */
export async function removeMentioning(
  vault: Vault,
  texts: readonly string[],
): Promise<{ removed: number; unread: number }> {
  const wanted = texts.map((text) => text.toLowerCase());
  const counts = { removed: 0, unread: 0 };
  for await (const page of pagesOfData(vault)) {
    const ids: string[] = [];
    for (const { id, text } of page) {
      try {
        const opened = text().toLowerCase();
        if (wanted.some((each) => opened.includes(each))) ids.push(id);
      } catch (error) {
        if (!(error instanceof SealError)) throw error;
        counts.unread += 1;
      }
    }
    await vault.pool.query('delete from app.job_payload where job_id = any($1)', [ids]);
    counts.removed += ids.length;
  }
  return counts;
}

/**
 * Queues each job again that has its data and is in no queue: a crash of Postgres emptied the queues, or the process that queued it died before it
 * had. Which of the kinds it is, its data say. What had failed for good before such a crash is tried again, too. Data that nobody can read, or of a
 * kind that another version knows, stop no other job, and are reported once.
 */
export function lostJobs(
  queue: Pick<Jobs, 'add'>,
  vault: Vault,
  kinds: readonly JobKind<unknown>[],
  onUnreadable: (id: string, error: unknown) => void,
): () => Promise<void> {
  const names = kinds.map(({ name }) => name);
  const reported = new Set<string>();
  return async () => {
    for await (const page of pagesOfData(vault, names)) {
      for (const { id, text } of page) {
        if (reported.has(id)) continue;
        let kind: JobKind<unknown> | undefined;
        try {
          const data: unknown = JSON.parse(text());
          kind = kinds.find(({ schema }) => schema.safeParse(data).success);
          if (!kind) throw new Error('The data are of no kind that is known.');
        } catch (error) {
          reported.add(id);
          onUnreadable(id, error);
          continue;
        }
        await queue.add({ ...kind, schema: Queued }, { id }, { id });
      }
    }
  };
}
