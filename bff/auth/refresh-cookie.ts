import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BffConfig } from '#bff/deps.ts';

const REFRESH_COOKIE = 'giftledger_refresh';
/** The cookie travels to the sign-in calls only. */
const REFRESH_PATH = '/api/auth';

const options = (config: BffConfig) =>
  ({ httpOnly: true, secure: config.secureCookies, sameSite: 'strict', path: REFRESH_PATH }) as const;

export function setRefreshCookie(reply: FastifyReply, config: BffConfig, token: string, remember: boolean): void {
  reply.setCookie(REFRESH_COOKIE, token, {
    ...options(config),
    // Without 'remember me' it ends with the browser.
    ...(remember ? { maxAge: config.refreshTokenDays * 24 * 60 * 60 } : {}),
  });
}

export const clearRefreshCookie = (reply: FastifyReply, config: BffConfig): void => {
  reply.clearCookie(REFRESH_COOKIE, options(config));
};

export const refreshCookieOf = (request: FastifyRequest): string | undefined => request.cookies[REFRESH_COOKIE];
