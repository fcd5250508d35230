import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { type handleUnaryCall, Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { GossipService } from '#eventstore-client/generated/gossip_grpc_pb.js';
import gossip from '#eventstore-client/generated/gossip_pb.js';
import { StreamsService } from '#eventstore-client/generated/streams_grpc_pb.js';
import { createEventStoreClient } from './client.ts';
import { createEventStoreDb } from './eventstore-db.ts';

type Call = ServerDuplexStream<unknown, unknown>;

const LEADER = 8;

/** A cluster of one node, which leads. */
function clusterOf(host: string, port: number) {
  const address = new gossip.EndPoint();
  address.setAddress(host);
  address.setPort(port);
  const member = new gossip.MemberInfo();
  member.setState(LEADER);
  member.setIsAlive(true);
  member.setHttpEndPoint(address);
  const cluster = new gossip.ClusterInfo();
  cluster.addMembers(member);
  return cluster;
}

const server = new Server();
after(() => server.forceShutdown());

it('a cluster without a leader for a while costs calls, and not the process', async () => {
  const calls: Call[] = [];
  let asked = 0;
  let hasLeader = true;
  let port = 0;
  const answer: handleUnaryCall<unknown, InstanceType<typeof gossip.ClusterInfo>> = (_call, reply) => {
    asked += 1;
    if (hasLeader) reply(null, clusterOf('127.0.0.1', port));
    else reply({ code: status.UNAVAILABLE });
  };
  server.addService(GossipService, { read: answer });
  server.addService(StreamsService as never, { read: (call: Call) => calls.push(call) });
  port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  const client = createEventStoreClient(
    `esdb+discover://127.0.0.1:${port}?tls=false&maxDiscoverAttempts=10&discoveryInterval=50`,
  );
  const store = createEventStoreDb(client);
  const read = async () => {
    for await (const _event of store.readStream('test-1')) return;
  };
  const breakOff = (call: Call | undefined) => call?.emit('error', { code: status.UNAVAILABLE, details: 'gone' });

  const broken = [assert.rejects(read()), assert.rejects(read())];
  await eventually(() => assert.equal(calls.length, 2));
  hasLeader = false;
  breakOff(calls[0]);
  await broken[0];
  // While this client searches for a leader, the other connection breaks too.
  const askedBefore = asked;
  const looking = assert.rejects(read());
  await eventually(() => assert.ok(asked > askedBefore));
  breakOff(calls[1]);
  await broken[1];
  await looking;

  hasLeader = true;
  const found = assert.rejects(read());
  await eventually(() => assert.equal(calls.length, 3));
  breakOff(calls[2]);
  await found;
  await client.dispose();
});
