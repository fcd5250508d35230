import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import { type ServiceError, toServiceError } from './errors.ts';
import type { StoredEvent } from './event.ts';

export type ReadCall = ServerWritableStream<ReadReq, Buffer>;

/** The outgoing side of a read, at the pace of its reader. */
export type ResponseStream = {
  /** Aborted when the client has left or the node is stopping. */
  gone: AbortSignal;
  /** Sends an encoded message. If it returns a promise, wait for it: the reader's buffer is full. */
  send(message: Buffer): Promise<void> | undefined;
  end(): void;
  fail(error: unknown): void;
};

/** Sends an event at the reader's pace. */
export type SendEvent = (event: StoredEvent) => Promise<void> | undefined;

/** Ends a read whose client has left. */
class ReaderGone extends Error {}

export function createResponseStream(call: ReadCall): ResponseStream {
  const gone = new AbortController();
  let closed = false;
  let resume: (() => void) | undefined;
  const leave = () => {
    closed = true;
    gone.abort();
    resume?.();
  };
  call.on('cancelled', leave);
  call.on('error', leave);
  call.on('close', leave);
  call.on('drain', () => resume?.());

  return {
    gone: gone.signal,
    send(message) {
      if (closed) throw new ReaderGone();
      if (call.write(message)) return undefined;
      return new Promise((resolve) => {
        resume = () => {
          resume = undefined;
          resolve();
        };
      });
    },
    end() {
      if (closed) return;
      closed = true;
      call.end();
    },
    fail(error) {
      if (closed || error instanceof ReaderGone) return;
      const problem: ServiceError = toServiceError(error);
      call.emit('error', problem);
    },
  };
}
