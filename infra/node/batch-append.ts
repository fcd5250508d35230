import { type handleBidiStreamingCall, type ServerDuplexStream, status } from '@grpc/grpc-js';
import type { BatchAppendReq, BatchAppendResp } from '#eventstore-client/generated/streams_pb.js';
import { isMetadataStream, LOG_METADATA, mayAccess, type Principal } from './access-lists.ts';
import {
  answerTo,
  appendDenied,
  appendSize,
  badRequest,
  deadlineOf,
  maximumSizeExceeded,
  parseAppend,
  parseUuid,
  type Result,
  timedOut,
  wrongExpectedVersion,
} from './append-messages.ts';
import { type ServiceError, toServiceError } from './errors.ts';
import { MAX_BATCH_APPEND_WAIT_MS } from './limits.ts';
import type { NodeContext } from './node-context.ts';
import type { Caller } from './write-queue.ts';

type BatchCall = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;

/** A long-lived call that carries a client's appends, each under a correlation id. */
export function createBatchAppendHandler(node: NodeContext): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> {
  return (call) => {
    try {
      serve(node, call, node.authenticate(call.metadata));
    } catch (error) {
      call.emit('error', toServiceError(error));
    }
  };
}

function serve(node: NodeContext, call: BatchCall, by: Principal): void {
  /** How to stop waiting for each append without an answer. */
  const open = new Map<string, () => void>();
  let isEnded = false;
  let isBroken = false;
  node.openCalls.add(fail);

  // Not `for await`: it would destroy the call at an error, before its status has been sent.
  call.on('data', (request: BatchAppendReq) => {
    if (isBroken) return;
    try {
      take(request);
      holdBack();
    } catch (error) {
      fail(toServiceError(error));
    }
  });
  call.on('end', () => {
    isEnded = true;
    finish();
  });
  call.on('drain', holdBack);
  call.on('cancelled', leave);
  call.on('error', leave);

  function leave(): void {
    isBroken = true;
    node.openCalls.delete(fail);
    for (const close of open.values()) close();
    open.clear();
  }

  function fail(error: ServiceError): void {
    if (isBroken) return;
    leave();
    call.emit('error', error);
  }

  /** Ends the call once the client has sent everything and every append has its answer. */
  function finish(): void {
    if (!isEnded || isBroken || open.size > 0) return;
    leave();
    call.end();
  }

  /** Neither the queue nor the answers that a client does not read may grow without bound: an answer lets the call go on. */
  function holdBack(): void {
    const mustWait = call.writableNeedDrain || (open.size > 0 && !node.writer.hasRoom());
    if (mustWait && !call.isPaused()) call.pause();
    if (!mustWait && call.isPaused()) call.resume();
  }

  function take(request: BatchAppendReq): void {
    // A further part of an append that was too large to be sent at once: its first part has the answer.
    if (!request.hasOptions()) return;
    const id = parseUuid(request.getCorrelationId());
    const caller = { aborted: false };
    const leftMs = (deadlineOf(request) ?? Number.POSITIVE_INFINITY) - Date.now();
    // It is answered as late although it may still be written.
    const timer = setTimeout(() => answer(timedOut()), Math.min(Math.max(leftMs, 0), MAX_BATCH_APPEND_WAIT_MS));
    const close = () => {
      clearTimeout(timer);
      caller.aborted = true;
    };
    open.set(id, close);

    /** Once for each id, because a second answer crashes the client. */
    function answer(result: Result): void {
      close();
      if (!open.delete(id)) return;
      call.write(answerTo(request, result));
      holdBack();
      finish();
    }
    append(node, by, request, caller).then(answer, (error) => {
      const problem = toServiceError(error);
      // The protocol cannot express "unavailable" inside a batch; the end of the call makes the client try again.
      if (problem.code === status.UNAVAILABLE) fail(problem);
      else answer(badRequest(problem.details));
    });
  }
}

/** @throws INVALID_ARGUMENT; UNAVAILABLE, after which it is not known whether the events are stored */
async function append(node: NodeContext, by: Principal, request: BatchAppendReq, caller: Caller): Promise<Result> {
  const { stream, expected, events } = parseAppend(request);
  if (!mayAccess(by, 'write', stream, node.writer.rules())) return appendDenied();
  const bytes = events.reduce((sum, event) => sum + appendSize(event), 0);
  if (!request.getIsFinal() || bytes > node.maxAppendSizeBytes) return maximumSizeExceeded(node.maxAppendSizeBytes);
  if (events.length === 0) return badRequest('An append has at least one event.');
  // A list or a limit in them would be kept without an effect.
  if (isMetadataStream(stream) && stream !== LOG_METADATA) {
    return badRequest('This event store keeps the metadata of $all alone.');
  }
  const outcome = await node.writer.append({ stream, expected, events }, caller);
  return outcome.kind === 'written' ? outcome : wrongExpectedVersion(expected, outcome.current);
}
