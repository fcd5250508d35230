import { hash } from 'node:crypto';

/**
 * The id of the correction of a line of the bank, a deposit or a payout: one subject has one stream, so that it is corrected once,
 * by any administrator and after any number of requests (RFC 9562 version 8).
 */
export function correctionIdOf(subject: string): string {
  const digest = hash('sha256', `correction of ${subject}`, 'hex');
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-');
}
