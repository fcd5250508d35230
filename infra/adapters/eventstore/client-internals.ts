import type { CallOptions, Metadata } from '@grpc/grpc-js';
import type { EventStoreDBClient } from '#eventstore-client';
import type { StreamsClient } from '#eventstore-client/generated/streams_grpc_pb.js';

const CALL_LIMIT_MS = 10_000;

/** The parts of the client that give access to its connection: it reconnects, finds the leader and adds credentials. */
type ClientInternals = {
  GRPCStreamCreator<Call>(
    service: typeof StreamsClient,
    name: string,
    create: (client: StreamsClient) => Call,
  ): () => Promise<Call>;
  handleError(client: unknown, error: Error): Promise<void>;
  readonly capabilities: Promise<{ readonly serverVersion: string }>;
  execute<Service, Answer>(
    service: new (...settings: never[]) => Service,
    name: string,
    action: (service: Service) => Promise<Answer>,
  ): Promise<Answer>;
  callArguments(
    options: { requiresLeader: boolean },
    callOptions: { deadline: number },
  ): [Metadata, Partial<CallOptions>];
};

/**
 * Keeps a process alive while its cluster has no leader. The client replaces a broken connection in the background. If
 * it finds no other node, the rejection is unhandled there, which ends the process. The next call tries again.
 */
export function surviveFailedDiscovery(client: EventStoreDBClient): void {
  const internals = client as unknown as ClientInternals;
  const { handleError } = internals;
  internals.handleError = (...failure) => handleError(...failure).catch(() => undefined);
}

/**
 * Opens a call without a deadline over the client's connection. In a cluster only the leader answers: a follower may be
 * behind, and its refusal leads the client to the leader.
 * @throws the client's errors
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

/** The version that the server says it has. @throws the client's errors */
export const serverVersion = async (client: EventStoreDBClient): Promise<string> =>
  (await (client as unknown as ClientInternals).capabilities).serverVersion;

type Answer = (error: Error | null) => void;

/** Makes one call of a service that the client has no method for. @throws the server's errors */
export function callOnce<Service>(
  client: EventStoreDBClient,
  service: new (...settings: never[]) => Service,
  name: string,
  send: (service: Service, metadata: Metadata, options: Partial<CallOptions>, answer: Answer) => unknown,
): Promise<void> {
  const internals = client as unknown as ClientInternals;
  const sendOn = (connected: Service) =>
    new Promise<void>((resolve, reject) => {
      const answer: Answer = (error) => (error === null ? resolve() : reject(error));
      send(
        connected,
        ...internals.callArguments({ requiresLeader: true }, { deadline: Date.now() + CALL_LIMIT_MS }),
        answer,
      );
    });
  return internals.execute(service, name, sendOn);
}
