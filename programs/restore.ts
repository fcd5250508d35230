// npm run restore: brings a store back from its backup into empty stores, and certifies what it brought back.
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SingleBar } from 'cli-progress';
import { CliError } from '#core/cli/output.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { readOptions } from '#infra/adapters/config/command-options.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { VERSION } from '#infra/adapters/config/version.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { RefusedDataError } from '#infra/adapters/postgres/releases.ts';
import type { Certificate, GivenHead } from '#infra/backup/bring-back/certificate.ts';
import { certificateInWords } from '#infra/backup/bring-back/certificate-words.ts';
import { type RestoreStep, restoreFiles, runRestore } from '#infra/backup/bring-back/run-restore.ts';
import { BackupError } from '#infra/backup/store/destination.ts';
import { createUnseal } from '#infra/backup/store/envelope.ts';
import { openDestination } from '#infra/backup/store/open-destination.ts';
import { putMark, restoreMark } from '#infra/local/data-dir.ts';
import { LocalStackProblem } from '#infra/local/problem.ts';
import { type LocalStack, withLocalStack } from '#infra/local/runtime.ts';
import { MoveError } from '#infra/move/copy-log.ts';
import { runProjections } from '#projections/kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';

const USAGE = `npm run restore -- --from DIR --identity FILE

Brings a store back into an empty event store, an empty database and an empty folder of files, and anything else it refuses.
Put back the store's own secrets first (.data/secrets.json, or .env). Broken off, the same command goes on. In the end
certificate.json and certificate.md say what was proven and what is lost (docs/runbooks/restore.md).

--from         folder of the backup (BACKUP_TO); a bucket stands in BACKUP_TO, with its key
--identity     file with the secret key of age (npm run backup -- --new-key made it)
--at           the newest set that is not after this moment, such as 2026-11-27T12:00:00Z; by default the newest of all
--head         file with a head of the log that somebody else kept: an auditor's mail, a witness, the folder of LOG_HEADS_TO; several are allowed
--key          the log's verifier key, as its holder trusts it; each --head needs it
--only         files: writes the files that are missing, for a store that lost nothing else; no certificate
--certificate  folder for the certificate; by default this one`;

const values = readOptions(USAGE, {
  from: { type: 'string' },
  identity: { type: 'string' },
  at: { type: 'string' },
  head: { type: 'string', multiple: true, default: [] },
  key: { type: 'string' },
  only: { type: 'string' },
  certificate: { type: 'string', default: '.' },
});
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopping.abort(new BackupError('Broken off. The same command goes on from here.')));
}
const STEP_TEXT: Record<RestoreStep, string> = {
  checking: 'checking the backup',
  log: 'writing the log',
  files: 'writing files',
  tables: 'writing tables',
  'reading back': 'reading the log back',
  'read models': 'building read models',
  audit: 'auditing',
};
const EXPLAINED = [BackupError, LocalStackProblem, MoveError, RefusedDataError, CliError];

try {
  process.exitCode = await withLocalStack('tools', restore);
} catch (error) {
  const isExplained = EXPLAINED.some((kind) => error instanceof kind);
  console.error(isExplained ? (error as Error).message : error);
  process.exitCode = 1;
}
// A running event-store client would keep the process open.
process.exit();

async function restore({ env, owner, isRunning, dataDir }: LocalStack): Promise<number> {
  const config = loadConfig(env, 'tools');
  const [from, at] = [values.from ?? config.backupTo, values.at === undefined ? undefined : new Date(values.at)];
  if (!from || !values.identity || Number.isNaN(at?.getTime()) || (values.only ?? 'files') !== 'files') {
    console.error(USAGE);
    return 2;
  }
  const source = {
    from: await openDestination(from),
    unseal: createUnseal(await readGiven(values.identity)),
    at,
    filesDir: config.filesDir,
    eventMacs: config.eventMacs,
    signal: stopping.signal,
  };
  if (values.only) {
    console.log(`✓ ${await restoreFiles(source)} files are as they were in the backup.`);
    return 0;
  }
  if (isRunning) throw new BackupError('The store is running here: stop it first. Nothing was written.');
  const heads = await readHeads();
  const client = createEventStoreClient(owner.eventstoreUrl);
  const bar = new SingleBar({
    format: '{step} |{bar}| {percentage} % | {value}/{total} | {duration_formatted}',
    hideCursor: true,
    noTTYOutput: true,
    notTTYSchedule: 5_000,
  });
  bar.start(1, 0, { step: STEP_TEXT.checking });
  const startedMs = performance.now();
  const mark = dataDir && restoreMark(dataDir);
  let certificate: Certificate;
  try {
    certificate = await runRestore({
      ...source,
      client,
      heads,
      databaseUrl: owner.databaseUrl,
      dataKeys: config.dataKeys,
      onWriting: async () => {
        if (mark) await putMark(mark);
      },
      buildReadModels: (store, onPosition) => buildReadModels(owner.databaseUrl, store, onPosition),
      onStep: (step, done, of) => {
        bar.setTotal(of);
        bar.update(done, { step: STEP_TEXT[step] });
      },
    });
  } finally {
    bar.stop();
  }
  await client.dispose();
  if (mark) await rm(mark, { force: true });
  return conclude(certificate, (performance.now() - startedMs) / 1_000);
}

async function readGiven(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new BackupError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}). Nothing was written.`);
  }
}

async function readHeads(): Promise<readonly GivenHead[]> {
  const { head: files, key } = values;
  if (files.length > 0 && !key) throw new BackupError('--head needs --key, the verifier key that its holder trusts.');
  return Promise.all(files.map(async (source) => ({ source, note: await readGiven(source), key: (key ?? '').trim() })));
}

/** Projects the log to its end once. @throws BackupError when an event cannot be projected */
async function buildReadModels(
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
    release: VERSION,
    logger: silentLogger,
    signal: AbortSignal.any([done.signal, stopping.signal]),
    onStatus: ({ state, reason, position }) => {
      if (position !== null) onPosition(position);
      if (state === 'halted') problem = reason;
      if (state === 'live' || state === 'halted') done.abort();
    },
  });
  stopping.signal.throwIfAborted();
  if (problem !== null) throw new BackupError(`The read models cannot be built: ${problem}`);
}

async function conclude(certificate: Certificate, seconds: number): Promise<number> {
  const files = ['json', 'md'].map((kind) => path.join(values.certificate, `certificate.${kind}`));
  await writeFile(files[0] ?? '', `${JSON.stringify(certificate, null, 2)}\n`);
  const words = certificateInWords(certificate);
  await writeFile(files[1] ?? '', words);
  console.log(words);
  console.log(`Restored in ${seconds.toFixed(1)} s. The certificate: ${files.join(', ')}.`);
  if (!certificate.audit.provesWriters) {
    console.log('EVENT_MAC_KEYS is not set here: who wrote the events was not looked at.');
  }
  return certificate.isSound ? 0 : 1;
}
