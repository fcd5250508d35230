import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { loadEventMacKeys } from '#infra/adapters/config/event-macs.ts';
import { startLocalDatabase } from '#infra/local/database.ts';
import { loadLocalSecrets } from '#infra/local/secrets.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { withClient } from '#infra/proof/testing/database.ts';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';
import { type FaultStack, startFaultStack } from '../../faults/stack.ts';
import { limitRow, type Row } from '../measure.ts';
import { processorMs } from '../processor-time.ts';
import type { Goods } from './episodes.ts';
import { type Customer, writeHistory } from './history.ts';
import { createLogWriter } from './log-writer.ts';
import { addAccounts, addSoldCodes } from './shop-data.ts';
import { takeFigures } from './take-figures.ts';
import { benchWhileRebuilding } from './while-rebuilding.ts';

const PRODUCTS = 400;
const CODES_EACH = 3;
const ADMINISTRATORS = 8;
const LOOK_EVERY_MS = 1_000;
/** The first fill may take this long for 100,000 events. */
const FILL_SECONDS = 60;
const FILL_EVENTS = 100_000;
/** Of `paths`: the work beside a rebuild. */
const REBUILD = 'rebuild';
/** Only what answers reads: jobs and processes would go through a history that has nothing left to do. */
const PARTS = [
  { name: 'projections', label: 'Read models', entry: 'programs/projections.ts' },
  { name: 'web', label: 'API and screens', entry: 'programs/web.ts' },
] as const;

type ScaleOptions = {
  readonly orders: number;
  readonly customers: number;
  /** Of each request, one at a time. */
  readonly calls: number;
  /** Only requests whose address has one of these, and REBUILD. */
  readonly paths?: readonly string[] | undefined;
  /** Where the store is kept: a later run there measures without filling again. */
  readonly data?: string | undefined;
};

/**
 * A store of many orders: fills its log, lets the read models follow it, and calls each GET of the API. It prints as it goes, since it
 * takes from minutes to hours.
 */
export async function* benchScale(_stack: unknown, options: ScaleOptions): AsyncGenerator<Row> {
  const own = options.data === undefined ? await makeThrowawayDir('scale') : undefined;
  const dataDir = own?.path ?? path.resolve(options.data ?? '');
  await mkdir(dataDir, { recursive: true });
  try {
    const isThere = existsSync(path.join(dataDir, 'scale.json'));
    if (!isThere) await fill(dataDir, options);
    const filled = Promise.withResolvers<Fill>();
    const stack = await start(dataDir, {
      hasSettings: true,
      onDatabase: (url) => filled.resolve(isThere ? NO_FILL : watchFill(url)),
    });
    try {
      const { events, seconds, indexSeconds } = await filled.promise;
      if (events > 0) {
        const processorSeconds = Math.round((await processorMs(stack)) / 1_000);
        console.log(
          `  ${events} events in ${seconds} s, of which the indexes took ${indexSeconds} s; all parts took ${processorSeconds} s of processor`,
        );
        const most = (events / FILL_EVENTS) * FILL_SECONDS;
        yield limitRow('the first fill of the read models', seconds, most, 's that its events may take');
        await finishShop(stack);
        await writeFile(
          path.join(dataDir, 'scale.json'),
          JSON.stringify({ orders: options.orders, events, seconds, indexSeconds, processorSeconds }),
        );
      }
      const madeOf = JSON.parse(await readFile(path.join(dataDir, 'scale.json'), 'utf8'));
      const paths = options.paths?.filter((part) => part !== REBUILD);
      if (paths?.length !== 0) yield* takeFigures(stack, madeOf, { ...options, paths });
      if (options.paths?.includes(REBUILD) ?? true) yield* benchWhileRebuilding(stack);
    } finally {
      await stack.stop({ keepsData: own === undefined });
    }
  } finally {
    await own?.remove();
  }
}

