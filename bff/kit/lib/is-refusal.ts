import { isDomainError } from '#core/kernel/errors.ts';
import { ApiError, NOT_CURRENT } from './api-error.ts';

/** Whether certainly nothing was stored: the ledger refused, or the caller before it. */
export const isRefusal = (error: unknown): boolean =>
  isDomainError(error)
    ? error.code !== 'unavailable' && error.code !== 'conflict'
    : error instanceof ApiError && (error.statusCode < 500 || error.code === NOT_CURRENT);
