import { z } from 'zod';
import type { BackupState, ReadModelState, SystemState } from '#bff/contract/office/admin-system.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { countQuarantined } from '#bff/kit/files/customer-uploads.ts';
import { standstillOf } from '#bff/kit/ports/jobs.ts';
import { BEHIND_AFTER_MS, SILENT_AFTER_MS } from '#bff/kit/ports/read-models.ts';
import { standbyProblem } from '#bff/kit/ports/standby-reads.ts';
import { listBackupRuns } from '#bff/kit/tables/backup-runs.ts';
import { listFollowers } from '#bff/kit/tables/followers.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { notaryState } from '#bff/papers/log/notary-state.ts';

const startedAt = new Date(Date.now() - process.uptime() * 1000);

type Deps = Pick<
  BffDeps,
  'version' | 'database' | 'standby' | 'eventStore' | 'readModels' | 'jobs' | 'scanner' | 'files'
>;

/** The state of the parts. A part that does not answer is reported so; it never fails the page. */
export async function systemState(deps: Deps): Promise<SystemState> {
  const [head, server, size, readModels, followers, jobs, lateMs, isScannerThere, quarantined, files, notary, backups] =
    await Promise.all([
      deps.eventStore.headPosition().catch(() => null),
      deps.eventStore.server(),
      databaseSize(deps).catch(() => null),
      readModelStates(deps),
      listFollowers(deps.database).catch(() => []),
      deps.jobs.queues().catch(() => []),
      deps.jobs.repeatedLateMs().catch(() => 0),
      deps.scanner?.isReachable() ?? null,
      countQuarantined(deps.database).catch(() => null),
      deps.files.state(),
      notaryState(deps.database).catch(() => null),
      backupStates(deps).catch(() => null),
    ]);
  return {
    data: {
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
      jobs_problem: standstillOf(lateMs),
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

async function readModelStates({ readModels }: Pick<Deps, 'readModels'>): Promise<ReadModelState[]> {
  const name = 'all read models';
  const none = { name, position: '-1', lag_events: null, updated_at: null };
  try {
    const state = await readModels.freshness();
    if (!state) return [{ ...none, status: 'catching-up', error: null }];
    const status = statusOf(state);
    return [
      {
        name,
        status,
        position: state.position.toString(),
        lag_events: status === 'running' ? 0 : null,
        updated_at: state.asOf?.toISOString() ?? null,
        error: status === 'silent' ? silence(state.silentMs) : state.haltedReason,
      },
    ];
  } catch {
    return [{ ...none, status: 'silent', error: 'The state of the read models cannot be read.' }];
  }
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
