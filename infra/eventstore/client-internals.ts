import type { EventStoreDBClient } from '@eventstore/db-client';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { CallOptions, Metadata } from '@grpc/grpc-js';

/** The parts of the client that hand out its connection: it reconnects, finds the leader and adds credentials. */
type ClientInternals = {
  GRPCStreamCreator<Call>(
    service: typeof StreamsClient,
    name: string,
    create: (client: StreamsClient) => Call,
  ): () => Promise<Call>;
  callArguments(
    options: { requiresLeader: boolean },
    callOptions: { deadline: number },
  ): [Metadata, Partial<CallOptions>];
};

/**
 * Opens a call without a deadline over the client's connection. Of a cluster only the leader answers: what a follower knows
 * may be old news, and its refusal leads the client to the leader. @throws the client's errors
 */
export function openCall<Call>(
  client: EventStoreDBClient,
  service: typeof StreamsClient,
  name: string,
  create: (streams: StreamsClient, metadata: Metadata, options: Partial<CallOptions>) => Call,
): Promise<Call> {
  const internals = client as unknown as ClientInternals;
  return internals.GRPCStreamCreator(service, name, (streams) =>
    create(streams, ...internals.callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })),
  )();
}
