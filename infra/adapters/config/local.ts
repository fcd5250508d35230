import { isIP } from 'node:net';
import { parse } from 'pg-connection-string';
import { isLoopback } from '#infra/adapters/outside/webhook-addresses.ts';

/** Whether a host is this machine: by its name, its address, or a socket's folder. */
export const isLocalHost = (host: string): boolean => {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (isIP(name)) return isLoopback(name);
  return name.startsWith('/') || name === 'localhost' || name.endsWith('.localhost');
};

/** Whether browsers reach the store on this machine only. Anything else counts as production. */
export const isLocalUrl = (url: string): boolean => isLocalHost(new URL(url).hostname);

export const isLocalDatabase = (databaseUrl: string): boolean => isLocalHost(parse(databaseUrl).host ?? 'localhost');
