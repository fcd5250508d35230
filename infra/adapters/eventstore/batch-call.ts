import type { ClientHttp2Stream } from 'node:http2';
import { type EventStoreDBClient, UnavailableError } from '@eventstore/db-client';
import { convertToCommandError } from '@eventstore/db-client/dist/utils/CommandError.js';
import grpc, { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { FRAME_HEAD_BYTES, openCall, takeStream } from './client-internals.ts';

/** A long-lived call on which encoded messages go both ways. */
export type BatchCall = { send(message: Uint8Array): void; cancel(): void };

/**
 * Opens the call that carries appends.
 *
 * The first message is sent through gRPC's client. Once it is answered, the others are written to the call's HTTP/2
 * stream, those of one turn of the event loop together (see takeStream).
 */
export function openBatchCall(
  client: EventStoreDBClient,
  { onMessage, onEnd }: { onMessage(encoded: Buffer): void; onEnd(error: unknown): void },
): BatchCall {
  let unsent: Uint8Array[] = [];
  let willSend = false;
  let opened: Awaited<ReturnType<typeof openDuplex>> | undefined;
  let isBegun = false;
  let stream: ClientHttp2Stream | undefined;

  const opening = openDuplex(client).then((call) => {
    call.once('data', (first: Buffer) => {
      stream = takeStream(call, first, onMessage);
      sendSoon();
    });
    call.on('error', (error: Error) => onEnd(convertToCommandError(error)));
    // A server that stops properly ends the call without an error.
    call.on('end', () => onEnd(new UnavailableError(undefined, 'The event store ended the call.')));
    opened = call;
    begin();
    return call;
  });
  opening.catch(onEnd);

  function begin(): void {
    const first = opened && !isBegun ? unsent.shift() : undefined;
    if (!first) return;
    isBegun = true;
    opened?.write(first);
  }

  function sendSoon(): void {
    if (!stream) begin();
    if (!stream || willSend || unsent.length === 0) return;
    willSend = true;
    setImmediate(() => {
      willSend = false;
      // The command handler bounds what is in flight, so the stream may buffer it.
      if (stream?.writable) stream.write(framed(unsent));
      else onEnd(new UnavailableError(undefined, 'The connection to the event store is closing.'));
      unsent = [];
    });
  }

  return {
    send(message) {
      unsent.push(message);
      sendSoon();
    },
    cancel() {
      unsent = [];
      // Not in the same turn: https://github.com/grpc/grpc-node/issues/1464
      opening.then((call) => setImmediate(() => call.cancel())).catch(() => undefined);
    },
  };
}

const openDuplex = (client: EventStoreDBClient) =>
  openCall(client, grpc.StreamsClient, 'batchAppend', (streams, metadata, options) =>
    streams.makeBidiStreamRequest<Uint8Array, Buffer>(
      StreamsService.batchAppend.path,
      (encoded) => Buffer.from(encoded.buffer, encoded.byteOffset, encoded.byteLength),
      (encoded) => encoded,
      metadata,
      options,
    ),
  );

/** Messages as they are sent. */
function framed(messages: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.allocUnsafe(messages.reduce((sum, { length }) => sum + FRAME_HEAD_BYTES + length, 0));
  let at = 0;
  for (const message of messages) {
    bytes[at] = 0;
    bytes.writeUInt32BE(message.length, at + 1);
    bytes.set(message, at + FRAME_HEAD_BYTES);
    at += FRAME_HEAD_BYTES + message.length;
  }
  return bytes;
}
