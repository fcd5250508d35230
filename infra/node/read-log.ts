import type { NodeContext } from './node-context.ts';
import { pagesAhead } from './pages.ts';
import type { LogTarget } from './read-request.ts';
import type { ResponseStream, SendEvent } from './response-stream.ts';
import { findInLog, readLogPage } from './store.ts';

/**
 * Sends the events of the whole log as it is now, in either direction, at most `limit` events that match the filter.
 */
export async function readLog(options: {
  node: NodeContext;
  response: ResponseStream;
  sendEvents: SendEvent;
  target: LogTarget;
  backwards: boolean;
  limit: number;
}): Promise<void> {
  const { node, sendEvents, target, backwards, limit } = options;
  const { from, filter, expression } = target;
  const end = node.recentLog.committed();
  // Forwards includes the given position, backwards does not: a position is before its event.
  const first = backwards ? 0 : from === 'start' ? 0 : from === 'end' ? end + 1 : from;
  const last = backwards ? (from === 'start' ? -1 : from === 'end' ? end : Math.min(from - 1, end)) : end;

  let left = limit;
  const pages = pagesAhead((previous, count) => {
    const low = previous && !backwards ? previous.position + 1 : first;
    const high = previous && backwards ? previous.position - 1 : last;
    // With a filter, the number of pages is known only while they are sent.
    const wanted = filter ? left : limit - count;
    if (low > high || wanted <= 0) return undefined;
    const page = { first: low, last: high, backwards };
    // Postgres does not support .NET's regular expressions.
    if (expression?.regex === '') return findInLog(node.reads, page, expression);
    return readLogPage(node.reads, page, filter ? undefined : wanted);
  });
  for await (const page of pages) {
    for (const event of page) {
      if (filter && !filter(event)) continue;
      if (left <= 0) return;
      left -= 1;
      const paused = sendEvents(event);
      if (paused) await paused;
    }
  }
}
