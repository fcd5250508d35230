import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { BffDeps } from '#bff/kit/deps.ts';
import { isOfHealth } from '#bff/kit/http/place.ts';
import { ApiError } from '#bff/kit/lib/api-error.ts';

/** A store on this machine has all of these names, whichever of them PUBLIC_URL has. */
const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '');

/**
 * Whether the connection itself comes from a public address. A store of this machine has none of the rules of production, and a port that was
 * opened by accident is not closed by the name that a caller sends. Neighbours are let in, because a container sees its host as one.
 */
const isFromInternet = ({ raw: { socket } }: FastifyRequest): boolean => {
  const peer = socket.remoteAddress ?? '';
  return ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'unicast';
};

/**
 * Refuses requests for another host name than the store's. Else a page of another site, whose name was pointed to our address (DNS
 * rebinding), would have our origin in the browser. Behind a trusted proxy, X-Forwarded-Host is the name.
 */
export function createHostCheck({ config, security }: Pick<BffDeps, 'config' | 'security'>) {
  const { publicUrl, isProduction } = config;
  const names = new Set([new URL(publicUrl).hostname, ...(isProduction ? [] : LOCAL_NAMES)]);
  return async (request: FastifyRequest): Promise<void> => {
    if (!isProduction && isFromInternet(request)) {
      security.note('host-refused', { address: request.ip });
      throw new ApiError(
        421,
        'other_address',
        `This store is for its own machine (${publicUrl}) and answers nobody else.`,
      );
    }
    // A balancer asks for the health at the machine's address.
    if (names.has(nameOf(request.host ?? '')) || isOfHealth(request)) return;
    // Without the name: the caller typed it.
    security.note('host-refused', { address: request.ip });
    throw new ApiError(421, 'other_address', `This is another address. The store is at ${publicUrl}`);
  };
}
