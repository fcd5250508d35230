/** Runs the event-store node by itself. */
import { z } from 'zod';
import { accounts } from '#infra/adapters/config/accounts.ts';
import { readOptions, wholeOption } from '#infra/adapters/config/command-options.ts';
import { ConfigError, describeProblems } from '#infra/adapters/config/config-error.ts';
import { renamedIn } from '#infra/adapters/config/renamed-variables.ts';
import { untilToldOfPostgres } from '#infra/adapters/config/told-later.ts';
import { portNumber, postgresUrl } from '#infra/adapters/config/variables.ts';
import { filesIn } from '#infra/adapters/crypto/certificates.ts';
import { usersOf } from '#infra/adapters/eventstore/access.ts';
import { onStop } from '#infra/adapters/on-stop.ts';
import { type EventStoreNode, startEventStoreNode } from '#infra/node/server.ts';

const MAX_PORT = 65_535;
const USAGE = `node programs/event-store.ts --certificate FOLDER [--host 127.0.0.1] [--port 2113]

Runs the embedded event store on the Postgres of DATABASE_URL, with the users of EVENTSTORE_ACCOUNTS. METRICS_PORT serves its figures.

--certificate  folder with server.crt, server.key and ca/ca.crt, as programs/certificates.ts makes it
--host         the address that it listens on
--port         the port; 0 means any
--insecure     without users and TLS: everybody who reaches it may write events`;

const options = readOptions(USAGE, {
  certificate: { type: 'string' },
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '2113' },
  insecure: { type: 'boolean', default: false },
});
const port = wholeOption('port', options.port, 0, MAX_PORT);

let stopNode = async () => {};
async function stop(): Promise<void> {
  await stopNode();
  process.exit(0);
}
onStop(stop);

try {
  await untilToldOfPostgres();
  const { databaseUrl, users, metricsPort } = readEnvironment();
  const logger = { info: console.log, warn: console.warn, error: console.error };
  const node = await startEventStoreNode({
    databaseUrl,
    host: options.host,
    port,
    ...(options.insecure ? {} : { users }),
    ...(options.certificate === undefined ? {} : { tls: filesIn(options.certificate) }),
    logger,
  });
  stopNode = () => node.stop();
  if (metricsPort !== undefined) await serveFigures(node, metricsPort);
  console.log(`Event-store node ready at ${node.connectionString.replace(/\/\/.*@/, '//')}`);
  process.send?.({ ready: true, port: node.port });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

async function serveFigures(node: EventStoreNode, metricsPort: number): Promise<void> {
  const [{ startMetrics, countPools }, { gauge }] = await Promise.all([
    import('#infra/wiring/telemetry/metrics.ts'),
    import('#bff/kit/lib/gauge.ts'),
  ]);
  const logger = { error: (entry: object, message: string) => console.error(message, entry) };
  const { registry } = await startMetrics(
    { port: metricsPort, host: options.host },
    logger,
    process.env.GIFTLEDGER_DATA_DIR,
  );
  const figure = (name: string, help: string, read: () => number) => gauge(registry, name, help, async () => read());
  figure('log_position', 'Position of the last event of the log', () => node.figures().logPosition);
  figure('log_appends_queued', 'Appends that wait for a commit', () => node.figures().appendsQueued);
  figure('log_calls_open', 'Reads and subscriptions under way', () => node.figures().callsOpen);
  figure('log_writer_up', '1 while the node has its connection to Postgres', () => Number(node.figures().isWriting));
  gauge(registry, 'postgres_size_bytes', 'Size of the database, with its indexes', async () => {
    const size = 'select pg_database_size(current_database()) as bytes';
    const { rows } = await node.pool.query<{ bytes: number }>(size).catch(() => ({ rows: [] }));
    return rows[0]?.bytes ?? Number.NaN;
  });
  countPools(registry, () => ({ reads: node.pool }));
}

function readEnvironment() {
  const problems = renamedIn(process.env, 'eventStore');
  const parsed = z
    .object({ DATABASE_URL: postgresUrl, EVENTSTORE_ACCOUNTS: accounts, METRICS_PORT: portNumber.optional() })
    .safeParse({ ...process.env, METRICS_PORT: process.env.METRICS_PORT || undefined });
  if (!parsed.success || problems.length > 0)
    throw new ConfigError(describeProblems(process.env, parsed.error, problems));
  const users = usersOf(parsed.data.EVENTSTORE_ACCOUNTS);
  if (!options.insecure && (users.length === 0 || options.certificate === undefined)) {
    throw new ConfigError(
      'The event-store node cannot start: set EVENTSTORE_ACCOUNTS and --certificate, or, where everybody who reaches it may write events, --insecure.',
    );
  }
  return { databaseUrl: parsed.data.DATABASE_URL, users, metricsPort: parsed.data.METRICS_PORT };
}
