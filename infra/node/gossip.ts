import { randomUUID } from 'node:crypto';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { Empty } from '@eventstore/db-client/generated/shared_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';

const LEADER = 8;
const TICKS_PER_MS = 10_000n;

/**
 * A cluster of one, for clients that discover their nodes. `endpoint` is called for each request, because the port is
 * known late.
 */
export function createGossipHandler(
  endpoint: () => { host: string; port: number },
): handleUnaryCall<Empty, ClusterInfo> {
  const instanceId = new shared.UUID();
  instanceId.setString(randomUUID());
  return (_call, reply) => {
    const { host, port } = endpoint();
    const address = new gossip.EndPoint();
    address.setAddress(host);
    address.setPort(port);
    const member = new gossip.MemberInfo();
    member.setInstanceId(instanceId);
    member.setTimeStamp(String(BigInt(Date.now()) * TICKS_PER_MS));
    member.setState(LEADER);
    member.setIsAlive(true);
    member.setHttpEndPoint(address);
    const cluster = new gossip.ClusterInfo();
    cluster.addMembers(member);
    reply(null, cluster);
  };
}
