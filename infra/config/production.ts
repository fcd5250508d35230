import type { z } from 'zod';
import { isLocalUrl } from './local.ts';

type Environment = {
  readonly PUBLIC_URL?: string | undefined;
  readonly RATE_LIMIT: string;
  readonly WEBHOOK_LOOPBACK: boolean;
  readonly JWT_SECRET: string;
  readonly ADMIN_JWT_SECRET: string;
  readonly DATA_ENCRYPTION_KEY: string;
  readonly DATA_ENCRYPTION_RETIRED_KEYS: readonly { readonly key: Buffer }[];
  readonly EVENT_MAC_KEY?: string | undefined;
};

/** Random text of 32 characters has about 20 different ones or more; a word that is repeated has few. */
const LEAST_DIFFERENT = 12;
const isWeak = (secret: Iterable<string | number>) => new Set(secret).size < LEAST_DIFFERENT;

const RANDOM = 'expected random characters: in production it must not be a word or a pattern (openssl rand -base64 32)';

/** What a store that people reach must not be started with; nothing where PUBLIC_URL is this machine. */
export function refuseUnsafe(env: Environment, context: z.RefinementCtx): void {
  if (env.PUBLIC_URL === undefined || isLocalUrl(env.PUBLIC_URL)) return;
  const refuse = (name: keyof Environment, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  if (new URL(env.PUBLIC_URL).protocol !== 'https:') {
    refuse('PUBLIC_URL', 'expected an https address: over http, passwords and sessions can be read on the way');
  }
  if (env.RATE_LIMIT !== 'normal')
    refuse('RATE_LIMIT', 'expected normal: relaxed lets passwords be guessed without limit');
  if (env.WEBHOOK_LOOPBACK)
    refuse('WEBHOOK_LOOPBACK', 'expected false: webhooks would reach the services of this machine');
  if (isWeak(env.JWT_SECRET)) refuse('JWT_SECRET', RANDOM);
  if (isWeak(env.ADMIN_JWT_SECRET)) refuse('ADMIN_JWT_SECRET', RANDOM);
  const keys = [
    Buffer.from(env.DATA_ENCRYPTION_KEY, 'base64'),
    ...env.DATA_ENCRYPTION_RETIRED_KEYS.map(({ key }) => key),
  ];
  if (keys.some(isWeak)) refuse('DATA_ENCRYPTION_KEY', RANDOM);
  if (env.EVENT_MAC_KEY === undefined || isWeak(Buffer.from(env.EVENT_MAC_KEY, 'base64')))
    refuse('EVENT_MAC_KEY', `${RANDOM}: without it, events of the ledger can be forged`);
}
