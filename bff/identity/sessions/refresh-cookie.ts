import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig, BffDeps } from '#bff/kit/deps.ts';
import { clearCookie, cookieOf, REFRESH_COOKIE, SIGNED_IN_COOKIE, setCookie } from '#bff/kit/http/cookies.ts';

export function setRefreshCookie(
  reply: FastifyReply,
  { config, rules }: Pick<BffDeps, 'config' | 'rules'>,
  token: string,
  remember: boolean,
): void {
  // Without 'remember me' the cookie ends with the browser.
  const maxAgeS = remember ? rules().refreshTokenDays * 24 * 60 * 60 : undefined;
  setCookie(reply, config, REFRESH_COOKIE, token, maxAgeS);
  setCookie(reply, config, SIGNED_IN_COOKIE, '1', maxAgeS);
}

export function clearRefreshCookie(reply: FastifyReply, config: BffConfig): void {
  clearCookie(reply, config, REFRESH_COOKIE);
  clearCookie(reply, config, SIGNED_IN_COOKIE);
}

export const refreshCookieOf = (request: FastifyRequest, config: BffConfig): string | undefined =>
  cookieOf(request, config, REFRESH_COOKIE);
