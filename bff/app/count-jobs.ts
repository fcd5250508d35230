import type { Registry } from 'prom-client';
import { gauge } from '#bff/kit/lib/gauge.ts';
import { JOB_KINDS } from './job-kinds.ts';

type Counts = { readonly waiting: number; readonly active: number; readonly delayed: number; readonly failed: number };
type Queue = { counts(kinds: typeof JOB_KINDS): Promise<(Counts & { readonly name: string })[]> };

/** For Prometheus: how many jobs of each kind there are, by state. */
export function countJobs(registry: Registry, jobs: Queue): void {
  const read = async () =>
    (await jobs.counts(JOB_KINDS)).flatMap(({ name: kind, waiting, active, delayed, failed }) =>
      Object.entries({ waiting, active, delayed, failed }).map(([state, count]) => [{ kind, state }, count] as const),
    );
  gauge(registry, 'jobs_queued', 'Jobs by kind and state', read, ['kind', 'state']);
}
