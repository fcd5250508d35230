import { NO_EVENTS, type StoredEvent, TOMBSTONE_REVISION } from './event.ts';
import type { NodeContext } from './node-context.ts';
import type { ResponseStream } from './response-stream.ts';
import { readStreamPage } from './store.ts';
import { isSoftDeleted, isTombstoned, visibleRange } from './stream-metadata.ts';
import { stateOf } from './stream-state.ts';
import { encodeEvent } from './wire.ts';

/** Sends an event at the reader's pace. */
export type SendEvent = (event: StoredEvent) => Promise<void> | undefined;

const LINK_TYPE = '$>';

/**
 * A link contains `<revision>@<stream>`. With resolved links, it is sent together with the event that it points to, or
 * alone if a reader of that stream could not see the event.
 */
export function createEventSender(node: NodeContext, response: ResponseStream, resolveLinks: boolean): SendEvent {
  return (event) => {
    if (resolveLinks && event.type === LINK_TYPE) return sendResolved(node, response, event);
    return response.send(encodeEvent(event));
  };
}

async function sendResolved(node: NodeContext, response: ResponseStream, link: StoredEvent): Promise<void> {
  await response.send(encodeEvent(await linkedEvent(node, link), link));
}

async function linkedEvent(node: NodeContext, link: StoredEvent): Promise<StoredEvent | undefined> {
  const [, digits = '', stream = ''] = /^(\d+)@(.+)$/s.exec(link.data.toString('utf8')) ?? [];
  const revision = digits === '' ? NO_EVENTS : Number(digits);
  if (revision === NO_EVENTS || revision >= TOMBSTONE_REVISION) return undefined;
  const state = await stateOf(node, stream);
  if (isTombstoned(state) || isSoftDeleted(state)) return undefined;
  const { first, createdFromMs } = visibleRange(state, Date.now());
  if (revision < first) return undefined;
  const page = { stream, first: revision, last: revision, createdFromMs, backwards: false };
  const [event] = await readStreamPage(node.reads, page, 1);
  return event;
}
