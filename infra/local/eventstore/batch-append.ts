import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Status } from '@eventstore/db-client/generated/status_pb.js';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type handleBidiStreamingCall, type ServerDuplexStream, status } from '@grpc/grpc-js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import {
  batchMaximumSizeExceeded,
  batchStreamDeleted,
  batchTimeout,
  batchUnknown,
  batchWrongExpectedVersion,
} from './batch-errors.ts';
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
  streamIdentifier,
} from './protocol.ts';

type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** An append of which not all parts have come, or whose answer is still due. */
type OpenAppend = {
  correlationId: UUID;
  stream: string;
  expected: ExpectedRevision;
  events: NewEvent[];
  bytes: number;
  /** Set when nobody waits for the answer any more. A plain object: an abort signal costs an exception each. */
  caller: { aborted: boolean };
  timer: NodeJS.Timeout;
};

/**
 * One long-lived call that carries all appends of a client, each in parts under a correlation id. Every id is answered exactly
 * once: the client falls over at a second answer. A timed-out append is answered as such although it may still be written.
 */
export function createBatchAppendHandler(node: NodeContext): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> {
  return (call) => {
    try {
      node.authenticate(call.metadata);
      serve(node, call);
    } catch (error) {
      call.emit('error', toServiceError(error));
    }
  };
}

function serve(node: NodeContext, call: BatchCall): void {
  const open = new Map<string, OpenAppend>();
  let ended = false;
  let broken = false;
  const waiting: (() => void)[] = [];
  const forget = node.openCalls.add(fail);

  // Not `for await`: it would destroy the call at an error, before its status has been sent.
  call.on('data', (message: BatchAppendReq) => {
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

  /** Once the client has said all and every append has its answer. */
  function finish(): void {
    if (!ended || broken || open.size > 0) return;
    leave();
    call.end();
  }

  function ready(): boolean {
    return broken || (node.writer.hasRoom() && !call.writableNeedDrain && open.size < MAX_OPEN_APPENDS);
  }

  /** Neither a full queue nor a client that does not read its answers may grow without bound. */
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
      const request: WriteRequest = { kind: 'append', stream, expected: expected.value, events };
      const outcome = await node.writer.submit(request, caller);
      answer(append, (response) => setOutcome(response, append, outcome));
    } catch (error) {
      const problem = toServiceError(error);
      // The protocol has no word for "unavailable" inside a batch; ending the call tells the client to come back.
      if (problem.code === status.UNAVAILABLE) fail(problem);
      else answer(append, (response) => response.setError(batchUnknown(problem.details)));
    }
  }

  function answer(append: OpenAppend, fill: (response: BatchAppendResp) => void): void {
    if (!close(open, append) || broken) return;
    const response = new streams.BatchAppendResp();
    response.setCorrelationId(append.correlationId);
    response.setStreamIdentifier(streamIdentifier(append.stream));
    fill(response);
    call.write(response);
    lookAgain();
    finish();
  }
}

/** Stops waiting for an append. False when that was done before, so that nothing more may be said of it. */
function close(open: Map<string, OpenAppend>, append: OpenAppend): boolean {
  clearTimeout(append.timer);
  append.caller.aborted = true;
  return open.delete(keyOf(append.correlationId));
}

function keyOf(correlationId: UUID): string {
  return parseUuid(correlationId);
}

type Answer = (append: OpenAppend, fill: (response: BatchAppendResp) => void) => void;

/** Takes in one message; returns the append that it completes, if any. Refusals are answered here. */
function take(
  node: NodeContext,
  open: Map<string, OpenAppend>,
  message: BatchAppendReq,
  answer: Answer,
): OpenAppend | undefined {
  const correlationId = message.getCorrelationId();
  if (correlationId === undefined) throw invalidArgument('A correlation id is required.');
  const key = keyOf(correlationId);
  if (message.hasOptions()) open.set(key, begin(correlationId, message.getOptions(), answer));
  const append = open.get(key);
  // Parts of an append that was refused or has timed out: it has its answer.
  if (append === undefined) return undefined;
  try {
    if (append.stream === '') append.stream = parseStreamName(message.getOptions()?.getStreamIdentifier());
    for (const proposed of message.getProposedMessagesList()) {
      const event = parseProposedEvent(proposed);
      append.bytes += appendSize(event);
      append.events.push(event);
    }
  } catch (error) {
    answer(append, (response) => response.setError(batchUnknown(toServiceError(error).details)));
    return undefined;
  }
  if (append.bytes > node.maxAppendSizeBytes) {
    answer(append, (response) => response.setError(batchMaximumSizeExceeded(node.maxAppendSizeBytes)));
    return undefined;
  }
  return message.getIsFinal() ? append : undefined;
}

function begin(correlationId: UUID, options: BatchAppendReq.Options | undefined, answer: Answer): OpenAppend {
  const deadline = options?.getDeadline();
  const leftMs = deadline ? deadline.getSeconds() * 1000 + deadline.getNanos() / 1e6 - Date.now() : Infinity;
  const append: OpenAppend = {
    correlationId,
    stream: '',
    expected: parseExpectedRevision({
      hasAny: () => options?.hasAny() ?? false,
      hasNoStream: () => options?.hasNoStream() ?? false,
      hasStreamExists: () => options?.hasStreamExists() ?? false,
      revision: options?.hasStreamPosition() ? options.getStreamPosition() : undefined,
    }),
    events: [],
    bytes: 0,
    caller: { aborted: false },
    timer: setTimeout(
      () => answer(append, (response) => response.setError(batchTimeout())),
      Math.min(Math.max(leftMs, 0), MAX_BATCH_APPEND_WAIT_MS),
    ),
  };
  return append;
}

function setOutcome(response: BatchAppendResp, append: OpenAppend, outcome: WriteOutcome): void {
  const error = refusal(append, outcome);
  if (error !== undefined) response.setError(error);
  else if (outcome.kind === 'written') response.setSuccess(success(outcome));
}

function refusal(append: OpenAppend, outcome: WriteOutcome): Status | undefined {
  if (outcome.kind === 'deleted') return batchStreamDeleted(append.stream);
  if (outcome.kind === 'wrong-expected-revision') return batchWrongExpectedVersion(append.expected, outcome.current);
  return undefined;
}

function success(outcome: WriteOutcome & { kind: 'written' }) {
  const message = new streams.BatchAppendResp.Success();
  if (outcome.revision === NO_EVENTS) message.setNoStream(new empty.Empty());
  else message.setCurrentRevision(wireRevision(outcome.revision));
  if (outcome.position === undefined) {
    message.setNoPosition(new empty.Empty());
    return message;
  }
  const position = new shared.AllStreamPosition();
  position.setCommitPosition(String(outcome.position));
  position.setPreparePosition(String(outcome.position));
  message.setPosition(position);
  return message;
}
