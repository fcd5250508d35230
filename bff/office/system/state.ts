import { z } from 'zod';
import type { BackupState, ReadModelState, SystemState } from '#bff/contract/office/admin-system.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { countQuarantined } from '#bff/kit/files/customer-uploads.ts';
import { inTime } from '#bff/kit/lib/in-time.ts';
import { standstillOf } from '#bff/kit/ports/jobs.ts';
import { BEHIND_AFTER_MS, SILENT_AFTER_MS } from '#bff/kit/ports/read-models.ts';
import { standbyProblem } from '#bff/kit/ports/standby-reads.ts';
import { listBackupRuns } from '#bff/kit/tables/backup-runs.ts';
import { listFollowers } from '#bff/kit/tables/followers.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { notaryState } from '#bff/papers/log/notary-state.ts';

const startedAt = new Date(Date.now() - process.uptime() * 1000);

/** Who looks at the page gets the rest meanwhile. */
const ANSWER_WITHIN_MS = 3_000;

type Deps = Pick<
  BffDeps,
  'version' | 'database' | 'standby' | 'eventStore' | 'readModels' | 'jobs' | 'scanner' | 'files'
>;

/** The state of the parts. A part that does not answer is named; it never fails the page, nor makes it wait for long. */
export async function systemState(deps: Deps): Promise<SystemState> {
  const unanswered = new Set<string>();
  const ask = <T>(part: string, question: () => Promise<T>, otherwise: T): Promise<T> =>
    inTime(question, ANSWER_WITHIN_MS).catch(() => {
      unanswered.add(part);
      return otherwise;
    });
  const { eventStore, database, jobs: queues, scanner } = deps;
  const [head, server, size, readModels, followers, jobs, late, isScannerThere, quarantined, files, notary, backups] =
    await Promise.all([
      ask('event store', () => eventStore.headPosition(), null),
      ask('event store', () => eventStore.server(), null),
      ask('database', () => databaseSize(deps), null),
      ask('read models', () => readModelStates(deps), [UNREADABLE]),
      ask('next steps and webhooks', () => listFollowers(database), []),
      ask('background work', () => queues.queues(), []),
      ask('background work', () => queues.repeatedLate(), { lateMs: 0, hanging: null }),
      scanner ? ask('virus scanner', () => scanner.isReachable(), false) : null,
      ask('quarantine', () => countQuarantined(database), null),
      ask('files', () => deps.files.state(), { problem: 'They give no answer.', freeBytes: null }),
      ask('notary', () => notaryState(database), null),
      ask('backup', () => backupStates(deps), null),
    ]);
  return {
    data: {
      unanswered: unanswered.size === 0 ? null : [...unanswered].join(', '),
      event_store: {
        is_connected: head !== null,
        head_position: head?.toString() ?? null,
        server,
        address: deps.eventStore.address,
      },
      postgres: { is_connected: size !== null, size_bytes: size?.toString() ?? null, standby: standbyState(deps) },
      read_models: readModels,
      followers: followers.map(({ name, position, savedAt, haltedReason }) => ({
        name,
        position: position.toString(),
        saved_at: savedAt.toISOString(),
        problem: haltedReason,
      })),
      files: { place: deps.files.name, problem: files.problem, free_bytes: files.freeBytes },
      upload_scanner: { is_connected: isScannerThere, quarantined },
      notary,
      backups,
      jobs: [...jobs],
      jobs_problem: standstillOf(late),
      process: {
        started_at: startedAt.toISOString(),
        uptime_s: Math.floor(process.uptime()),
        version: deps.version,
        node_version: process.version,
        memory_bytes: process.memoryUsage().rss,
      },
    },
  };
}

function standbyState({ standby }: Pick<Deps, 'standby'>): SystemState['data']['postgres']['standby'] {
  const state = standby?.state();
  if (!state) return null;
  const { server, behindMs, problem } = state;
  const words = standbyProblem(state);
  return {
    server,
    behind_s: behindMs === null ? null : Math.round(behindMs / 1_000),
    problem: words !== null && problem !== null ? `${words} (${problem})` : words,
  };
}

async function backupStates({ database }: Pick<Deps, 'database'>): Promise<BackupState[]> {
  return (await listBackupRuns(database)).map(({ place, endedAt, problem, setAt, events, bytes, seconds }) => ({
    place,
    ended_at: endedAt.toISOString(),
    problem,
    set: setAt && {
      made_at: setAt.toISOString(),
      events: String(events),
      bytes: String(bytes),
      seconds: Number(seconds),
    },
  }));
}

async function databaseSize({ database }: Pick<Deps, 'database'>): Promise<bigint> {
  const { size } = await database.one(
    sql.type(z.object({ size: z.bigint() }))`select pg_database_size(current_database()) as size`,
  );
  return size;
}

const NONE = { name: 'all read models', position: '-1', lag_events: null, updated_at: null };
const UNREADABLE = { ...NONE, status: 'silent', error: 'The state of the read models cannot be read.' };

async function readModelStates({ readModels }: Pick<Deps, 'readModels'>): Promise<ReadModelState[]> {
  const state = await readModels.freshness();
  if (!state) return [{ ...NONE, status: 'catching-up', error: null }];
  const status = statusOf(state);
  return [
    {
      name: NONE.name,
      status,
      position: state.position.toString(),
      lag_events: status === 'running' ? 0 : null,
      updated_at: state.asOf?.toISOString() ?? null,
      error: status === 'silent' ? silence(state.silentMs) : state.haltedReason,
    },
  ];
}

const silence = (ms: number) => `Nothing was heard of the program projections for ${Math.round(ms / 1_000)} s.`;

type Halted = Pick<
  NonNullable<Awaited<ReturnType<Deps['readModels']['freshness']>>>,
  'haltedReason' | 'haltedKind' | 'ageMs' | 'silentMs'
>;

function statusOf({ haltedReason, haltedKind, ageMs, silentMs }: Halted) {
  if (haltedKind === 'other-log') return haltedKind;
  if (haltedReason !== null) return 'stopped';
  // They have not reached the end of the log yet.
  if (ageMs === null) return 'catching-up';
  if (silentMs >= SILENT_AFTER_MS) return 'silent';
  return ageMs < BEHIND_AFTER_MS ? 'running' : 'catching-up';
}
