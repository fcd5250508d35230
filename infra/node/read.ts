import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import { LOG, mayAccess, type Principal } from './access-lists.ts';
import { accessDenied, invalidArgument } from './errors.ts';
import type { NodeContext } from './node-context.ts';
import { readLog } from './read-log.ts';
import { parseReadRequest } from './read-request.ts';
import { readStream } from './read-stream.ts';
import { createResponseStream, type ReadCall, type ResponseStream, type SendEvent } from './response-stream.ts';
import { baseStreamOf } from './stream-metadata.ts';
import { stateOf } from './stream-state.ts';
import { subscribeToLog } from './subscribe-to-log.ts';
import { encodeEvent } from './wire.ts';

/** The protocol has one call for reads and subscriptions. */
export function createReadHandler(node: NodeContext): handleServerStreamingCall<ReadReq, Buffer> {
  return (call) => {
    const response = createResponseStream(call);
    const forget = node.openCalls.add(response.fail);
    serve(node, call, response).then(response.end, response.fail).finally(forget);
  };
}

async function serve(node: NodeContext, call: ReadCall, response: ResponseStream): Promise<void> {
  const who = node.authenticate(call.metadata);
  const { target, backwards, limit } = parseReadRequest(call.request);
  await requireRead(node, who, target.kind === 'stream' ? target.stream : LOG);
  const sendEvents: SendEvent = (event) => response.send(encodeEvent(event));
  if (limit !== undefined) {
    if (target.kind === 'stream') await readStream({ node, response, sendEvents, target, backwards, limit });
    else await readLog({ node, response, sendEvents, target, backwards, limit });
  } else if (target.kind === 'log') await subscribeToLog({ node, response, sendEvents, target });
  else throw invalidArgument('A subscription is to $all: filter it by the name of a stream.');
}

async function requireRead(node: NodeContext, who: Principal, stream: string): Promise<void> {
  if (who === undefined) return;
  const { acl } = (await stateOf(node, baseStreamOf(stream))).metadata;
  if (!mayAccess(who, 'read', stream, acl, node.writer.defaultAccess())) throw accessDenied();
}
