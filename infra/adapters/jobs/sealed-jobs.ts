import type pg from 'pg';
import { z } from 'zod';
import { sealContext } from '#bff/kit/ports/sealed-values.ts';
import { type KeyRing, open, seal, sealPacked } from '#infra/adapters/crypto/seal.ts';
import type { JobKind, Jobs } from './jobs.ts';

// Jobs whose data name people or give access. The queue, its backups and its finished jobs contain only an id: the data
// are sealed in Postgres, and are deleted when the job is done.

type Vault = { readonly pool: pg.Pool; readonly keys: KeyRing };

/**
 * Data of more bytes are packed: a mail takes a third of it in Postgres and in its log. 0.2.0 has no job but mails that is so large, and tries
 * a mail twelve times, so one that it cannot open is sent by a later version.
 */
const PACKED_FROM_BYTES = 1_000;

/** A job from before payloads were sealed has its data beside the id. */
const Queued = z.looseObject({ id: z.string() });

/** Queues a job under the id of its data; the same id again changes nothing. */
export async function addSealed<Data extends { readonly id: string }>(
  queue: Pick<Jobs, 'add'>,
  { pool, keys }: Vault,
  kind: JobKind<Data>,
  data: Data,
): Promise<void> {
  const { id } = data;
  const text = JSON.stringify(kind.schema.encode(data));
  const sealAs = Buffer.byteLength(text) < PACKED_FROM_BYTES ? seal : sealPacked;
  const payload = sealAs(keys, text, sealContext('jobPayload', id));
  await pool.query('insert into app.job_payload (job_id, payload_sealed) values ($1, $2) on conflict do nothing', [
    id,
    payload,
  ]);
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

const SEARCHED_AT_ONCE = 200;

/** Removes the data of jobs that mention one of the texts, in any case, and returns their number. Such a job does nothing. */
export async function removeMentioning({ pool, keys }: Vault, texts: readonly string[]): Promise<number> {
  const wanted = texts.map((text) => text.toLowerCase());
  let removed = 0;
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ job_id: string; payload_sealed: Buffer }>(
      'select job_id, payload_sealed from app.job_payload where job_id > $1 order by job_id limit $2',
      [after, SEARCHED_AT_ONCE],
    );
    const last = rows.at(-1);
    if (!last) return removed;
    after = last.job_id;
    const mentioning = rows.filter(({ job_id, payload_sealed }) => {
      const payload = open(keys, payload_sealed, sealContext('jobPayload', job_id)).toString().toLowerCase();
      return wanted.some((text) => payload.includes(text));
    });
    const ids = mentioning.map(({ job_id }) => job_id);
    await pool.query('delete from app.job_payload where job_id = any($1)', [ids]);
    removed += ids.length;
  }
}
