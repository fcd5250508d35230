import type { AnyInput, AnyKey } from './api-types.ts';
import type { Realm } from './realm.ts';

/** 'GET /deposits/:id' with its params filled in: '/deposits/42'. */
export function filledPath(key: AnyKey, params: AnyInput['params'] = {}): string {
  const path = key.slice(key.indexOf(' ') + 1);
  return path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(String(params[name])));
}

/** The query without its empty values. */
export const givenOnly = (query: AnyInput['query'] = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );

export function addressOf(key: AnyKey, input: AnyInput): string {
  const search = new URLSearchParams(
    Object.entries(givenOnly(input.query)).map(([name, value]) => [name, String(value)]),
  ).toString();
  return `/api${filledPath(key, input.params)}${search && `?${search}`}`;
}

export const realmOf = (key: AnyKey): Realm => (/^\w+ \/admin\//.test(key) ? 'admin' : 'customer');
