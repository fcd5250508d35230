import type { StoredEvent } from './event.ts';

/**
 * Yields pages, the next one already being read while the current one is sent: at most two are in memory. `read` gets the last
 * event of the page before (undefined at first), and an empty page ends it, as does undefined: nothing left to ask for.
 */
export async function* pagesAhead(
  read: (previous: StoredEvent | undefined) => Promise<StoredEvent[]> | undefined,
): AsyncGenerator<StoredEvent[]> {
  let next = read(undefined);
  while (next !== undefined) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    next = read(last);
    // A reader that leaves never waits for this page; its failure must not count as unhandled.
    next?.catch(() => undefined);
    yield page;
  }
}
