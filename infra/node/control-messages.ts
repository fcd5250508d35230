/** The messages of a read that are not events. They are few, so the generated code encodes them. */
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { streamIdentifier } from './protocol.ts';

export function confirmation(subscriptionId: string): Buffer {
  const message = new streams.ReadResp.SubscriptionConfirmation();
  message.setSubscriptionId(subscriptionId);
  return encoded((response) => response.setConfirmation(message));
}

export function streamNotFound(stream: string): Buffer {
  const message = new streams.ReadResp.StreamNotFound();
  message.setStreamIdentifier(streamIdentifier(stream));
  return encoded((response) => response.setStreamNotFound(message));
}

export function checkpoint(position: number): Buffer {
  const message = new streams.ReadResp.Checkpoint();
  message.setCommitPosition(String(position));
  message.setPreparePosition(String(position));
  return encoded((response) => response.setCheckpoint(message));
}

export function caughtUp(): Buffer {
  return encoded((response) => response.setCaughtUp(new streams.ReadResp.CaughtUp()));
}

export function fellBehind(): Buffer {
  return encoded((response) => response.setFellBehind(new streams.ReadResp.FellBehind()));
}

function encoded(fill: (response: ReadResp) => void): Buffer {
  const response = new streams.ReadResp();
  fill(response);
  return Buffer.from(response.serializeBinary());
}
