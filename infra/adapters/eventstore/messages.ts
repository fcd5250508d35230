/**
 * Parts of messages, which the client generated from EventStoreDB's definitions. Its `*_pb.js` files are CommonJS whose
 * names an ES module cannot see, hence the default imports.
 */
import shared from '@eventstore/db-client/generated/shared_pb.js';

export function uuidOf(text: string) {
  const uuid = new shared.UUID();
  uuid.setString(text);
  return uuid;
}

export function identifierOf(streamId: string) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(streamId));
  return identifier;
}
