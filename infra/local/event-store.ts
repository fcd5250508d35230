import path from 'node:path';
import { type CertificateFiles, ensureCertificate } from '#infra/adapters/crypto/certificates.ts';
import { withLogin } from '#infra/adapters/eventstore/login.ts';
import { roleName } from '#infra/adapters/postgres/roles.ts';
import { adminEventStoreUrl, eventStoreAccounts } from './environment.ts';
import { type LocalSecrets, passwordOf } from './secrets.ts';

export const certificateDir = (dataDir: string): string => path.join(dataDir, 'event-store');

/** The certificate of the embedded event store, made at the first start. */
export const localCertificate = (dataDir: string): Promise<CertificateFiles> =>
  ensureCertificate(certificateDir(dataDir), ['localhost', '127.0.0.1']);

/**
 * Runs the event store in this process, for a command while nothing else runs. Returns the address with its
 * administrator's login.
 */
export async function startLocalEventStore(dataDir: string, secrets: LocalSecrets, databaseUrl: string) {
  // A start of the whole store runs it as a process of its own, and need not read it.
  const [{ setAccessLists, usersOf }, { startEventStoreNode }] = await Promise.all([
    import('#infra/adapters/eventstore/access.ts'),
    import('#infra/node/server.ts'),
  ]);
  const certificate = await localCertificate(dataDir);
  const node = await startEventStoreNode({
    databaseUrl: withLogin(databaseUrl, roleName('events'), passwordOf(secrets, 'Postgres', 'events')),
    tls: certificate,
    users: usersOf(eventStoreAccounts(secrets)),
  });
  const eventstoreUrl = adminEventStoreUrl(secrets, node.port, certificate);
  try {
    await setAccessLists(eventstoreUrl);
  } catch (error) {
    await node.stop();
    throw error;
  }
  return { eventstoreUrl, stop: () => node.stop() };
}
