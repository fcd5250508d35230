import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type pg from 'pg';
import { placeOf } from '#core/kernel/following/log-place.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { jsonEvent } from '#eventstore-client';
import { withEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createPgPool } from '#infra/adapters/postgres/pool.ts';
import { createProcessCheckpoint } from '#infra/adapters/postgres/process-checkpoint.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';
import { rowsAt } from '#infra/proof/testing/database.ts';
import { startTestStack, type TestStack } from '#infra/proof/testing/stack.ts';
import { runNotary } from '#infra/wiring/run-notary.ts';
import { runProjections } from '#projections/kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import type { Certificate, GivenHead } from '../bring-back/certificate.ts';
import { restoreFiles, runRestore } from '../bring-back/run-restore.ts';
import { runBackup } from '../make/run-backup.ts';
import type { Destination } from '../store/destination.ts';
import { createSeal, createUnseal } from '../store/envelope.ts';
import { openDestination } from '../store/open-destination.ts';

/** The secrets of a store, which are kept apart from its backup. */
export const SECRETS = {
  eventMacs: { current: { id: 1, key: randomBytes(32) }, retired: [], since: null },
  dataKeys: { current: { id: 1, key: randomBytes(32) }, retired: [] },
};
const NOTARY_KEY = randomBytes(32);
const identity = await generateX25519Identity();
const AGE = { identity, recipient: await identityToRecipient(identity) };
const seal = createSeal(AGE.recipient);
const unseal = createUnseal(AGE.identity);
const NEVER = new AbortController().signal;

export type Place = Pick<TestApp, 'databaseUrl' | 'eventstoreUrl' | 'filesDir'>;
const stops: (() => Promise<void>)[] = [];
/** Ends all that was made here so far. */
export const stopAll = async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
};

export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'giftledger-backup-'));
  stops.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function startStore(on?: Place): Promise<TestApp> {
  const settings = { waits: { newPayeeHours: 0 } };
  const app = await startTestApp({ ...SECRETS, ...(on ? { on, hasSettings: false } : { settings }) });
  stops.push(() => app.stop());
  return app;
}

/** Stores as on a machine that has nothing yet. */
export async function emptyStores(): Promise<Place & TestStack> {
  const stack = await startTestStack();
  stops.push(() => stack.stop());
  // Places in this log differ from those in the one that was backed up.
  const noted = jsonEvent({ type: '$noted', data: {} });
  await withEventStoreClient(stack.eventstoreUrl, (client) => client.appendToStream('$of-the-server', noted));
  return { ...stack, filesDir: await newFolder() };
}

export const backUp = (place: Place, to: Destination | string) =>
  withEventStoreClient(place.eventstoreUrl, async (client) =>
    runBackup({
      client,
      databaseUrl: place.databaseUrl,
      filesDir: place.filesDir,
      eventMacs: SECRETS.eventMacs,
      to: typeof to === 'string' ? await openDestination(to) : to,
      seal,
      signal: NEVER,
    }),
  );

type Bring = {
  readonly at?: Date;
  readonly heads?: readonly GivenHead[];
  readonly signal?: AbortSignal;
  /** False leaves the read models out, for tests that do not look at them. */
  readonly hasReadModels?: boolean;
} & Partial<Pick<Parameters<typeof runRestore>[0], 'onStep' | 'eventMacs' | 'dataKeys' | 'unseal'>>;

export const bringBack = (
  from: Destination | string,
  to: Place,
  { at, heads = [], signal = NEVER, hasReadModels = true, ...more }: Bring = {},
) =>
  withEventStoreClient(to.eventstoreUrl, async (client): Promise<Certificate> => {
    const buildReadModels = async (store: EventStore, onPosition: (position: bigint) => void) => {
      if (hasReadModels) await readModelsOf(to.databaseUrl, store, onPosition);
    };
    return runRestore({
      from: typeof from === 'string' ? await openDestination(from) : from,
      unseal,
      at,
      client,
      heads,
      signal,
      ...SECRETS,
      databaseUrl: to.databaseUrl,
      filesDir: to.filesDir,
      buildReadModels,
      ...more,
    });
  });

export const bringBackFiles = async (from: string, { filesDir }: Pick<Place, 'filesDir'>): Promise<number> =>
  restoreFiles({
    from: await openDestination(from),
    unseal,
    at: undefined,
    filesDir,
    eventMacs: SECRETS.eventMacs,
    signal: NEVER,
  });

