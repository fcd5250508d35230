import type { StoredEvent } from './event.ts';

/**
 * Yields pages, and reads the next one while the current one is sent: at most two are in memory. `read` gets the last
 * event of the page before (undefined at first) and the number of events read so far. It ends with an empty page, or
 * with undefined when nothing is left.
 */
export async function* pagesAhead(
  read: (previous: StoredEvent | undefined, count: number) => Promise<StoredEvent[]> | undefined,
): AsyncGenerator<StoredEvent[]> {
  let count = 0;
  let next = read(undefined, count);
  while (next !== undefined) {
    const page = await next;
    const last = page.at(-1);
    if (last === undefined) return;
    count += page.length;
    next = read(last, count);
    // A reader that leaves never waits for this page; its failure must not count as unhandled.
    next?.catch(() => undefined);
    yield page;
  }
}
