import { randomUUID } from 'node:crypto';
import { caughtUp, checkpoint, confirmation, fellBehind } from './control-messages.ts';
import type { StoredEvent } from './event.ts';
import type { NodeContext } from './node-context.ts';
import type { LogTarget } from './read-request.ts';
import type { ResponseStream, SendEvent } from './response-stream.ts';
import { readLogPage } from './store.ts';

/**
 * Sends the log from a position on, and then new events, without end. It pulls: from memory if that reaches back far
 * enough, otherwise from Postgres. So a slow reader costs a page and not a growing queue.
 */
export async function subscribeToLog(options: {
  node: NodeContext;
  response: ResponseStream;
  sendEvents: SendEvent;
  target: LogTarget;
}): Promise<void> {
  const { node, response, sendEvents, target } = options;
  const { recentLog } = node;
  const { filter, checkpointEvery } = target;
  let position = target.from === 'start' ? 0 : target.from === 'end' ? recentLog.committed() : target.from;
  let live = false;
  let seenSinceCheckpoint = 0;
  let lastCheckpoint = -1;

  async function sendCheckpoint(): Promise<void> {
    seenSinceCheckpoint = 0;
    if (position <= lastCheckpoint) return;
    lastCheckpoint = position;
    await response.send(checkpoint(position));
  }

  async function sendPage(events: StoredEvent[]): Promise<void> {
    for (const event of events) {
      position = event.position;
      if (!filter || filter(event)) {
        const paused = sendEvents(event);
        if (paused) await paused;
      }
      seenSinceCheckpoint += 1;
      if (checkpointEvery !== undefined && seenSinceCheckpoint >= checkpointEvery) await sendCheckpoint();
    }
  }

  await response.send(confirmation(randomUUID()));
  while (!response.gone.aborted) {
    const recent = recentLog.since(position);
    if (recent === undefined) {
      if (live) await response.send(fellBehind());
      live = false;
      const page = { first: position + 1, last: recentLog.committed(), backwards: false };
      const events = await readLogPage(node.reads, page);
      await sendPage(events);
      // No event is stored after it: the client invented the position, somewhere between two events.
      if (events.length === 0) position = Math.max(position, page.last);
      continue;
    }
    await sendPage(recent);
    if (recent.length > 0 && position < recentLog.committed()) continue;
    if (!live) {
      live = true;
      if (checkpointEvery !== undefined) await sendCheckpoint();
      await response.send(caughtUp());
    }
    await recentLog.grownPast(position, response.gone);
  }
}