type Starting = { readonly hasSettings: boolean; readonly onDatabase?: (url: string) => void };
const start = (dataDir: string, { hasSettings, onDatabase }: Starting): Promise<FaultStack> =>
  startFaultStack(console.error, {
    dataDir,
    hasSettings,
    parts: PARTS,
    databaseUrlOfParts: async (url) => {
      onDatabase?.(url);
      return url;
    },
  });

/** The log of the history, and what is no event. */
async function fill(dataDir: string, options: ScaleOptions): Promise<void> {
  const { goods, administrators } = await openShop(dataDir);
  const secrets = await loadLocalSecrets(dataDir);
  const database = await startLocalDatabase(dataDir, secrets);
  const write = async (client: pg.Client) => {
    await client.query('set synchronous_commit = off');
    const keys = loadEventMacKeys({ EVENT_MAC_KEYS: secrets.eventMacKeys });
    if (!keys) throw new Error('The store has no keys for its events.');
    const log = await createLogWriter(client, keys);
    const startedMs = performance.now();
    const secondsSoFar = () => Math.round((performance.now() - startedMs) / 1_000);
    const onProgress = (orders: number, events: number) =>
      console.log(`  ${orders} of ${options.orders} orders, ${events} events, ${secondsSoFar()} s`);
    const customers: readonly Customer[] = await writeHistory(log, { ...options, goods, administrators, onProgress });
    console.log(`  ${log.events} events of ${options.orders} orders written in ${secondsSoFar()} s`);
    await addAccounts(client, customers);
    // The read models begin with the first event, as after a restore.
    await client.query('drop schema read cascade');
  };
  await withClient(database.url, write).finally(() => database.postgres.stop());
}

/** An empty store with a catalogue. Postgres counts the pages that statements touch from its next start on. */
async function openShop(dataDir: string): Promise<{ goods: Goods[]; administrators: string[] }> {
  const stack = await start(dataDir, { hasSettings: false });
  try {
    const goods: Goods[] = [];
    for (let index = 0; index < PRODUCTS; index += 1) {
      const [name, brand] = [`Gift card ${index}`, `Brand ${index % 40}`];
      const product = await createProduct(stack, { name, brand, currency: 'USD', codes: CODES_EACH });
      goods.push({ ...product, name, brand });
    }
    const administrators: string[] = [];
    for (let index = 0; index < ADMINISTRATORS; index += 1) {
      administrators.push((await createAdministrator(stack)).administratorId);
    }
    await withClient(stack.databaseUrl, async (client) => {
      await client.query("alter system set shared_preload_libraries = 'pg_stat_statements'");
      await client.query("alter system set max_wal_size = '4GB'");
    });
    return { goods, administrators };
  } finally {
    await stack.stop({ keepsData: true });
  }
}

type Fill = { readonly events: number; readonly seconds: number; readonly indexSeconds: number };
const NO_FILL: Fill = { events: 0, seconds: 0, indexSeconds: 0 };

/** Until the read models have all events and their indexes. */
const watchFill = (databaseUrl: string): Promise<Fill> =>
  withClient(databaseUrl, async (client) => {
    const startedMs = performance.now();
    let [events, lastMs] = [-1, startedMs];
    for (;;) {
      await delay(LOOK_EVERY_MS);
      const { rows } = await client
        .query<{ events: string; indexed: boolean }>('select events, indexed from read.checkpoint')
        .catch(() => ({ rows: [] }));
      const [row] = rows;
      if (!row) continue;
      if (Number(row.events) > events) [events, lastMs] = [Number(row.events), performance.now()];
      const seconds = (untilMs: number, fromMs = startedMs) => Math.round((untilMs - fromMs) / 1_000);
      if (row.indexed)
        return { events, seconds: seconds(performance.now()), indexSeconds: seconds(performance.now(), lastMs) };
    }
  });

async function finishShop(stack: FaultStack): Promise<void> {
  await withClient(stack.databaseUrl, async (client) => {
    await addSoldCodes(client);
    await client.query('create extension if not exists pg_stat_statements');
    await client.query('vacuum analyze');
  });
}
