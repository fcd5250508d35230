import type { EventStoreDBClient } from '#eventstore-client';
import { withEventStoreClient } from './client.ts';
import { serverVersion } from './client-internals.ts';
import { withoutLogin } from './login.ts';

/** Stands behind the version that the embedded node follows (`infra/node/features.ts`). */
const EMBEDDED = '+embedded';
/** From this version on EventStoreDB is named KurrentDB. */
const FIRST_KURRENTDB = 25;

/** For people; null where the server does not say its version. */
export async function nameOfServer(client: EventStoreDBClient): Promise<string | null> {
  const version = await serverVersion(client).catch(() => '');
  const [, major] = /^(\d+)\.\d/.exec(version) ?? [];
  if (major === undefined) return null;
  if (version.endsWith(EMBEDDED)) return `Embedded node, as EventStoreDB ${version.slice(0, -EMBEDDED.length)}`;
  return `${Number(major) >= FIRST_KURRENTDB ? 'KurrentDB' : 'EventStoreDB'} ${version}`;
}

/** The address for people, without a login. */
export const addressOfServer = (eventstoreUrl: string): string => withoutLogin(eventstoreUrl).replace(/\?.*$/, '');

/** The server of the address, for people, and its version. */
export async function describeServer(eventstoreUrl: string): Promise<string> {
  const name = await withEventStoreClient(eventstoreUrl, nameOfServer);
  return `${addressOfServer(eventstoreUrl)}, ${name ?? 'which does not say its version'}`;
}
