import type { ClientReadableStream } from '@grpc/grpc-js';
import type { EventStoreDBClient } from '#eventstore-client';
import { convertToCommandError } from '#eventstore-client/dist/utils/CommandError.js';
import grpc from '#eventstore-client/generated/streams_grpc_pb.js';
import type { ReadReq, ReadResp } from '#eventstore-client/generated/streams_pb.js';
import { openCall } from './client-internals.ts';
import { type ReadResponse, responseOf } from './read-messages.ts';

/** Nothing was read for too long. */
export class StalledError extends Error {
  override readonly name = 'StalledError';
}

export type ReadOptions = {
  readonly maxItems: number;
  readonly stallMs?: number;
  readonly signal?: AbortSignal;
  readonly isShort?: boolean;
};

/** Most messages in one chunk: what is read of them is soon garbage. */
const CHUNK_MESSAGES = 512;

/** How long the rest of a short read may take after its reader has left. */
const REST_WAIT_MS = 5_000;

/**
 * The messages of a read or a subscription, in chunks of what has arrived, of at most `maxItems`; further ones are held
 * for a slow consumer. Leaving the loop ends the call. A read that `isShort` runs to its end instead, because HTTP/2
 * servers close connections on which many calls are cancelled (CVE-2023-44487).
 * @throws the client's errors; StalledError when nothing comes for `stallMs`
 */
export const readChunks = (client: EventStoreDBClient, request: ReadReq, options: ReadOptions) =>
  readAs<ReadResponse>(client, request, options, responseOf);

/** The same, with the caller's own reading of each message. */
export async function* readAs<Item>(
  client: EventStoreDBClient,
  request: ReadReq,
  { maxItems, stallMs, signal, isShort = false }: ReadOptions,
  read: (message: ReadResp) => Item,
): AsyncGenerator<Item[]> {
  const most = Math.min(CHUNK_MESSAGES, maxItems);
  let atHand: ReadResp[] = [];
  let failure: unknown;
  let isEnded = false;
  let isLeft = false;
  let wake: () => void = () => {};
  const opening = openCall(client, grpc.StreamsClient, 'read', (service, metadata, options) =>
    service.read(request, metadata, options),
  );
  let call: ClientReadableStream<ReadResp> | undefined;
  const fail = (error: unknown) => {
    failure ??= error;
    wake();
  };
  const end = () => {
    isEnded = true;
    wake();
  };
  // Opening may take long (the leader of a cluster is searched for) and counts as waiting.
  opening.then((opened) => {
    call = opened;
    opened.on('data', (message: ReadResp) => {
      if (isLeft) return;
      atHand.push(message);
      if (atHand.length >= maxItems) opened.pause();
      wake();
    });
    opened.on('end', end);
    opened.on('close', end);
    opened.on('error', (error: Error) => fail(convertToCommandError(error)));
  }, fail);
  const onAbort = () => wake();
  signal?.addEventListener('abort', onAbort);
  try {
    while (!signal?.aborted) {
      if (atHand.length > 0) {
        const chunk = atHand.length <= most ? atHand : atHand.slice(0, most);
        atHand = atHand.slice(chunk.length);
        if (atHand.length < maxItems) call?.resume();
        yield chunk.map(read);
        continue;
      }
      if (failure) throw failure;
      if (isEnded) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve, reject) => {
        // Not at once: messages that arrived together are one chunk.
        wake = () => {
          wake = () => {};
          setImmediate(resolve);
        };
        if (stallMs === undefined) return;
        timer = setTimeout(() => reject(new StalledError(`Nothing was read for ${stallMs} ms.`)), stallMs);
      }).finally(() => {
        clearTimeout(timer);
        wake = () => {};
      });
    }
  } finally {
    signal?.removeEventListener('abort', onAbort);
    isLeft = true;
    call?.resume();
    opening.then((opened) => leave(opened, isEnded, isShort)).catch(() => undefined);
  }
}

function leave(call: ClientReadableStream<ReadResp>, isEnded: boolean, isShort: boolean): void {
  if (isEnded) return;
  if (!isShort) {
    // Not in the same turn: https://github.com/grpc/grpc-node/issues/1464
    setImmediate(() => call.cancel());
    return;
  }
  const timer = setTimeout(() => call.cancel(), REST_WAIT_MS);
  call.on('close', () => clearTimeout(timer));
}
