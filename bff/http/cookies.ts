import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '#bff/deps.ts';

/** A cookie that scripts cannot read. `path` is where it is sent on plain http, and was on https too. */
type Cookie = { readonly name: string; readonly path: string };

/** Sent to the sign-in calls only. */
export const REFRESH_COOKIE: Cookie = { name: 'giftledger_refresh', path: '/api/auth' };
/** Says that there is a session, and nothing of it: a page is then sent for the browser to draw. It is no right to anything. */
export const SIGNED_IN_COOKIE: Cookie = { name: 'giftledger_signed_in', path: '/' };
export const ADMIN_COOKIE: Cookie = { name: 'giftledger_admin', path: '/api/admin' };
export const DEVICE_COOKIE: Cookie = { name: 'giftledger_device', path: '/api' };

/** Cookies of before the prefix are read until then, so that nobody is signed out by an update; all but those of devices have ended. */
const UNPREFIXED_UNTIL = Date.parse('2027-03-01');

type CookieConfig = Pick<BffConfig, 'secureCookies'>;

/**
 * A `__Host-` cookie is taken from this very host over TLS alone: no subdomain and nobody on the line can set one. It is sent to all
 * paths. Browsers refuse such a name on http, where not all of them make an exception of localhost: there the plain name stands.
 */
const placeOf = ({ name, path }: Cookie, { secureCookies }: CookieConfig) =>
  secureCookies ? { name: `__Host-${name}`, path: '/' } : { name, path };

const optionsOf = (path: string, { secureCookies }: CookieConfig) =>
  ({ httpOnly: true, secure: secureCookies, sameSite: 'strict', path }) as const;

/** `maxAgeS` left out: it ends with the browser. */
export function setCookie(
  reply: FastifyReply,
  config: CookieConfig,
  cookie: Cookie,
  value: string,
  maxAgeS?: number,
): void {
  const { name, path } = placeOf(cookie, config);
  reply.setCookie(name, value, { ...optionsOf(path, config), ...(maxAgeS === undefined ? {} : { maxAge: maxAgeS }) });
  if (name !== cookie.name) reply.clearCookie(cookie.name, optionsOf(cookie.path, config));
}

export function clearCookie(reply: FastifyReply, config: CookieConfig, cookie: Cookie): void {
  const { name, path } = placeOf(cookie, config);
  reply.clearCookie(name, optionsOf(path, config));
  if (name !== cookie.name) reply.clearCookie(cookie.name, optionsOf(cookie.path, config));
}

export function cookieOf(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  config: CookieConfig,
  cookie: Cookie,
  now: number = Date.now(),
): string | undefined {
  const { name } = placeOf(cookie, config);
  return cookies[name] ?? (now < UNPREFIXED_UNTIL ? cookies[cookie.name] : undefined);
}
