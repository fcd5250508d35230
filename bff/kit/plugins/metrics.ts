import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import { SECURITY_EVENT_KINDS, severityOf } from '#bff/contract/identity/security-event-kinds.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { countQuarantined } from '#bff/kit/files/customer-uploads.ts';
import { gauge as addGauge } from '#bff/kit/lib/gauge.ts';
import { standbyProblem } from '#bff/kit/ports/standby-reads.ts';
import { listFollowers } from '#bff/kit/tables/followers.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { countRuns } from './count-runs.ts';

const SIZE = sql.type(z.object({ bytes: z.bigint() }))`select pg_database_size(current_database()) as bytes`;

/** Counts for Prometheus, as `app.metrics`. Labels are route patterns, never ids. */
export function registerMetrics(app: FastifyInstance, deps: BffDeps, registry = new Registry()): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'http_requests_refused_total',
    help: 'Requests answered with 4xx',
    labelNames: ['status'],
    registers: [registry],
  });
  const gauge = (name: string, help: string, read: () => Promise<number>) => addGauge(registry, name, help, read);
  const { readModels, scanner, database, files } = deps;
  const secondsSince = (time: Date) => (deps.clock().getTime() - time.getTime()) / 1_000;
  gauge('read_model_position', 'Log position that the read models have reached (-1 before the first event)', async () =>
    Number((await readModels.freshness())?.position ?? -1n),
  );
  gauge('read_model_age_seconds', 'Time since the read models last confirmed that they are up to date', async () => {
    const asOf = (await readModels.freshness())?.asOf;
    return asOf ? secondsSince(asOf) : Number.POSITIVE_INFINITY;
  });
  gauge(
    'read_model_halted',
    '1 while an event could not be projected, or the log is not the one that was projected',
    async () => Number(Boolean((await readModels.freshness())?.haltedReason)),
  );
  gauge(
    'followers_halted',
    'Processes and webhooks that wait because the log is not the one that they followed',
    async () => (await listFollowers(database)).filter(({ haltedReason }) => haltedReason !== null).length,
  );
  gauge(
    'repeated_work_late_seconds',
    'How long a run of what jobs repeats, or its end, is overdue: mails, webhooks, invoices, the expiry of orders; +Inf while none is scheduled',
    async () => (await deps.jobs.repeatedLate()).lateMs / 1_000,
  );
  countRuns(registry, deps);
  gauge('postgres_size_bytes', 'Size of the database, with its indexes', async () =>
    Number(await database.oneFirst(SIZE)),
  );
  gauge('files_up', '1 while files can be stored and opened', async () =>
    Number((await files.state()).problem === null),
  );
  gauge('files_free_bytes', 'Free space where uploaded files are kept; without limit for a bucket', async () => {
    const { freeBytes } = await files.state();
    return freeBytes ?? Number.POSITIVE_INFINITY;
  });
  gauge('standby_up', '1 while no standby of Postgres is away or far behind from which lists are read', async () =>
    Number(!deps.standby || standbyProblem(deps.standby.state()) === null),
  );
  if (scanner) {
    gauge('upload_scanner_up', '1 while uploads can be scanned; without the scanner none is taken', async () =>
      Number(await scanner.isReachable()),
    );
  }
  gauge('uploads_quarantined', 'Uploads in which the scanner found something harmful', () =>
    countQuarantined(database),
  );
  new Counter({
    name: 'security_events_total',
    help: 'What may be an attack, by kind, noted by this process',
    labelNames: ['kind', 'severity'],
    registers: [registry],
    collect() {
      this.reset();
      for (const kind of SECURITY_EVENT_KINDS) {
        this.inc({ kind, severity: severityOf(kind) }, deps.security.totals().get(kind) ?? 0);
      }
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'other';
    const status = String(reply.statusCode);
    duration.observe({ method: request.method, route, status }, reply.elapsedTime / 1_000);
    if (reply.statusCode >= 400 && reply.statusCode < 500) refused.inc({ status });
  });
  app.decorate('metrics', registry);
}
