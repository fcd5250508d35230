import type { Registry } from 'prom-client';
import { gauge } from '#bff/kit/lib/gauge.ts';
import { JOB_KINDS } from './job-kinds.ts';

type Counts = { readonly waiting: number; readonly active: number; readonly delayed: number; readonly failed: number };
type Queue = { counts(kind: (typeof JOB_KINDS)[number]): Promise<Counts> };

/** For Prometheus: how many jobs of each kind there are, by state. */
export function countJobs(registry: Registry, jobs: Queue): void {
  const read = async () => {
    const counts = await Promise.all(JOB_KINDS.map(async (kind) => [kind.name, await jobs.counts(kind)] as const));
    return counts.flatMap(([kind, { waiting, active, delayed, failed }]) =>
      Object.entries({ waiting, active, delayed, failed }).map(([state, count]) => [{ kind, state }, count] as const),
    );
  };
  gauge(registry, 'jobs_queued', 'Jobs by kind and state', read, ['kind', 'state']);
}
