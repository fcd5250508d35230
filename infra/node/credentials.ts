import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { accessDenied, unauthenticated } from './errors.ts';

export type Credentials = { username: string; password: string };

/** Throws access-denied for a call without credentials and UNAUTHENTICATED for wrong ones. */
export type Authenticate = (metadata: Metadata) => void;

/** Without any known credentials the node is open, as EventStoreDB is in insecure mode. */
export function createAuthenticate(known: Credentials[]): Authenticate {
  if (known.length === 0) return () => undefined;
  const accepted = known.map(({ username, password }) => digest(`${username}:${password}`));
  return (metadata) => {
    const [header] = metadata.get('authorization');
    if (header === undefined) throw accessDenied();
    const [, encoded = ''] = /^Basic (.+)$/i.exec(header.toString()) ?? [];
    const given = digest(Buffer.from(encoded, 'base64').toString('utf8'));
    if (!accepted.some((one) => timingSafeEqual(one, given))) throw unauthenticated();
  };
}

/** Makes all comparisons one length, so that their time says nothing. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
