import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import protobuf from 'protobufjs/minimal.js';
import { bigintOf } from './uint64.ts';

/** The only refusal with more details than its kind. */
const BAD_REQUEST = 'event_store.client.BadRequest';

/** The store's answer to one append. */
export type AppendAnswer =
  | { readonly correlationId: string; readonly revision: bigint; readonly position: bigint | undefined }
  | { readonly correlationId: string; readonly error: { readonly type: string; readonly message: string } };

/**
 * Reads a BatchAppendResp. Every command waits for one, so a success is read by hand; refusals and anything unusual are
 * read by the generated code, which takes five times as long. Field numbers are those of streams.proto and
 * shared.proto.
 */
export function decodeAppendAnswer(encoded: Uint8Array): AppendAnswer {
  return readSuccess(protobuf.Reader.create(encoded)) ?? readWhatever(encoded);
}

function readSuccess(reader: protobuf.Reader): AppendAnswer | undefined {
  let correlationId = '';
  let revision: bigint | undefined;
  let position: bigint | undefined;
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if (tag === 0x0a) {
      // correlation_id
      const end = reader.uint32() + reader.pos;
      if (reader.uint32() !== 0x12) return undefined; // UUID.string
      correlationId = reader.string();
      if (reader.pos !== end) return undefined;
    } else if (tag === 0x1a) {
      // success
      const end = reader.uint32() + reader.pos;
      if (reader.uint32() !== 0x08) return undefined; // current_revision
      revision = bigintOf(reader.uint64());
      if (reader.pos < end) {
        if (reader.uint32() !== 0x1a) return undefined; // position
        reader.uint32();
        if (reader.uint32() !== 0x08) return undefined; // commit_position
        position = bigintOf(reader.uint64());
      }
      reader.pos = end;
    } else if (tag === 0x12) {
      return undefined; // error
    } else {
      reader.skipType(tag & 7);
    }
  }
  return correlationId === '' || revision === undefined ? undefined : { correlationId, revision, position };
}

function readWhatever(encoded: Uint8Array): AppendAnswer {
  const response = streams.BatchAppendResp.deserializeBinary(encoded);
  const correlationId = parseUUID(response.getCorrelationId()) ?? '';
  const error = response.getError();
  if (error) {
    const details = error.getDetails();
    const said = details?.unpack(shared.BadRequest.deserializeBinary, BAD_REQUEST)?.getMessage();
    return { correlationId, error: { type: details?.getTypeName() ?? '', message: said ?? error.getMessage() } };
  }
  const success = response.getSuccess();
  const position = success?.getPosition();
  return {
    correlationId,
    revision: success?.hasCurrentRevision() ? BigInt(success.getCurrentRevision()) : -1n,
    position: position ? BigInt(position.getCommitPosition()) : undefined,
  };
}
