import type { DeleteReq, DeleteResp, TombstoneReq, TombstoneResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall, ServerUnaryCall } from '@grpc/grpc-js';
import { accessDenied, invalidArgument, streamDeleted, toServiceError, wrongExpectedRevision } from './errors.ts';
import type { NodeContext } from './node-context.ts';
import { parseExpectedRevision, parseStreamName, streamNameIn } from './protocol.ts';
import { isMetadataStream } from './stream-metadata.ts';

/** Soft delete: the stream reads as missing, and may be written again. */
export function createDeleteHandler(node: NodeContext): handleUnaryCall<DeleteReq, DeleteResp> {
  return (call, reply) => {
    remove(node, call, 'delete').then(
      (position) => {
        const at = new streams.DeleteResp.Position();
        at.setCommitPosition(position);
        at.setPreparePosition(position);
        const response = new streams.DeleteResp();
        response.setPosition(at);
        reply(null, response);
      },
      (error) => reply(toServiceError(error)),
    );
  };
}

/** Tombstone: the stream is closed permanently. */
export function createTombstoneHandler(node: NodeContext): handleUnaryCall<TombstoneReq, TombstoneResp> {
  return (call, reply) => {
    remove(node, call, 'tombstone').then(
      (position) => {
        const at = new streams.TombstoneResp.Position();
        at.setCommitPosition(position);
        at.setPreparePosition(position);
        const response = new streams.TombstoneResp();
        response.setPosition(at);
        reply(null, response);
      },
      (error) => reply(toServiceError(error)),
    );
  };
}

/** Returns the position of the event that removed the stream. */
async function remove(
  node: NodeContext,
  call: ServerUnaryCall<DeleteReq | TombstoneReq, unknown>,
  kind: 'delete' | 'tombstone',
): Promise<string> {
  const by = node.authenticate(call.metadata);
  const gone = new AbortController();
  call.on('cancelled', () => gone.abort());
  const options = call.request.getOptions();
  if (options === undefined) throw invalidArgument('The options are missing.');
  const stream = parseStreamName(streamNameIn(options.getStreamIdentifier()));
  if (isMetadataStream(stream))
    throw invalidArgument('A metadata stream cannot be deleted; set empty metadata instead.');
  const expected = parseExpectedRevision({
    any: options.hasAny(),
    noStream: options.hasNoStream(),
    streamExists: options.hasStreamExists(),
    revision: options.hasRevision() ? options.getRevision() : undefined,
  });
  await node.writer.room();
  const outcome = await node.writer.submit({ kind, stream, expected: expected.value, events: [], by }, gone.signal);
  if (outcome.kind === 'access-denied') throw accessDenied();
  if (outcome.kind === 'deleted') throw streamDeleted(stream);
  if (outcome.kind !== 'written') throw wrongExpectedRevision(stream, expected.text, outcome.current);
  return String(outcome.position);
}
