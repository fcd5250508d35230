import type { RouteContract, RouteTable } from '#bff/contract/route.ts';
import { ROUTES } from '#bff/contract/routes.ts';

export type Operation = { readonly id: string; readonly route: RouteContract };

/** The noun of a table's routes, where its name is not the noun. */
const NOUNS: Readonly<Record<string, string>> = {
  auth: '',
  adminAuth: '',
  checkout: '',
  banking: 'BankingDetail',
  company: 'CompanyDetail',
  catalogue: 'Product',
  support: 'SupportTicket',
  adminSupport: 'SupportTicket',
  adminCarousel: 'CarouselImage',
};

const capital = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
const pluralOf = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`);
/** A route that reads is named by its verb, or else by its answer. */
const READING_VERB = /^(export|find|get|list|open|search|stream)(?=[A-Z]|$)/;

/** The name of a route for clients and generated code, derived from its place in the contract: `order.list` → `listOrders`. */
function operationIdOf(table: string, name: string, route: RouteContract): string {
  if (route.operation !== undefined) return route.operation;
  const noun = NOUNS[table] ?? capital(table.replace(/^admin(?=[A-Z])/, ''));
  if (name === 'show') return `get${noun}`;
  if (name === 'list' || name === 'search') return `${name}${pluralOf(noun)}`;
  if (route.method === 'GET' && !READING_VERB.test(name)) return `get${noun}${capital(name)}`;
  const [verb = '', rest = ''] = name.split(/(?=[A-Z].*)/, 2);
  return `${verb}${noun}${noun === '' ? name.slice(verb.length) : rest}`;
}

/** Every route with its name. Where two routes would have the same one, one of them has its own `operation`. */
export const operations: readonly Operation[] = Object.entries<RouteTable>(ROUTES).flatMap(([table, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ id: operationIdOf(table, name, route), route })),
);
