import { unknown } from './errors.ts';
import type { StoredEvent } from './event.ts';

export type EventFilter = (event: StoredEvent) => boolean;

/** How a client describes a filter: on stream names or event types, by prefixes or by a regular expression. */
export type FilterExpression = { on: 'stream' | 'type'; regex: string; prefixes: string[] };

/** Compiles a filter; one without an expression matches nothing. Throws UNKNOWN for an invalid expression. */
export function createFilter({ on, regex, prefixes }: FilterExpression): EventFilter {
  const textOf = on === 'stream' ? (event: StoredEvent) => event.stream : (event: StoredEvent) => event.type;
  if (regex !== '') {
    const pattern = compile(regex);
    return (event) => pattern.test(textOf(event));
  }
  return (event) => {
    const text = textOf(event);
    return prefixes.some((prefix) => text.startsWith(prefix));
  };
}

/** EventStoreDB's expressions are .NET's. Most mean the same here; some only without the strict Unicode mode. */
function compile(regex: string): RegExp {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(regex, flags);
    } catch (error) {
      if (flags === '') throw unknown(`Invalid regular expression: ${(error as Error).message}`);
    }
  }
  throw unknown('Invalid regular expression.');
}
