import { z } from 'zod';
import type { EventMacKeys } from '#core/kernel/log/event-macs.ts';
import { key, keyId, keyRing, retiredKeys } from './keys.ts';

/** The variables that prove events to be our own. Finance's command line reads only these. */
export const eventMacVariables = {
  EVENT_MAC_KEY: key
    .optional()
    .describe(
      'Signs each event of the ledger and proves those that are read: 32 random bytes in base64. Every part has it. Without it, who reaches the event store can write events; production asks for it.',
    ),
  EVENT_MAC_KEY_ID: keyId.describe('Number of that key, 1 to 255; it is stored with each event.'),
  EVENT_MAC_RETIRED_KEYS: retiredKeys.describe(
    'Earlier ones as `id:key`, comma-separated. They prove what they signed and sign nothing new.',
  ),
  EVENT_MAC_SINCE: z.iso
    .datetime({ error: 'expected a moment such as 2026-11-22T12:00:00Z' })
    .optional()
    .describe(
      'Events that the event store took before this moment need no signature: set it to the moment at which a store that had none got its first EVENT_MAC_KEY.',
    ),
};

type Environment = z.output<z.ZodObject<typeof eventMacVariables>>;

/** Undefined when events carry no MACs. */
export function eventMacKeys(env: Environment): EventMacKeys | undefined {
  const ring = keyRing(env.EVENT_MAC_KEY, env.EVENT_MAC_KEY_ID, env.EVENT_MAC_RETIRED_KEYS);
  return ring && { ...ring, since: env.EVENT_MAC_SINCE === undefined ? null : new Date(env.EVENT_MAC_SINCE) };
}

/** From an environment that may be incomplete. @throws ZodError */
export const loadEventMacKeys = (env: NodeJS.ProcessEnv): EventMacKeys | undefined =>
  eventMacKeys(
    z
      .object(eventMacVariables)
      .parse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))),
  );
