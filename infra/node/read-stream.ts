import { streamNotFound } from './control-messages.ts';
import { streamDeleted, unknown } from './errors.ts';
import { NO_EVENTS } from './event.ts';
import type { NodeContext } from './node-context.ts';
import { pagesAhead } from './pages.ts';
import type { StreamTarget } from './read-request.ts';
import type { ResponseStream, SendEvent } from './response-stream.ts';
import { readStreamPage } from './store.ts';
import { isSoftDeleted, isTombstoned, visibleRange } from './stream-metadata.ts';
import { stateOf } from './stream-state.ts';

/** Sends the visible events of a stream as it is now, in either direction, at most `limit`. */
export async function readStream(options: {
  node: NodeContext;
  response: ResponseStream;
  sendEvents: SendEvent;
  target: StreamTarget;
  backwards: boolean;
  limit: number;
}): Promise<void> {
  const { node, response, sendEvents, target, backwards, limit } = options;
  const { stream } = target;
  // EventStoreDB refuses it as well: there is nothing to read forwards from the end.
  if (!backwards && (target.from === 'end' || target.from === Number.MAX_SAFE_INTEGER)) {
    throw unknown('Unexpected ReadStreamResult: Error');
  }
  const state = await stateOf(node, stream);
  if (isTombstoned(state)) throw streamDeleted(stream);
  if (state.head === NO_EVENTS || isSoftDeleted(state)) {
    await response.send(streamNotFound(stream));
    return;
  }
  const visible = visibleRange(state, Date.now());
  const from = firstRevision(target.from, state.head);
  const first = backwards ? visible.first : Math.max(from, visible.first);
  const last = backwards ? Math.min(from, state.head) : state.head;

  const pages = pagesAhead((previous, count) => {
    const low = previous && !backwards ? previous.revision + 1 : first;
    const high = previous && backwards ? previous.revision - 1 : last;
    if (low > high || count >= limit) return undefined;
    const page = { stream, first: low, last: high, createdFromMs: visible.createdFromMs, backwards };
    return readStreamPage(node.reads, page, limit - count);
  });
  for await (const page of pages) {
    for (const event of page) {
      const paused = sendEvents(event);
      if (paused) await paused;
    }
  }
}

function firstRevision(from: StreamTarget['from'], head: number): number {
  if (from === 'start') return 0;
  if (from === 'end') return head;
  return from;
}
