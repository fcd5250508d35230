import { z } from 'zod';
import type { EventMacKeys } from '#core/kernel/log/event-macs.ts';
import { ConfigError, describeProblems } from './config-error.ts';
import { numberedKeys } from './keys.ts';
import { renamedIn } from './renamed-variables.ts';

/** The variables that prove events to be our own. Finance's command line reads only these. */
export const eventMacVariables = {
  EVENT_MAC_KEYS: numberedKeys
    .optional()
    .describe(
      'Keys that sign each event of the ledger and prove those that are read: `number:key`, comma-separated, the newest first. The first one signs, the others only prove what they signed. Every part has them. Without them, who reaches the event store can write events; production asks for them.',
    ),
  EVENT_MAC_SINCE: z.iso
    .datetime({ error: 'expected a moment such as 2026-11-22T12:00:00Z' })
    .optional()
    .describe(
      'Events that the event store took before this moment need no signature: the moment at which a store that had no EVENT_MAC_KEYS got its first one. A new store leaves it out.',
    ),
};

type Environment = z.output<z.ZodObject<typeof eventMacVariables>>;

/** Undefined when events carry no MACs. */
export const eventMacKeys = ({ EVENT_MAC_KEYS, EVENT_MAC_SINCE }: Environment): EventMacKeys | undefined =>
  EVENT_MAC_KEYS && {
    ...EVENT_MAC_KEYS,
    since: EVENT_MAC_SINCE === undefined ? null : new Date(EVENT_MAC_SINCE),
  };

/** From an environment that may be incomplete. @throws ConfigError */
export function loadEventMacKeys(env: NodeJS.ProcessEnv): EventMacKeys | undefined {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = z.object(eventMacVariables).safeParse(given);
  const problems = renamedIn(given, 'parts').filter(({ name }) => name.startsWith('EVENT_MAC_'));
  if (parsed.success && problems.length === 0) return eventMacKeys(parsed.data);
  throw new ConfigError(describeProblems(given, parsed.error, problems));
}
