import assert from 'node:assert/strict';
import type pg from 'pg';
import { SEND_MAIL } from '#bff/kit/mails/mail-job.ts';
import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { lastPosition } from '#core/kernel/following/log-place.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { waitForPosition } from '#projections/kernel/freshness.ts';
import { type FaultStack, startFaultStack } from '../faults/stack.ts';
import { limitRow, median, type Row } from './measure.ts';
import { purchase } from './shop.ts';
import { fillShelves, invite, type Shopper } from './shoppers.ts';

const WARM_UP_PURCHASES = 64;
/** One after the other, the first right after a checkpoint. A customer may look at codes sixty times a minute. */
const PURCHASES = 40;
const MOST_KIB = 45;
const MOST_RELATIONS = 10;
const KIB = 1_024;
const SETTLED_WITHIN_MS = 120_000;

type Written = { name: string; pages: number; pageBytes: number; records: number; recordBytes: number };

/** The tables and indexes that fill it most. A record is counted where its first page is; what touches no page (a commit) is nobody's. */
const BY_RELATION = `
  with block as (
    select *, row_number() over (partition by start_lsn order by block_id) = 1 as is_first
    from pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn))
  select coalesce(coalesce(toasted.oid::regclass::text || ' (long values)', named.oid::regclass::text), 'others') as name,
    count(*) filter (where block_fpi_length > 0)::int as pages, sum(block_fpi_length)::int as "pageBytes",
    count(*) filter (where is_first)::int as records, coalesce(sum(record_length - record_fpi) filter (where is_first), 0)::int as "recordBytes"
  from (select *, sum(coalesce(block_fpi_length, 0)) over (partition by start_lsn) as record_fpi from block) as block
  left join pg_class named on named.oid = pg_filenode_relation(block.reltablespace, block.relfilenode)
    and block.reldatabase = (select oid from pg_database where datname = current_database())
  left join pg_class toasted on toasted.reltoastrelid = named.oid
  group by 1 order by sum(block_fpi_length) + coalesce(sum(record_length - record_fpi) filter (where is_first), 0) desc limit $3`;

/** What a purchase writes into Postgres' log (WAL), all parts and the event log together. */
export async function* benchWal(_stack: unknown, { rounds }: { rounds: number }): AsyncGenerator<Row> {
  const stack = await startFaultStack(() => undefined);
  const shoppers: Shopper[] = [];
  // As its owner: pg_walinspect and checkpoints are not for our parts.
  const postgres = createPgPool(stack.databaseUrl, {
    maxConnections: 1,
    applicationName: 'bench',
    onIdleError: (error) => console.error(error.message),
  });
  try {
    const products = await fillShelves(stack);
    await purchase(await invite(stack, shoppers), products, WARM_UP_PURCHASES);
    await postgres.query('create extension pg_walinspect');
    // A young store is analysed all the time, which would be a third of the figure on a slow machine.
    await postgres.query('alter system set autovacuum = off');
    await postgres.query('select pg_reload_conf()');
    await postgres.query('vacuum analyze');
    const bytes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [alone] = await invite(stack, shoppers);
      if (!alone) return;
      await isQuiet(stack, postgres);
      // Sets what a first reader would set after the checkpoint, for a whole page each.
      await postgres.query('vacuum');
      await postgres.query('checkpoint');
      const before = await positionOf(postgres);
      await purchase([alone], products, PURCHASES);
      await isQuiet(stack, postgres);
      bytes.push(await explain(postgres, before, await positionOf(postgres)));
    }
    const kib = median(bytes) / KIB;
    yield limitRow(
      `Postgres' log (WAL) of a purchase, ${PURCHASES} after a checkpoint: ${kib.toFixed(1)} KiB`,
      ...([kib, MOST_KIB, 'KiB that it may write'] as const),
    );
  } finally {
    for (const { http } of shoppers) http.close();
    await postgres.end();
    await stack.stop({ keepsData: false });
  }
}

/** When the read models have all events, and the mails about them are sent: a run each 15 seconds queues these. */
async function isQuiet({ store, deps }: FaultStack, postgres: pg.Pool): Promise<void> {
  const end = await lastPosition(store, STREAM_PREFIXES);
  if (!(await waitForPosition(deps.database, end, SETTLED_WITHIN_MS))) throw new Error('The read models are behind.');
  await eventually(async () => {
    const { rows } = await postgres.query<{ name: string }>(
      `select name from bullmq.job where name = $1 and state in ('waiting', 'active')
       union all select name from app.process_checkpoint where name = 'money-mails' and position <
         (select max(position) from read.audit_events where type in ('OrderFulfilled', 'DepositApproved')) limit 1`,
      [SEND_MAIL.name],
    );
    assert.deepEqual(rows, []);
  }, SETTLED_WITHIN_MS);
}

async function positionOf(postgres: pg.Pool): Promise<string> {
  const { rows } = await postgres.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position');
  return rows[0]?.position ?? '';
}

/** Bytes a purchase from one position of Postgres' log to another. Prints what they are. */
async function explain(postgres: pg.Pool, from: string, to: string): Promise<number> {
  const [total] = (
    await postgres.query<{ bytes: string }>('select ($2::pg_lsn - $1::pg_lsn)::text as bytes', [from, to])
  ).rows;
  const { rows } = await postgres.query<Written>(BY_RELATION, [from, to, MOST_RELATIONS]);
  const each = (bytes: number) => (bytes / PURCHASES / KIB).toFixed(1).padStart(5);
  for (const { name, pages, pageBytes, records, recordBytes } of rows)
    console.log(
      `  ${name.padEnd(40)}${each(pageBytes)} KiB (${pages} whole pages), ${each(recordBytes)} KiB (${records} records)`,
    );
  return Number(total?.bytes) / PURCHASES;
}
