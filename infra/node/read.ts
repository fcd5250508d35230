import { once } from 'node:events';
import type { handleServerStreamingCall, ServerWritableStream } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '#eventstore-client/generated/streams_pb.js';
import { LOG, mayAccess } from './access-lists.ts';
import { accessDenied, toServiceError } from './errors.ts';
import { NO_EVENTS, type StoredEvent } from './event.ts';
import { PAGE_EVENTS, SEARCH_EVENTS } from './limits.ts';
import type { NodeContext } from './node-context.ts';
import { type Answers, eventMessage, parseReadRequest, type ReadRequest, streamNotFound } from './read-messages.ts';
import { type Page, type Range, readHeads, readLogPage, readStreamPage } from './store.ts';
import { subscribe } from './subscribe.ts';

type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** The protocol has one call for reads and subscriptions. */
export function createReadHandler(node: NodeContext): handleServerStreamingCall<ReadReq, ReadResp> {
  return (call) => {
    const gone = new AbortController();
    const fail = (error: unknown) => {
      if (gone.signal.aborted) return;
      gone.abort();
      call.emit('error', toServiceError(error));
    };
    const leave = () => gone.abort();
    call.on('cancelled', leave).on('error', leave).on('close', leave);
    node.openCalls.add(fail);
    serve(node, call, gone.signal)
      .catch(fail)
      .finally(() => node.openCalls.delete(fail));
  };
}

async function serve(node: NodeContext, call: ReadCall, gone: AbortSignal): Promise<void> {
  const who = node.authenticate(call.metadata);
  const request = parseReadRequest(call.request);
  if (!mayAccess(who, 'read', request.stream, node.writer.rules())) throw accessDenied();
  for await (const answers of answersTo(node, request, gone)) {
    for (const answer of answers) {
      if (gone.aborted) return;
      if (call.write('position' in answer ? eventMessage(answer) : answer)) continue;
      // The reader's buffer is full: it sets the pace.
      await once(call, 'drain', { signal: gone });
    }
  }
  if (!gone.aborted) call.end();
}

function answersTo(node: NodeContext, request: ReadRequest, gone: AbortSignal): Answers {
  const { limit } = request;
  if (limit === undefined) return subscribe(node, request, gone);
  return request.stream === LOG ? readLog(node, request, limit) : readStream(node, request, limit);
}

/** The log as it is now: forwards with the event at a position, backwards from before it. */
function readLog(node: NodeContext, { from, backwards, filter }: ReadRequest, limit: number): Answers {
  const end = node.logEnd.committed();
  const place = from === 'start' ? 0 : from === 'end' ? end + 1 : from;
  const range = backwards ? { first: 0, last: place - 1, backwards } : { first: place, last: end, backwards };
  return pages(range, limit, (rest, left) =>
    readLogPage(node.reads, rest, filter ? SEARCH_EVENTS : Math.min(left, PAGE_EVENTS), filter),
  );
}

async function* readStream(node: NodeContext, { stream, from, backwards }: ReadRequest, limit: number): Answers {
  const place = from === 'start' ? 0 : from === 'end' ? Number.MAX_SAFE_INTEGER : from;
  const range = backwards
    ? { first: 0, last: place, backwards }
    : { first: place, last: Number.MAX_SAFE_INTEGER, backwards };
  let isEmpty = true;
  for await (const events of pages(range, limit, (rest, left) => readStreamPage(node.reads, stream, rest, left))) {
    isEmpty &&= events.length === 0;
    yield events;
  }
  if (isEmpty && (await readHeads(node.reads, [stream])).get(stream) === NO_EVENTS) yield [streamNotFound(stream)];
}

/** Reads the next page while one is sent: at most two are in memory. */
async function* pages(
  range: Range,
  limit: number,
  read: (rest: Range, left: number) => Promise<Page>,
): AsyncGenerator<readonly StoredEvent[]> {
  let [rest, left] = [range, limit];
  let next = left > 0 && rest.first <= rest.last ? read(rest, left) : undefined;
  while (next) {
    const page = await next;
    const events = page.events.slice(0, left);
    left -= events.length;
    rest = rest.backwards ? { ...rest, last: page.reached - 1 } : { ...rest, first: page.reached + 1 };
    next = page.isLast || left === 0 ? undefined : read(rest, left);
    // A reader that leaves never waits for this page; its failure must not count as unhandled.
    next?.catch(() => undefined);
    yield events;
  }
}
