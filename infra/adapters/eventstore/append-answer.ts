import { parseUUID } from '@eventstore/db-client/dist/utils/grpcUUID.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';

/** The only refusal with more details than its kind. */
const BAD_REQUEST = 'event_store.client.BadRequest';

export type AppendAnswer =
  | { readonly correlationId: string; readonly revision: bigint; readonly position: bigint | undefined }
  | { readonly correlationId: string; readonly error: { readonly type: string; readonly message: string } };

export function readAppendAnswer(response: BatchAppendResp): AppendAnswer {
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
