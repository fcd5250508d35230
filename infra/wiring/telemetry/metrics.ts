import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type pg from 'pg';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { gauge } from '#bff/kit/lib/gauge.ts';
import { watchWork } from '#core/kernel/work.ts';
import { type DatabasePool, type PoolState, stateOf } from '#infra/adapters/postgres/pool.ts';

type Log = { error(entry: object, message: string): void };
type Address = { readonly port: number; readonly host: string };

/**
 * The counts that every process has, served at `/metrics` on a port of its own, which is closed to the public. `dataDir` is the folder of
 * `npm start`: nobody can ask a Postgres elsewhere how much space its disk has.
 */
export async function startMetrics(address: Address, logger: Log, dataDir?: string) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countWork(registry);
  if (dataDir)
    gauge(registry, 'postgres_free_bytes', 'Free space where Postgres, with the log, has its data', () =>
      statfs(path.join(dataDir, 'postgres')).then(
        ({ bavail, bsize }) => bavail * bsize,
        () => Number.NaN,
      ),
    );
  return { registry, server: await serveMetrics(registry, address, logger) };
}

/** How long work at each door takes, and how often it fails. */
function countWork(registry: Registry): void {
  const duration = new Histogram({
    name: 'work_duration_seconds',
    help: 'Time of commands, appends to the event store, batches of the read models, next steps, jobs and mails',
    labelNames: ['door', 'kind', 'outcome'],
    buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  });
  watchWork(async (door, kind, work) => {
    const end = duration.startTimer({ door, kind });
    try {
      const result = await work();
      end({ outcome: 'done' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  });
}

export type Pools = Readonly<Record<string, DatabasePool | pg.Pool>>;

/** How much of each pool of Postgres' connections is taken. A pool may come and go: they are asked for each time. */
export function countPools(registry: Registry, pools: () => Pools): void {
  const figure = (name: string, help: string, read: (state: PoolState) => number) =>
    gauge(
      registry,
      name,
      help,
      async () => Object.entries(pools()).map(([pool, each]) => [{ pool }, read(stateOf(each))] as const),
      ['pool'],
    );
  figure('postgres_pool_used', 'Connections to Postgres that work', ({ used }) => used);
  figure('postgres_pool_idle', 'Open connections to Postgres that nobody uses', ({ idle }) => idle);
  figure('postgres_pool_waiting', 'Who waits for a connection to Postgres', ({ waiting }) => waiting);
  figure('postgres_pool_most', 'Connections to Postgres that may be open', ({ most }) => most);
}

/** Nothing else is served there, and nothing is said of what went wrong but in the log. */
export async function serveMetrics(
  registry: { readonly contentType: string; metrics(): Promise<string> },
  { port, host }: Address,
  logger: Log,
): Promise<{ readonly port: number; close(): void }> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end();
    const body = await registry.metrics().catch((error: unknown) => {
      logger.error({ err: error }, 'the metrics could not be collected');
      return undefined;
    });
    if (body === undefined) return response.writeHead(503).end();
    return response.writeHead(200, { 'content-type': registry.contentType }).end(body);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