/** @throws AssertionError when an event cannot be projected */
async function readModelsOf(
  databaseUrl: string,
  store: EventStore,
  onPosition: (position: bigint) => void,
): Promise<void> {
  const done = new AbortController();
  let problem: string | null = null;
  await runProjections({
    databaseUrl,
    store,
    projections,
    version: READ_MODEL_VERSION,
    logger: silentLogger,
    signal: done.signal,
    onStatus: ({ state, reason, position }) => {
      if (position !== null) onPosition(position);
      if (state === 'halted') problem = reason;
      if (state === 'live' || state === 'halted') done.abort();
    },
  });
  assert.equal(problem, null);
}

/** What an operator's command has on these servers. */
const environmentOf = ({ eventstoreUrl, databaseUrl, filesDir }: Place) => ({
  ...process.env,
  EVENTSTORE_URL: eventstoreUrl,
  DATABASE_URL: databaseUrl,
  FILES_DIR: filesDir,
  EVENT_MAC_KEYS: asVariable(SECRETS.eventMacs),
  DATA_ENCRYPTION_KEYS: asVariable(SECRETS.dataKeys),
  BACKUP_RECIPIENT: AGE.recipient,
});
const programFile = (name: string) => path.join(PROJECT_ROOT, 'programs', name);

/** As an operator runs it on these servers. @returns what it prints; an error has it, too */
export async function runProgram(name: string, on: Place, ...options: readonly string[]): Promise<string> {
  const args = [programFile(name), ...options];
  return (await promisify(execFile)(process.execPath, args, { env: environmentOf(on) })).stdout;
}

/** The same, for one that goes on. Its lines end when it does. */
export function startProgram(name: string, on: Place, options: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [programFile(name), ...options], {
    env: { ...environmentOf(on), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  stops.push(async () => void child.kill('SIGKILL'));
  const printed = new PassThrough();
  for (const stream of [child.stdout, child.stderr]) stream.pipe(printed, { end: false });
  child.once('close', () => printed.end());
  return { child, lines: createInterface({ input: printed }) };
}

const asVariable = ({ current: { id, key } }: typeof SECRETS.dataKeys): string => `${id}:${key.toString('base64')}`;

/**
 * Steps 4 to 7 of docs/runbooks/restore.md, with the newest set: restores, looks at the log by the first of the heads, and audits.
 * @returns the certificate; an error where one of the commands finds a problem
 */
export async function bringBackByRunbook(
  from: string,
  on: Place,
  ...heads: readonly GivenHead[]
): Promise<Certificate> {
  const folder = await newFolder();
  const inFolder = async (name: string, content: string) => {
    await writeFile(path.join(folder, name), content);
    return path.join(folder, name);
  };
  const [{ key } = assert.fail('a head')] = heads;
  const files = await Promise.all(heads.map(({ note }, at) => inFolder(`head-${at}`, note)));
  const given = ['--key', key, ...files.flatMap((file) => ['--head', file])];
  const identity = await inFolder('key', AGE.identity);
  await runProgram('restore.ts', on, '--from', from, '--identity', identity, ...given, '--certificate', folder);
  await runProgram('ledger/main.ts', on, 'verify', '--against', files[0] ?? '', '--key', key);
  await runProgram('ledger/main.ts', on, 'check');
  return JSON.parse(await readFile(path.join(folder, 'certificate.json'), 'utf8')) as Certificate;
}

/** The head of the log as the notary signs it, as an auditor keeps it. */
export async function signHead(place: Place): Promise<GivenHead> {
  const head = await runNotary({
    databaseUrl: place.databaseUrl,
    eventstoreUrl: place.eventstoreUrl,
    eventMacs: SECRETS.eventMacs,
    publicUrl: 'http://localhost:3000',
    notaryKeys: [NOTARY_KEY] as const,
    logHeadsTo: { folder: undefined, mails: [], witnesses: [] },
  });
  return head ? { source: 'the auditor', note: head.note, key: head.key } : assert.fail('a head');
}

/** The processes have followed the log to its end. */
export const followToEnd = (place: Place) =>
  withEventStoreClient(place.eventstoreUrl, async (client) => {
    const pool = createPgPool(place.databaseUrl, {
      maxConnections: 1,
      applicationName: 'test',
      onIdleError: assert.fail,
    });
    for await (const last of createEventStoreDb(client).readAll({ direction: 'backwards', maxCount: 1 })) {
      await createProcessCheckpoint(pool, 'processes').save(placeOf(last));
    }
    await pool.end();
  });

/** A destination whose n-th write never happens, as at a `kill -9`. */
export async function dyingAt(folder: string, writes: number): Promise<Destination> {
  const real = await openDestination(folder);
  let done = 0;
  return {
    ...real,
    async put(name, bytes) {
      done += 1;
      if (done > writes) throw new Error('killed');
      await real.put(name, bytes);
    },
  };
}

export const filesIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));

export const rowsOf = <Row extends pg.QueryResultRow>({ databaseUrl }: Place, text: string) =>
  rowsAt<Row>(databaseUrl, text);
