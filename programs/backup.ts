// npm run backup: adds a set to the backup of a store: its log, and the tables and files that fit to it.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { readOptions, wholeOption } from '#infra/adapters/config/command-options.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { loadEventMacKeys } from '#infra/adapters/config/event-macs.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { noteRun } from '#infra/backup/make/note-run.ts';
import { parseKeep, prune } from '#infra/backup/make/prune.ts';
import { runBackup } from '#infra/backup/make/run-backup.ts';
import { checkSet } from '#infra/backup/store/check-backup.ts';
import { BackupError } from '#infra/backup/store/destination.ts';
import { createSeal } from '#infra/backup/store/envelope.ts';
import { listSets, readSet } from '#infra/backup/store/manifest.ts';
import { openDestination } from '#infra/backup/store/open-destination.ts';
import { localDataDir } from '#infra/local/paths.ts';
import { LocalStackProblem } from '#infra/local/problem.ts';
import { type LocalStack, withLocalStack } from '#infra/local/runtime.ts';
import { loadLocalSecrets } from '#infra/local/secrets.ts';

const USAGE = `npm run backup -- --to DIR [--recipient age1…]

Backs up the store while it runs: the log as far as it is new, then the tables and files that fit to it, each encrypted for
the recipient. Broken off, the same command goes on. docs/runbooks/restore.md says how it comes back.

--to         folder (BACKUP_TO). A bucket stands in BACKUP_TO, with its key, which lists of processes would show:
             s3://key:secret@bucket/prefix?region=eu-central-1&endpoint=https://…
--recipient  public keys of age that can read it, comma-separated (BACKUP_RECIPIENT)
--new-key    makes a pair of keys, writes the secret one to this file, prints the public one, and ends
--every      goes on, and makes a set each so many minutes
--keep       removes older sets: 24h,14d,8w,24m keeps the last of each of 24 hours, 14 days, 8 weeks and 24 months that have one
--check      reads the newest set again and names what is damaged; it needs no key, and adds nothing`;

const values = readOptions(USAGE, {
  to: { type: 'string' },
  recipient: { type: 'string' },
  'new-key': { type: 'string' },
  every: { type: 'string' },
  keep: { type: 'string' },
  check: { type: 'boolean', default: false },
});
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stopping.abort(new BackupError('Broken off. The same command goes on from here.')));
}

try {
  process.exitCode = await run();
} catch (error) {
  const isExplained = error instanceof BackupError || error instanceof LocalStackProblem;
  console.error(isExplained ? error.message : error);
  process.exitCode = 1;
}
// A running event-store client would keep the process open.
process.exit();

async function run(): Promise<number> {
  if (values['new-key'] !== undefined) return makeKey(values['new-key']);
  return values.check ? check() : withLocalStack('backup', backUp);
}

async function makeKey(file: string): Promise<number> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  try {
    await writeFile(file, `# public key: ${recipient}\n${identity}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new BackupError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}). Nothing was made.`);
  }
  console.log(
    `${recipient}\nis the public key: BACKUP_RECIPIENT. Keep ${file} on another machine, and a copy on paper: without it no backup can be read.`,
  );
  return 0;
}

async function backUp({ env, eventstoreUrl }: LocalStack): Promise<number> {
  const config = loadConfig(env, 'backup');
  const [to, recipient] = [values.to ?? config.backupTo, values.recipient ?? config.backupRecipient];
  if (!to || !recipient) {
    console.error(USAGE);
    return 2;
  }
  const destination = await openDestination(to);
  const keep = values.keep === undefined ? undefined : parseKeep(values.keep);
  const everyMinutes = values.every === undefined ? undefined : wholeOption('every', values.every, 1, 10_080);
  const client = createEventStoreClient(eventstoreUrl);
  const { databaseUrl, filesDir, eventMacs } = config;
  const options = { databaseUrl, filesDir, eventMacs, client, to: destination, seal: createSeal(recipient) };
  const note = (outcome: Parameters<typeof noteRun>[2]) =>
    noteRun(databaseUrl, destination.name, outcome).catch((error: unknown) =>
      console.error('· The store could not be told how this run ended, and will say that it is late:', wordsOf(error)),
    );
  const once = async () => {
    const startedMs = performance.now();
    const made = await runBackup({ ...options, signal: stopping.signal }).catch(async (error: unknown) => {
      if (!stopping.signal.aborted) await note({ problem: wordsOf(error) });
      throw error;
    });
    const seconds = (performance.now() - startedMs) / 1_000;
    console.log(
      `✓ ${made.set}: ${made.events} events (${made.newEvents} new), ${made.rows} rows, ${made.files} files, in ${seconds.toFixed(1)} s`,
    );
    await note({ made, seconds });
    if (!keep) return;
    const { sets, objects, left } = await prune(destination, keep, eventMacs);
    if (sets > 0) console.log(`· ${sets} older sets and ${objects} objects were removed, ${left} sets are left`);
  };
  if (everyMinutes === undefined) await once();
  else await repeat(once, everyMinutes * 60_000);
  await client.dispose();
  return 0;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A failure is printed, and the next run tries again. */
async function repeat(once: () => Promise<void>, everyMs: number): Promise<void> {
  const { signal } = stopping;
  while (!signal.aborted) {
    const startedMs = performance.now();
    await once().catch((error: unknown) => {
      if (!signal.aborted) console.error('✗ No set was made:', error instanceof BackupError ? error.message : error);
    });
    const restMs = Math.max(0, everyMs - (performance.now() - startedMs));
    await delay(restMs, undefined, { signal }).catch(() => undefined);
  }
}

/** It needs no server: after a loss there is none. */
async function check(): Promise<number> {
  const to = values.to ?? process.env.BACKUP_TO;
  if (!to) {
    console.error(USAGE);
    return 2;
  }
  const from = await openDestination(to);
  const eventMacs = loadEventMacKeys(await keptSecrets());
  const name = (await listSets(from)).at(-1);
  if (name === undefined) throw new BackupError(`${from.name} has no set: no backup was finished there.`);
  const problems = await checkSet(from, await readSet(from, name, eventMacs));
  for (const problem of problems) console.log(`✗ ${problem}`);
  if (problems.length === 0) console.log(`✓ ${name}: every object is as it was written`);
  return problems.length === 0 ? 0 : 1;
}

/** The store's own secrets, where they are here: with them it is checked who made the set. */
async function keptSecrets(): Promise<NodeJS.ProcessEnv> {
  const dataDir = localDataDir();
  if (process.env.EVENTSTORE_URL || !existsSync(path.join(dataDir, 'secrets.json'))) return process.env;
  const { eventMacKeys, eventMacSince } = await loadLocalSecrets(dataDir);
  return { EVENT_MAC_KEYS: eventMacKeys, EVENT_MAC_SINCE: eventMacSince };
}
