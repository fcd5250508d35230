/** Runs the event-store node by itself. Settings come from the environment; see the schema. */
import { z } from 'zod';
import { onStop } from '#infra/adapters/on-stop.ts';
import { startEventStoreNode } from '#infra/node/server.ts';

const users = z
  .array(z.object({ username: z.string(), password: z.string().min(1), groups: z.array(z.string()) }))
  .min(1);
const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  EVENTSTORE_HOST: z.string().min(1).default('127.0.0.1'),
  EVENTSTORE_PORT: z.coerce.number().int().min(0).max(65535).default(2113),
  EVENTSTORE_TLS_KEY: z.string().min(1).optional(),
  EVENTSTORE_TLS_CERT: z.string().min(1).optional(),
  EVENTSTORE_TLS_CA: z.string().min(1).optional(),
  EVENTSTORE_USERS: z.string().transform(parseJson).pipe(users).optional(),
  EVENTSTORE_INSECURE: z.enum(['true', 'false']).default('false'),
});

const parsed = environment.safeParse(process.env);
if (!parsed.success) {
  console.error(`The event-store node cannot start:\n${z.prettifyError(parsed.error)}`);
  process.exit(1);
}
const { DATABASE_URL, EVENTSTORE_HOST, EVENTSTORE_PORT, EVENTSTORE_USERS, EVENTSTORE_INSECURE } = parsed.data;
const { EVENTSTORE_TLS_KEY: key, EVENTSTORE_TLS_CERT: cert, EVENTSTORE_TLS_CA: ca } = parsed.data;
if (EVENTSTORE_INSECURE === 'false' && !(EVENTSTORE_USERS && key && cert)) {
  console.error(
    'The event-store node cannot start: set EVENTSTORE_USERS, EVENTSTORE_TLS_KEY and EVENTSTORE_TLS_CERT, or, where everybody who reaches it may write events, EVENTSTORE_INSECURE=true.',
  );
  process.exit(1);
}

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
    ...(EVENTSTORE_INSECURE === 'false' && EVENTSTORE_USERS ? { users: EVENTSTORE_USERS } : {}),
    ...(key && cert ? { tls: { key, cert, ...(ca ? { ca } : {}) } } : {}),
    logger: { info: console.log, warn: console.warn, error: console.error },
  });
  stopNode = () => node.stop();
  console.log(`Event-store node ready at ${node.connectionString.replace(/\/\/.*@/, '//')}`);
  process.send?.({ ready: true, port: node.port });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
