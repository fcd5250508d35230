import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import type { Principal } from './access-lists.ts';
import { accessDenied, unauthenticated } from './errors.ts';

/** Access lists name groups in the same way as users; members of `$admins` may do everything. */
export type User = { readonly username: string; readonly password: string; readonly groups?: readonly string[] };

/** Throws access-denied for a call without credentials and UNAUTHENTICATED for wrong ones. */
export type Authenticate = (metadata: Metadata) => Principal;

/** Without any users the node is open, as EventStoreDB is in insecure mode. */
export function createAuthenticate(users: readonly User[]): Authenticate {
  if (users.length === 0) return () => undefined;
  const known = users.map(({ username, password, groups = [] }) => ({
    digest: digest(`${username}:${password}`),
    principal: { roles: new Set([username, ...groups]) },
  }));
  return (metadata) => {
    const [header] = metadata.get('authorization');
    if (header === undefined) throw accessDenied();
    const [, encoded = ''] = /^Basic (.+)$/i.exec(header.toString()) ?? [];
    const given = digest(Buffer.from(encoded, 'base64').toString('utf8'));
    const found = known.find((one) => timingSafeEqual(one.digest, given));
    if (found === undefined) throw unauthenticated();
    return found.principal;
  };
}

/** Gives all comparisons one length, so that their time reveals nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
