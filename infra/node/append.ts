import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { AppendReq, AppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import {
  accessDenied,
  invalidArgument,
  maximumAppendSizeExceeded,
  type ServiceError,
  streamDeleted,
  toServiceError,
} from './errors.ts';
import { ANY, type NewEvent, NO_EVENTS, NO_STREAM, STREAM_EXISTS, wireRevision } from './event.ts';
import type { WriteOutcome } from './group.ts';
import type { NodeContext } from './node-context.ts';
import {
  appendSize,
  type ExpectedRevision,
  parseExpectedRevision,
  parseProposedEvent,
  parseStreamName,
  proposedEventOf,
  streamNameIn,
} from './protocol.ts';

type AppendCall = ServerReadableStream<AppendReq, AppendResp>;

/** One append in a call: the client uses this when credentials are given with the call. */
export function createAppendHandler(node: NodeContext): handleClientStreamingCall<AppendReq, AppendResp> {
  return (call, reply) => {
    // A stopping node does not wait for a client that is still sending.
    const stopping = Promise.withResolvers<never>();
    const forget = node.openCalls.add(stopping.reject);
    Promise.race([append(node, call), stopping.promise])
      .finally(forget)
      .then(
        (response) => reply(null, response),
        (error) => reply(toServiceError(error)),
      );
  };
}

async function append(node: NodeContext, call: AppendCall): Promise<AppendResp> {
  const by = node.authenticate(call.metadata);
  const gone = new AbortController();
  call.on('cancelled', () => gone.abort());
  const { stream, expected, events } = await receive(call, node.maxAppendSizeBytes);
  await node.writer.room();
  const request = { kind: 'append' as const, stream, expected: expected.value, events, by };
  const outcome = await node.writer.submit(request, gone.signal);
  if (outcome.kind === 'access-denied') throw accessDenied();
  if (outcome.kind === 'deleted') throw streamDeleted(stream);
  const response = new streams.AppendResp();
  if (outcome.kind === 'written') response.setSuccess(success(outcome));
  else response.setWrongExpectedVersion(wrongExpectedVersion(expected, outcome.current));
  return response;
}

/** Reads the call to its end even when it has failed, so that the client gets the error and not a broken stream. */
async function receive(call: AppendCall, maxBytes: number) {
  let header: { stream: string; expected: ExpectedRevision } | undefined;
  let problem: ServiceError | undefined;
  let bytes = 0;
  const events: NewEvent[] = [];
  for await (const message of call as AsyncIterable<AppendReq>) {
    if (problem !== undefined) continue;
    try {
      if (header === undefined) {
        header = parseOptions(message.getOptions());
        continue;
      }
      const event = parseProposedEvent(proposedEventOf(message.getProposedMessage()));
      bytes += appendSize(event);
      if (bytes > maxBytes) throw maximumAppendSizeExceeded(maxBytes);
      events.push(event);
    } catch (error) {
      problem = toServiceError(error);
      events.length = 0;
    }
  }
  if (problem !== undefined) throw problem;
  if (header === undefined) throw invalidArgument('The call ended before the options of the append.');
  return { ...header, events };
}

function parseOptions(options: AppendReq.Options | undefined) {
  if (options === undefined) throw invalidArgument('The first message of an append holds its options.');
  return {
    stream: parseStreamName(streamNameIn(options.getStreamIdentifier())),
    expected: parseExpectedRevision({
      any: options.hasAny(),
      noStream: options.hasNoStream(),
      streamExists: options.hasStreamExists(),
      revision: options.hasRevision() ? options.getRevision() : undefined,
    }),
  };
}

function success(outcome: WriteOutcome & { kind: 'written' }) {
  const message = new streams.AppendResp.Success();
  if (outcome.revision === NO_EVENTS) message.setNoStream(new shared.Empty());
  else message.setCurrentRevision(wireRevision(outcome.revision));
  if (outcome.position === undefined) {
    message.setNoPosition(new shared.Empty());
    return message;
  }
  const position = new streams.AppendResp.Position();
  position.setCommitPosition(String(outcome.position));
  position.setPreparePosition(String(outcome.position));
  message.setPosition(position);
  return message;
}

function wrongExpectedVersion(expected: ExpectedRevision, current: number) {
  const message = new streams.AppendResp.WrongExpectedVersion();
  if (current === NO_EVENTS) message.setCurrentNoStream(new shared.Empty());
  else message.setCurrentRevision(wireRevision(current));
  if (expected.value === ANY) message.setExpectedAny(new shared.Empty());
  else if (expected.value === NO_STREAM) message.setExpectedNoStream(new shared.Empty());
  else if (expected.value === STREAM_EXISTS) message.setExpectedStreamExists(new shared.Empty());
  else message.setExpectedRevision(expected.text);
  return message;
}
