import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, it } from 'node:test';
import type { EventStoreDBClient } from '@eventstore/db-client';
import { StreamsService } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Server, ServerCredentials, type ServerDuplexStream } from '@grpc/grpc-js';
import { createEventStoreClient } from '#infra/eventstore/client.ts';
import { AppendTimeoutError } from './append-call.ts';
import { createBatchAppender, MAX_CALLS } from './batch-append.ts';

const ANSWER_LIMIT_MS = 500;
const BUSY_MACHINE_LIMIT_MS = 30_000;

let server: Server;
let client: EventStoreDBClient;
const calls: ServerDuplexStream<unknown, unknown>[] = [];

let isAnswering = false;

/** A server that takes every append and says nothing, which is what a frozen one looks like, until it is asked to answer. */
before(async () => {
  server = new Server();
  server.addService(StreamsService as never, {
    batchAppend: (call: ServerDuplexStream<unknown, unknown>) => {
      calls.push(call);
      call.on('data', (request: InstanceType<typeof streams.BatchAppendReq>) => {
        if (isAnswering) call.write(stored(request));
      });
    },
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  client = createEventStoreClient(`esdb://127.0.0.1:${port}?tls=false`);
});
function stored(request: InstanceType<typeof streams.BatchAppendReq>) {
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision('0');
  const answer = new streams.BatchAppendResp();
  answer.setCorrelationId(request.getCorrelationId());
  answer.setSuccess(success);
  return answer;
}
after(async () => {
  await client.dispose();
  server.forceShutdown();
});

it('an append that nobody answers is given up in time, and the next one tries another call', async () => {
  // Given a connection that is there: making it takes its time on a busy machine.
  await assert.rejects(client.getStreamMetadata('test-1'));
  const append = createBatchAppender(ANSWER_LIMIT_MS);
  const send = () => append(client, 'test-1', -1n, [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }]);
  // When more wait at once than there may be calls.
  const results = await Promise.allSettled(Array.from({ length: MAX_CALLS + 1 }, send));
  assert.ok(results.every((result) => result.status === 'rejected'));
  assert.ok(results.some((result) => result.status === 'rejected' && result.reason instanceof AppendTimeoutError));
  assert.equal(calls.length, MAX_CALLS);
  await assert.rejects(send(), AppendTimeoutError);
  assert.equal(calls.length, MAX_CALLS + 1);
});

it('an append that comes after the answer to the one before needs no call of its own', async () => {
  isAnswering = true;
  const before = calls.length;
  const append = createBatchAppender(BUSY_MACHINE_LIMIT_MS);
  for (let index = 0; index < 5; index += 1) {
    await append(client, 'test-2', -1n, [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }]);
  }
  assert.equal(calls.length, before + 1);
  // A follower refuses it, and names the leader.
  assert.deepEqual(calls.at(-1)?.metadata.get('requires-leader'), ['true']);
});
