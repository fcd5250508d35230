// The finance command line: `npm run ledger -- --help`.

import select from '@inquirer/select';
import type { Pool } from 'pg';
import type { BffDeps } from '#bff/kit/deps.ts';
import { CliError, createOutput, EXIT } from '#core/cli/output.ts';
import { keptLogAway } from '#core/cli/proofs.ts';
import { runCli } from '#core/cli/run.ts';
import type { Choice, Choose, Kept, Workplace } from '#core/cli/workplace.ts';
import type { KeptPapers } from '#core/finance/explain/kept-papers.ts';
import type { ProvableLog } from '#core/proofs/statement.ts';
import { loadConfig } from '#infra/adapters/config/config.ts';
import { ConfigError, describeProblems } from '#infra/adapters/config/config-error.ts';
import { loadEventMacKeys } from '#infra/adapters/config/event-macs.ts';
import type { Part } from '#infra/adapters/config/parts.ts';
import { renamedIn } from '#infra/adapters/config/renamed-variables.ts';
import { VERSION } from '#infra/adapters/config/version.ts';
import { withEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { withoutLogin } from '#infra/adapters/eventstore/login.ts';
import { createLogger } from '#infra/adapters/logger/logger.ts';
import { errorCode, LocalStackProblem } from '#infra/local/problem.ts';
import { type LocalStack, withLocalStack } from '#infra/local/runtime.ts';

import { databaseCommands } from './commands.ts';
import type { Databases } from './databases.ts';

const stopping = new AbortController();
const stopped = new Promise<never>((_resolve, reject) => {
  stopping.signal.addEventListener('abort', () => reject(stopping.signal.reason));
});
stopped.catch(() => {});
/** Abandons the work on an abort; what was opened for it is still closed. */
const unlessStopped = <Result>(work: Promise<Result>): Promise<Result> => Promise.race([work, stopped]);

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping.signal.aborted) process.exit(EXIT.interrupted);
    stopping.abort(new CliError('', EXIT.interrupted));
  });
}
const notWritten = (error: NodeJS.ErrnoException) =>
  new CliError(`The answer cannot be written (${error.code ?? error.message}), so it is not whole.`);
// `… | head` closes the pipe early: that is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  stopping.abort(error.code === 'EPIPE' ? new CliError('', EXIT.ok) : notWritten(error));
});

async function withClient<Result>(
  address: string,
  env: NodeJS.ProcessEnv,
  work: Parameters<typeof withEventStoreClient<Result>>[1],
): Promise<Result> {
  const problems = renamedIn(env, 'ledger');
  if (problems.length > 0) throw new ConfigError(describeProblems(env, undefined, problems));
  return withEventStoreClient(address, work);
}

