import type { handleUnaryCall } from '@grpc/grpc-js';
import type { SupportedMethods } from '#eventstore-client/generated/serverfeatures_pb.js';
import features from '#eventstore-client/generated/serverfeatures_pb.js';
import type { Empty } from '#eventstore-client/generated/shared_pb.js';
import { StreamsService } from '#eventstore-client/generated/streams_grpc_pb.js';

/** The version whose behaviour this node follows, and that it is not that server. */
const EVENTSTORE_VERSION = '24.6.0+embedded';
const READ_FEATURES = ['position', 'events'];

/** The calls that this node answers; EventStoreDB has others. */
export const STREAM_CALLS = { read: StreamsService.read, batchAppend: StreamsService.batchAppend };

/** Lists the methods that a client may call; it requests the list before it sends its credentials. */
export function createFeaturesHandler(): handleUnaryCall<Empty, SupportedMethods> {
  const supported = new features.SupportedMethods();
  supported.setEventStoreServerVersion(EVENTSTORE_VERSION);
  for (const { path } of Object.values(STREAM_CALLS)) {
    const [, service = '', name = ''] = path.toLowerCase().split('/');
    const method = new features.SupportedMethod();
    method.setServiceName(service);
    method.setMethodName(name);
    if (name === 'read') method.setFeaturesList(READ_FEATURES);
    supported.addMethods(method);
  }
  return (_call, reply) => reply(null, supported);
}
