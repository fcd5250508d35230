import { randomUUID } from 'node:crypto';
import { PAGE_EVENTS } from './limits.ts';
import type { NodeContext } from './node-context.ts';
import { type Answers, caughtUp, checkpoint, confirmation, type ReadRequest } from './read-messages.ts';
import { type Filter, type Page, readLogPage } from './store.ts';

/**
 * The log after a position, and then new events, without end. It pulls: a page from Postgres, or the group that was just committed. So a slow reader
 * costs a page and not a growing queue.
 */
export async function* subscribe(
  { logEnd, reads }: NodeContext,
  { from, filter, checkpointEvery }: ReadRequest,
  gone: AbortSignal,
): Answers {
  let position = from === 'start' ? 0 : from === 'end' ? logEnd.committed() : from;
  let reported = -1;
  let sinceReport = 0;
  let isLive = false;

  async function nextPage(): Promise<Page> {
    const most = filter ? Math.max(1, Math.min(PAGE_EVENTS, checkpointEvery - sinceReport)) : PAGE_EVENTS;
    const newest = logEnd.newestAfter(position);
    const last = newest.at(-1);
    if (last && newest.length <= most) {
      const events = filter ? newest.filter((event) => passes(event, filter)) : newest;
      return { events, reached: last.position, searched: newest.length, isLast: false };
    }
    const range = { first: position + 1, last: logEnd.committed(), backwards: false };
    const page = await readLogPage(reads, range, most, filter);
    // No event is stored after it: the client invented the position, somewhere between two events.
    return page.searched > 0 ? page : { ...page, reached: range.last };
  }

  function* report() {
    sinceReport = 0;
    if (!filter || position <= reported) return;
    reported = position;
    yield checkpoint(position);
  }

  yield [confirmation(randomUUID())];
  while (!gone.aborted) {
    if (position < logEnd.committed()) {
      const page = await nextPage();
      position = page.reached;
      sinceReport += page.searched;
      yield page.events;
      if (sinceReport >= checkpointEvery) yield [...report()];
    } else if (isLive) {
      await logEnd.grownPast(position, gone);
    } else {
      isLive = true;
      yield [...report(), caughtUp()];
    }
  }
}

const passes = (event: { readonly stream: string; readonly type: string }, { on, prefixes }: Filter): boolean =>
  prefixes.some((prefix) => event[on].startsWith(prefix));
