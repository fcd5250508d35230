import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import { type handleBidiStreamingCall, type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { Principal } from './access-lists.ts';
import {
  batchAccessDenied,
  batchBadRequest,
  batchMaximumSizeExceeded,
  batchStreamDeleted,
  batchTimeout,
  batchWrongExpectedVersion,
} from './batch-errors.ts';
import {
  type BatchAppendOptions,
  type BatchAppendRequest,
  encodeBatchAppendResponse,
  type WireUuid,
} from './batch-wire.ts';
import type { WriteRequest } from './decide.ts';
import { invalidArgument, type ServiceError, toServiceError } from './errors.ts';
import { type NewEvent, NO_EVENTS, wireRevision } from './event.ts';
import type { WriteOutcome } from './group.ts';
import { MAX_BATCH_APPEND_WAIT_MS, MAX_OPEN_APPENDS } from './limits.ts';
import type { NodeContext } from './node-context.ts';
import {
  appendSize,
  type ExpectedRevision,
  parseExpectedRevision,
  parseProposedEvent,
  parseStreamName,
  parseUuid,
} from './protocol.ts';

type BatchCall = ServerDuplexStream<BatchAppendRequest, Buffer>;

/** An append with missing parts, or without its answer yet. */
type OpenAppend = {
  correlationId: WireUuid;
  stream: string;
  expected: ExpectedRevision;
  events: NewEvent[];
  bytes: number;
  /** Set when the answer is not needed any more. A plain object, because an abort signal costs an exception each. */
  caller: { aborted: boolean };
  timer: NodeJS.Timeout;
};

/**
 * A long-lived call that carries a client's appends, each in parts under a correlation id. Every id is answered exactly
 * once, because a second answer crashes the client. A timed-out append is answered as such although it may still be
 * written.
 */
export function createBatchAppendHandler(node: NodeContext): handleBidiStreamingCall<BatchAppendRequest, Buffer> {
  return (call) => {
    try {
      serve(node, call, node.authenticate(call.metadata));
    } catch (error) {
      call.emit('error', toServiceError(error));
    }
  };
}

function serve(node: NodeContext, call: BatchCall, by: Principal): void {
  const open = new Map<string, OpenAppend>();
  let ended = false;
  let broken = false;
  const waiting: (() => void)[] = [];
  const forget = node.openCalls.add(fail);

  // Not `for await`: it would destroy the call at an error, before its status has been sent.
  call.on('data', (message: BatchAppendRequest) => {
    if (broken) return;
    try {
      const append = take(node, open, message, answer);
      if (append !== undefined) void submit(append);
      void holdBack();
    } catch (error) {
      fail(toServiceError(error));
    }
  });
  call.on('end', () => {
    ended = true;
    finish();
  });
  call.on('drain', lookAgain);
  call.on('cancelled', () => leave());
  call.on('error', () => leave());

  function leave(): void {
    broken = true;
    forget();
    for (const append of open.values()) close(open, append);
    lookAgain();
  }

  function fail(error: ServiceError): void {
    if (broken) return;
    leave();
    call.emit('error', error);
  }

  /** Ends the call once the client has sent everything and every append has its answer. */
  function finish(): void {
    if (!ended || broken || open.size > 0) return;
    leave();
    call.end();
  }

  function ready(): boolean {
    return broken || (node.writer.hasRoom() && !call.writableNeedDrain && open.size < MAX_OPEN_APPENDS);
  }

  /** Neither the queue nor the answers that a client does not read may grow without bound. */
  async function holdBack(): Promise<void> {
    if (ready() || call.isPaused()) return;
    call.pause();
    while (!ready()) {
      await node.writer.room();
      if (!ready()) await new Promise<void>((resolve) => waiting.push(resolve));
    }
    call.resume();
  }

  function lookAgain(): void {
    for (const resolve of waiting.splice(0)) resolve();
  }

  async function submit(append: OpenAppend): Promise<void> {
    const { stream, expected, events, caller } = append;
    try {
      const request: WriteRequest = { kind: 'append', stream, expected: expected.value, events, by };
      const outcome = await node.writer.submit(request, caller);
      answer(append, outcome);
    } catch (error) {
      const problem = toServiceError(error);
      // The protocol cannot express "unavailable" inside a batch; the end of the call makes the client try again.
      if (problem.code === status.UNAVAILABLE) fail(problem);
      else answer(append, batchBadRequest(problem.details));
    }
  }

  function answer(append: OpenAppend, result: WriteOutcome | Status): void {
    if (!close(open, append) || broken) return;
    call.write(encodeAnswer(append, result));
    lookAgain();
    finish();
  }
}

/** Stops waiting for an append. False when it was closed already, so that it gets no second answer. */
function close(open: Map<string, OpenAppend>, append: OpenAppend): boolean {
  clearTimeout(append.timer);
  append.caller.aborted = true;
  return open.delete(append.correlationId.text);
}

type Answer = (append: OpenAppend, result: WriteOutcome | Status) => void;

/** Processes one message; returns the append that it completes, if any. Refusals are answered here. */
function take(
  node: NodeContext,
  open: Map<string, OpenAppend>,
  message: BatchAppendRequest,
  answer: Answer,
): OpenAppend | undefined {
  const { correlationId, options } = message;
  if (correlationId.encoded.length === 0) throw invalidArgument('A correlation id is required.');
  const key = parseUuid(correlationId.text);
  if (options) open.set(key, begin(correlationId, options, answer));
  const append = open.get(key);
  // Parts of an append that was refused or timed out: it has its answer already.
  if (append === undefined) return undefined;
  try {
    if (append.stream === '') append.stream = parseStreamName(options?.streamName ?? '');
    for (const proposed of message.proposed) {
      const event = parseProposedEvent(proposed);
      append.bytes += appendSize(event);
      append.events.push(event);
    }
  } catch (error) {
    answer(append, batchBadRequest(toServiceError(error).details));
    return undefined;
  }
  if (append.bytes > node.maxAppendSizeBytes) {
    answer(append, batchMaximumSizeExceeded(node.maxAppendSizeBytes));
    return undefined;
  }
  return message.isFinal ? append : undefined;
}

function begin(correlationId: WireUuid, options: BatchAppendOptions, answer: Answer): OpenAppend {
  const leftMs = options.deadline === undefined ? Number.POSITIVE_INFINITY : options.deadline - Date.now();
  const append: OpenAppend = {
    correlationId,
    stream: '',
    expected: parseExpectedRevision(options.expected),
    events: [],
    bytes: 0,
    caller: { aborted: false },
    timer: setTimeout(() => answer(append, batchTimeout()), Math.min(Math.max(leftMs, 0), MAX_BATCH_APPEND_WAIT_MS)),
  };
  return append;
}

function encodeAnswer(append: OpenAppend, result: WriteOutcome | Status): Buffer {
  const { correlationId, stream } = append;
  const error = 'kind' in result ? refusal(append, result) : result;
  if (error) return encodeBatchAppendResponse({ correlationId, stream, outcome: { error: error.serializeBinary() } });
  const written = result as WriteOutcome & { kind: 'written' };
  const revision = written.revision === NO_EVENTS ? undefined : wireRevision(written.revision);
  return encodeBatchAppendResponse({ correlationId, stream, outcome: { revision, position: written.position } });
}

function refusal(append: OpenAppend, outcome: WriteOutcome): Status | undefined {
  if (outcome.kind === 'access-denied') return batchAccessDenied();
  if (outcome.kind === 'deleted') return batchStreamDeleted(append.stream);
  if (outcome.kind === 'wrong-expected-revision') return batchWrongExpectedVersion(append.expected, outcome.current);
  return undefined;
}
