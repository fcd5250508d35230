import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '#bff/deps.ts';
import { clearCookie, cookieOf, REFRESH_COOKIE, setCookie } from '#bff/http/cookies.ts';

export function setRefreshCookie(reply: FastifyReply, config: BffConfig, token: string, remember: boolean): void {
  // Without 'remember me' it ends with the browser.
  setCookie(reply, config, REFRESH_COOKIE, token, remember ? config.refreshTokenDays * 24 * 60 * 60 : undefined);
}

export const clearRefreshCookie = (reply: FastifyReply, config: BffConfig): void =>
  clearCookie(reply, config, REFRESH_COOKIE);

export const refreshCookieOf = (request: FastifyRequest, config: BffConfig): string | undefined =>
  cookieOf(request, config, REFRESH_COOKIE);
