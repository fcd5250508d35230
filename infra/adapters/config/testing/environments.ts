import assert from 'node:assert/strict';
import { loadConfig as loadConfigOf } from '#infra/adapters/config/config.ts';
import { ConfigError } from '#infra/adapters/config/config-error.ts';
import type { Part } from '#infra/adapters/config/parts.ts';

export const key = Buffer.alloc(32, 7).toString('base64');
/** What a store on one's own machine sets. */
export const complete = {
  DATABASE_URL: 'postgresql://app@127.0.0.1:5432/giftledger',
  EVENTSTORE_URL: 'esdb://127.0.0.1:2113?tls=false',
  SMTP_URL: 'smtp://127.0.0.1:1025',
  JWT_SECRET: 'a'.repeat(32),
  ADMIN_JWT_SECRET: 'b'.repeat(32),
  DATA_ENCRYPTION_KEYS: `1:${key}`,
  NOTARY_KEYS: Buffer.alloc(32, 8).toString('base64'),
};

/** Of 32 bytes that look random. */
export const keyOf = (step: number) =>
  Buffer.from(Array.from({ length: 32 }, (_, index) => (index * step) % 256)).toString('base64');
export const inProduction = {
  ...complete,
  JWT_SECRET: 'q8Zt3LmXw0PvRk5Hs9NyBd2Jf7Gc1Ta4',
  ADMIN_JWT_SECRET: 'Yb6Qe1Wn8Kd3Vz5Mx0Uj7Ol2Ip9Sr4Ch',
  DATA_ENCRYPTION_KEYS: `1:${keyOf(37)}`,
  EVENT_MAC_KEYS: `1:${keyOf(41)}`,
  NOTARY_KEYS: keyOf(43),
  FILE_SCANNER_URL: 'none',
};

/** Of the part that browsers reach. */
export const loadConfig = (env: Record<string, string | undefined>) => loadConfigOf(env, 'web');

/** The message of the refusal. */
export function problems(env: Record<string, string | undefined>, part: Part = 'web'): string {
  try {
    loadConfigOf(env, part);
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.message;
  }
  return assert.fail('the configuration was accepted');
}
