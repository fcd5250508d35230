import type { FastifyRequest } from 'fastify';
import { ApiError, notFound } from '#bff/kit/lib/api-error.ts';

/** Letters, digits and `-._~` mean the same with and without `%` (RFC 3986, 2.3). */
const ENCODED_UNRESERVED = /%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9ae]|3[0-9]|2[de]|5f)/i;

/**
 * Refuses a target that is spelt another way than every client of ours spells it: `/%61pi` or `http://host/api`. The router would read it as
 * the same address, and a reader of the text (a limit, a proxy, a log) as another one.
 */
export async function refuseOtherSpelling({ raw }: Pick<FastifyRequest, 'raw'>): Promise<void> {
  const target = raw.url ?? '';
  const [path = ''] = target.split('?');
  // As of a base address that ends with a slash: no page or route is there.
  if (path.startsWith('//')) throw notFound();
  if (target.startsWith('/') && !ENCODED_UNRESERVED.test(path)) return;
  throw new ApiError(
    400,
    'address_spelling',
    'Please write the address plainly, as the documentation does. Nothing was done.',
  );
}

type Asked = Pick<FastifyRequest, 'routeOptions' | 'url'>;

/** The pattern of the matched route; where none matched, or only that of the files, the address itself, which has one spelling. */
const placeOf = ({ routeOptions: { url: pattern }, url }: Asked): string =>
  pattern === undefined || pattern === '/*' ? (url.split('?')[0] ?? '') : pattern;

export const isOfApi = (request: Asked): boolean => placeOf(request).startsWith('/api/');
export const isOfAdministrators = (request: Asked): boolean => /^\/api\/admin(\/|$)/.test(placeOf(request));
export const isOfHealth = (request: Asked): boolean => placeOf(request).startsWith('/api/health/');
/** The published log, which reads the database for anybody. */
export const isOfLog = (request: Asked): boolean => placeOf(request).startsWith('/tlog/');
