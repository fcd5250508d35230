import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { watchWork } from '#core/kernel/work.ts';

type Log = { error(entry: object, message: string): void };
type Address = { readonly port: number; readonly host: string };

/** The counts that every process has, served at `/metrics` on a port of its own, which is closed to the public. */
export async function startMetrics(address: Address, logger: Log) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  countWork(registry);
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