/** A pool of one connection. */
async function withPool<Result>(databaseUrl: string, name: string, work: (pool: Pool) => Promise<Result>) {
  const { createPgPool } = await import('#infra/adapters/postgres/pool.ts');
  const onIdleError = (error: Error) => console.error(error.message);
  const pool = createPgPool(databaseUrl, { maxConnections: 1, applicationName: name, onIdleError });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

const withStore: Workplace['withStore'] = async (work, address) => {
  const open = ({ eventstoreUrl, env }: Pick<LocalStack, 'eventstoreUrl' | 'env'>) =>
    withClient(eventstoreUrl, env, (client) => {
      const kept = env.DATABASE_URL === undefined ? {} : keptIn(env.DATABASE_URL);
      return unlessStopped(work(createEventStoreDb(client, loadEventMacKeys(env)), kept));
    });
  return address === undefined ? withLocalStack('finance', open) : open({ eventstoreUrl: address, env: process.env });
};

/** What Postgres has beside the log. */
const keptIn = (databaseUrl: string): Kept => ({
  findWrongShelves: () =>
    withPool(databaseUrl, 'giftledger-check', async (pool) => {
      const { findWrongShelves } = await import('#infra/adapters/stock/shelves.ts');
      // Postgres may be down while the event store is up: the books are audited all the same.
      const client = await pool.connect().catch(() => null);
      client?.release();
      return client && (await findWrongShelves(pool));
    }),
  async *keptEntries() {
    const { readKeptEntries } = await import('#infra/adapters/notary/postgres-log-book.ts');
    yield* readKeptEntries(databaseUrl);
  },
  withKeptLog: (prove) => proveByKeptLog(databaseUrl, prove),
  async *readIssued(series) {
    const { readIssuedNumbers } = await import('#infra/adapters/postgres/issued-numbers.ts');
    yield* readIssuedNumbers(databaseUrl, series);
  },
  async readFollowers() {
    const { readFollowers } = await import('#infra/adapters/postgres/followers.ts');
    return readFollowers(databaseUrl);
  },
  keptPapers: keptPapersIn(databaseUrl),
});

function keptPapersIn(databaseUrl: string): KeptPapers {
  const open = async () => {
    const { createKeptPapers, queryAlone } = await import('#infra/adapters/postgres/kept-papers.ts');
    return createKeptPapers(queryAlone(databaseUrl));
  };
  return {
    transfersOf: async (withdrawalId) => (await open()).transfersOf(withdrawalId),
    itemsOf: async (file) => (await open()).itemsOf(file),
    lineOf: async (lineId) => (await open()).lineOf(lineId),
  };
}

/** @throws CliError when Postgres does not answer, or nothing was signed yet */
async function proveByKeptLog<Result>(
  databaseUrl: string,
  prove: (log: ProvableLog) => Promise<Result>,
): Promise<Result> {
  const { createDatabasePool } = await import('#infra/adapters/postgres/pool.ts');
  const { findHead, provableLog } = await import('#bff/papers/log/kept-log.ts');
  const database = await createDatabasePool(databaseUrl, { maxConnections: 1 }).catch((error: unknown) => {
    throw isAway(error) ? keptLogAway() : error;
  });
  try {
    const head = await findHead(database);
    if (!head) throw new CliError('No head of the log was signed yet: `ledger checkpoint` signs one.');
    return await prove(provableLog(database, head));
  } finally {
    await database.end();
  }
}

const signHead: Workplace['signHead'] = (readLog) =>
  withLocalStack('notary', async ({ env }) => {
    const { runNotary } = await import('#infra/wiring/run-notary.ts');
    return unlessStopped(runNotary(loadConfig(env, 'notary'), { readLog }));
  });

const isAway = (error: unknown): boolean =>
  /^E(CONNREFUSED|NOTFOUND|HOSTUNREACH|TIMEDOUT|AI_AGAIN)$/.test(errorCode(error) ?? '');

/** For commands that read or change more than the log. */
async function withPostgres<Result>(
  part: Part,
  work: (stack: LocalStack) => Promise<Result>,
  address?: string,
): Promise<Result> {
  if ((address ?? process.env.EVENTSTORE_URL) && !process.env.DATABASE_URL) {
    throw new CliError('This command needs Postgres beside the event store: set DATABASE_URL.', EXIT.unavailable);
  }
  try {
    // Another store's log is unrelated to the servers and keys of this machine.
    return await (address === undefined
      ? withLocalStack(part, work)
      : work({
          eventstoreUrl: address,
          env: process.env,
          owner: { databaseUrl: '', eventstoreUrl: address },
          isRunning: false,
        }));
  } catch (error) {
    if (!isAway(error)) throw error;
    throw new CliError(`Postgres cannot be reached (${errorCode(error)}): this command needs it.`, EXIT.unavailable);
  }
}

/** The actor in the audit trail: a person who has the servers' secrets. */
const OPERATOR = { kind: 'system', id: 'command-line' } as const;

/** Uses the same environment as the store's parts; the store itself may be down. Loaded on demand, because history needs no accounts. */
const withBff = <Result>(work: (deps: BffDeps) => Promise<Result>): Promise<Result> =>
  withPostgres('tools', async ({ env }) => {
    const { wireBff } = await import('#infra/wiring/wire-bff.ts');
    const { createJobs } = await import('#infra/adapters/jobs/jobs.ts');
    const logger = createLogger({ part: 'admin', level: 'warn', answers: true });
    const config = loadConfig(env, 'tools');
    const queue = createJobs({ databaseUrl: config.databaseUrl, logger });
    const { deps, close } = await wireBff(config, { part: 'admin', logger, queue });
    try {
      return await unlessStopped(work(deps));
    } finally {
      await queue.close();
      await close();
    }
  });

const importLog: Workplace['importLog'] = async (file, address, onProgress) => {
  const { importLog: write } = await import('#infra/move/import-log.ts');
  const { MoveError } = await import('#infra/move/copy-log.ts');
  const { UnavailableError } = await import('#eventstore-client');
  const { StalledError } = await import('#infra/adapters/eventstore/read-call.ts');
  return withClient(address, process.env, (client) => unlessStopped(write(file, client, onProgress))).catch(
    (error: unknown) => {
      if (error instanceof UnavailableError || error instanceof StalledError) {
        throw new CliError(
          `The event store at ${withoutLogin(address)} cannot be reached. Nothing more was written.`,
          EXIT.unavailable,
        );
      }
      throw error instanceof MoveError ? new CliError(error.message) : error;
    },
  );
};

const withAdministrators: Databases['withAdministrators'] = (work) =>
  withBff(async (deps) => {
    const { operatorOf } = await import('#bff/identity/administrators/operator.ts');
    return work(operatorOf(deps, OPERATOR));
  });

const withReports: Databases['withReports'] = (work) =>
  withBff(async (deps) => {
    const { reconciliationsOn } = await import('#bff/money/bank/reconciliation.ts');
    const { requireCurrent } = await import('#bff/kit/http/require-current.ts');
    const { readVatReturn } = await import('#bff/office/vat/vat-return.ts');
    const { ApiError } = await import('#bff/kit/lib/api-error.ts');
    const requireShown = () =>
      requireCurrent(deps).catch((error: unknown) => {
        throw error instanceof ApiError
          ? new CliError('The read models are behind the log: start the store first.')
          : error;
      });
    return work({
      async reconciliationsOn(day) {
        await requireShown();
        return reconciliationsOn(deps, day);
      },
      async vatReturnOf(months) {
        await requireShown();
        return readVatReturn(deps, months);
      },
    });
  });

const withKeys: Databases['withKeys'] = (work) =>
  withPostgres('tools', async ({ env, dataDir }) => {
    const { manageDataKeys } = await import('#infra/adapters/crypto/data-keys.ts');
    const { keepDataKeys } = await import('#infra/local/secrets.ts');
    const { databaseUrl, dataKeys } = loadConfig(env, 'tools');
    const keep = dataDir === undefined ? undefined : (keys: string) => keepDataKeys(dataDir, keys);
    return withPool(databaseUrl, 'giftledger-keys', (pool) =>
      unlessStopped(work(manageDataKeys(pool, dataKeys, keep))),
    );
  });

const withFollowers: Databases['withFollowers'] = (work) =>
  withPostgres('tools', async ({ env, eventstoreUrl }) => {
    const { acceptLog } = await import('#infra/adapters/postgres/followers.ts');
    const accept = () =>
      withClient(eventstoreUrl, env, (client) =>
        withPool(env.DATABASE_URL ?? '', 'giftledger-followers', (pool) =>
          acceptLog(pool, createEventStoreDb(client, loadEventMacKeys(env))),
        ),
      );
    return unlessStopped(work({ accept }));
  });

/** On an interruption it removes what it began, so the program waits for it. */
const withReadModels: Databases['withReadModels'] = (work, address) =>
  withPostgres(
    'projections',
    async ({ env, eventstoreUrl }) => {
      const { buildCopy } = await import('#projections/replay/copy.ts');
      const { diffCopies } = await import('#projections/replay/diff.ts');
      const { projections, READ_MODEL_VERSION: version } = await import('#projections/projections.ts');
      const databaseUrl = env.DATABASE_URL ?? '';
      const logger = createLogger({ part: 'replay', level: 'error', answers: true });
      return withClient(eventstoreUrl, env, (client) => {
        const store = createEventStoreDb(client, loadEventMacKeys(env));
        const common = { databaseUrl, store, projections, version, logger, signal: stopping.signal };
        return work({
          build: (wanted, onProgress) => buildCopy({ ...common, ...wanted, onProgress }),
          // It only reads, so there is nothing to remove.
          compare: (left, right, onProgress) => unlessStopped(diffCopies(common, left, right, onProgress)),
        });
      }).catch((error: unknown) => {
        throw error instanceof Error && error.name === 'ReplayError' ? new CliError(error.message) : error;
      });
    },
    address,
  );

const choose: Choose = <Value>(message: string, choices: readonly Choice<Value>[]) =>
  unlessStopped(select<Value>({ message, choices, pageSize: choices.length }, { signal: stopping.signal })).catch(
    (error: unknown) => {
      if (!(error instanceof Error) || error.name !== 'ExitPromptError') throw error;
      throw new CliError('', EXIT.interrupted);
    },
  );

const { end, ...output } = createOutput(process.stdout, process.stderr);

/** The disk was full, or the pipe was closed, when the rest was written. */
function endAsStopped(error: unknown): void {
  const reason = stopping.signal.aborted ? stopping.signal.reason : notWritten(error as NodeJS.ErrnoException);
  if (reason.message) console.error(reason.message);
  process.exitCode = reason.exitCode;
}

try {
  process.exitCode = await runCli(process.argv.slice(2), {
    version: VERSION,
    withStore,
    signHead,
    importLog,
    addMore: databaseCommands({ withAdministrators, withReports, withKeys, withFollowers, withReadModels }),
    output: { ...output, write: (text) => process.stdout.write(text) },
    clock: () => new Date(),
    signal: stopping.signal,
    ...(process.stdin.isTTY && process.stdout.isTTY ? { choose } : {}),
  });
} catch (error) {
  if (!(error instanceof LocalStackProblem || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof ConfigError ? EXIT.usage : EXIT.unavailable;
}
// A slow reader gets every line, unless it was interrupted, or nobody reads any more.
if (!stopping.signal.aborted) await unlessStopped(end()).catch(endAsStopped);
// Keepalive timers of the client would keep the process running.
process.exit();
