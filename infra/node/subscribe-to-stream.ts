import { randomUUID } from 'node:crypto';
import { caughtUp, confirmation, fellBehind } from './control-messages.ts';
import { streamDeleted } from './errors.ts';
import { type StoredEvent, TOMBSTONE_REVISION } from './event.ts';
import type { NodeContext } from './node-context.ts';
import type { StreamTarget } from './read-request.ts';
import type { ResponseStream } from './response-stream.ts';
import type { SendEvent } from './send-events.ts';
import { readStreamPage } from './store.ts';
import { isTombstoned, visibleRange } from './stream-metadata.ts';
import { stateOf } from './stream-state.ts';

/**
 * Sends a stream's events after a revision and then its new ones, until it is tombstoned. It waits for a stream that
 * does not exist. It pulls like the subscription to the log: from memory, otherwise from Postgres.
 */
export async function subscribeToStream(options: {
  node: NodeContext;
  response: ResponseStream;
  sendEvents: SendEvent;
  target: StreamTarget;
}): Promise<void> {
  const { node, response, sendEvents, target } = options;
  const { recentLog } = node;
  const { stream } = target;
  const state = await stateOf(node, stream);
  if (isTombstoned(state)) throw streamDeleted(stream);
  let revision = target.from === 'start' ? -1 : target.from === 'end' ? state.head : target.from;
  let live = false;

  async function sendPage(events: StoredEvent[]): Promise<void> {
    for (const event of events) {
      if (event.revision <= revision) continue;
      if (event.revision === TOMBSTONE_REVISION) throw streamDeleted(stream);
      revision = event.revision;
      const paused = sendEvents(event);
      if (paused) await paused;
    }
  }

  /** Reads from Postgres until nothing is left. Returns the log position up to which the stream was read. */
  async function catchUp(): Promise<number> {
    for (;;) {
      const committed = recentLog.committed();
      const { first, createdFromMs } = visibleRange(await stateOf(node, stream), Date.now());
      const page = await readStreamPage(node.reads, {
        stream,
        first: Math.max(revision + 1, first),
        last: TOMBSTONE_REVISION,
        createdFromMs,
        backwards: false,
      });
      await sendPage(page);
      if (page.length === 0) return committed;
    }
  }

  await response.send(confirmation(randomUUID()));
  let position = await catchUp();
  while (!response.gone.aborted) {
    const recent = recentLog.since(position);
    if (recent === undefined) {
      if (live) await response.send(fellBehind());
      live = false;
      position = await catchUp();
      continue;
    }
    position = recent.at(-1)?.position ?? position;
    await sendPage(recent.filter((event) => event.stream === stream));
    if (position < recentLog.committed()) continue;
    if (!live) {
      live = true;
      await response.send(caughtUp());
    }
    await recentLog.grownPast(position, response.gone);
  }
}
