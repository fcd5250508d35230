import { withEventStoreClient } from './client.ts';
import { serverVersion } from './client-internals.ts';
import { withoutLogin } from './login.ts';

/** The server of the address, for people, and its version. The embedded node says the one that it follows. */
export async function describeServer(eventstoreUrl: string): Promise<string> {
  const address = withoutLogin(eventstoreUrl).replace(/\?.*$/, '');
  const version = await withEventStoreClient(eventstoreUrl, serverVersion).catch(() => undefined);
  return version === undefined ? `${address}, which does not say its version` : `${address}, version ${version}`;
}
