import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '#bff/kit/deps.ts';

/** A cookie that scripts cannot read. `path` is its path on plain http. */
type Cookie = { readonly name: string; readonly path: string };

/** Sent to the sign-in calls only. */
export const REFRESH_COOKIE: Cookie = { name: 'giftledger_refresh', path: '/api/auth' };
/** Marks that there is a session, and contains nothing else: the page is then sent for the browser to draw. It grants no access. */
export const SIGNED_IN_COOKIE: Cookie = { name: 'giftledger_signed_in', path: '/' };
export const ADMIN_COOKIE: Cookie = { name: 'giftledger_admin', path: '/api/admin' };
export const DEVICE_COOKIE: Cookie = { name: 'giftledger_device', path: '/api' };

type CookieConfig = Pick<BffConfig, 'secureCookies'>;

/**
 * Browsers accept a `__Host-` cookie only from this very host over TLS, so no subdomain and nobody on the network can set one: over TLS no
 * other name is read. It is sent to all paths. Not all browsers accept the prefix on http://localhost, so on http the plain name is used.
 */
const placeOf = ({ name, path }: Cookie, { secureCookies }: CookieConfig) =>
  secureCookies ? { name: `__Host-${name}`, path: '/' } : { name, path };

const optionsOf = (path: string, { secureCookies }: CookieConfig) =>
  ({ httpOnly: true, secure: secureCookies, sameSite: 'strict', path }) as const;

/** Without `maxAgeS` it ends with the browser. */
export function setCookie(
  reply: FastifyReply,
  config: CookieConfig,
  cookie: Cookie,
  value: string,
  maxAgeS?: number,
): void {
  const { name, path } = placeOf(cookie, config);
  reply.setCookie(name, value, { ...optionsOf(path, config), ...(maxAgeS === undefined ? {} : { maxAge: maxAgeS }) });
}

export function clearCookie(reply: FastifyReply, config: CookieConfig, cookie: Cookie): void {
  const { name, path } = placeOf(cookie, config);
  reply.clearCookie(name, optionsOf(path, config));
}

export const cookieOf = (
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  config: CookieConfig,
  cookie: Cookie,
): string | undefined => cookies[placeOf(cookie, config).name];
