/** Runs the event-store node by itself. Settings come from the environment; see the schema. */
import { z } from 'zod';
import { onStop } from '../on-stop.ts';
import { startEventStoreNode } from './server.ts';

const environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  EVENTSTORE_HOST: z.string().min(1).default('127.0.0.1'),
  EVENTSTORE_PORT: z.coerce.number().int().min(0).max(65535).default(2113),
  EVENTSTORE_TLS_KEY: z.string().min(1).optional(),
  EVENTSTORE_TLS_CERT: z.string().min(1).optional(),
});

const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  console.error(`The event-store node cannot start:\n${z.prettifyError(parsed.error)}`);
  process.exit(1);
}
const { DATABASE_URL, EVENTSTORE_HOST, EVENTSTORE_PORT, EVENTSTORE_TLS_KEY, EVENTSTORE_TLS_CERT } = parsed.data;

let stopNode = async () => {};
async function stop(): Promise<void> {
  await stopNode();
  process.exit(0);
}
onStop(stop);

try {
  const node = await startEventStoreNode({
    databaseUrl: DATABASE_URL,
    host: EVENTSTORE_HOST,
    port: EVENTSTORE_PORT,
    ...(EVENTSTORE_TLS_KEY && EVENTSTORE_TLS_CERT
      ? { tls: { key: EVENTSTORE_TLS_KEY, cert: EVENTSTORE_TLS_CERT } }
      : {}),
    logger: { info: console.log, warn: console.warn, error: console.error },
  });
  stopNode = () => node.stop();
  console.log(`Event-store node ready at ${node.connectionString.replace(/\/\/.*@/, '//')}`);
  process.send?.({ ready: true, port: node.port });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
