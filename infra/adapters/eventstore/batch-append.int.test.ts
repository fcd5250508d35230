import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { after, before, it } from 'node:test';
import { Server, ServerCredentials, type ServerDuplexStream, status } from '@grpc/grpc-js';
import { eventually, PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import type { EventStoreDBClient } from '#eventstore-client';
import { StreamsService } from '#eventstore-client/generated/streams_grpc_pb.js';
import streams from '#eventstore-client/generated/streams_pb.js';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { AppendTimeoutError, createBatchAppender } from './batch-append.ts';

const ANSWER_LIMIT_MS = 500;

let server: Server;
let client: EventStoreDBClient;
const calls: ServerDuplexStream<unknown, unknown>[] = [];

let isAnswering = false;
let isGarbling = false;

/** A server that receives every append and does not answer, like a frozen one, until a test tells it to. */
before(async () => {
  server = new Server();
  server.addService(StreamsService as never, {
    batchAppend: (call: ServerDuplexStream<unknown, unknown>) => {
      calls.push(call);
      call.on('data', (request: InstanceType<typeof streams.BatchAppendReq>) => {
        if (isGarbling) http2StreamOf(call).write(Buffer.from([0, 0, 0, 0, 1, 0xff]));
        else if (isAnswering) call.write(stored(request));
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
/** Below gRPC, which sends no such thing. */
const http2StreamOf = (call: unknown) => (call as { call: { stream: Writable } }).call.stream;

function stored(request: InstanceType<typeof streams.BatchAppendReq>) {
  const success = new streams.BatchAppendResp.Success();
  success.setCurrentRevision(String(Number(request.getOptions()?.getStreamPosition() ?? -1) + 1));
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
  // Given an open connection, because opening one takes time on a busy machine.
  await assert.rejects(client.getStreamMetadata('test-1'));
  const append = createBatchAppender(ANSWER_LIMIT_MS);
  const send = () => append(client, 'test-1', -1n, [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }]);
  // When many wait at once.
  const results = await Promise.allSettled(Array.from({ length: 33 }, send));
  assert.ok(results.every((result) => result.status === 'rejected'));
  assert.ok(results.some((result) => result.status === 'rejected' && result.reason instanceof AppendTimeoutError));
  // The server may receive a call after the client gave it up.
  await eventually(() => assert.equal(calls.length, 1));
  await assert.rejects(send(), AppendTimeoutError);
  await eventually(() => assert.equal(calls.length, 2));
});

it('a first append that cannot be encoded does not keep the next one from being sent', async () => {
  isAnswering = true;
  const append = createBatchAppender(PATIENCE_MS);
  const event = { id: randomUUID(), type: 'T', data: {}, metadata: {} };
  await assert.rejects(append(client, 'test-0', -1n, [{ ...event, data: { amount: 1n } }]), TypeError);
  // Given the call is open, and nothing was sent on it yet.
  await assert.rejects(client.getStreamMetadata('test-0'));
  assert.notEqual((await append(client, 'test-0', -1n, [event])).revision, undefined);
  isAnswering = false;
});

it('an append that comes after the answer to the one before needs no call of its own', async () => {
  isAnswering = true;
  const before = calls.length;
  const append = createBatchAppender(PATIENCE_MS);
  for (let index = 0; index < 5; index += 1) {
    await append(client, 'test-2', -1n, [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }]);
  }
  assert.equal(calls.length, before + 1);
  // A follower refuses it, and names the leader.
  assert.deepEqual(calls.at(-1)?.metadata.get('requires-leader'), ['true']);
});

it('appends that wait at once share a call, and each has its own answer, whatever their size', async () => {
  isAnswering = true;
  const before = calls.length;
  const append = createBatchAppender(PATIENCE_MS);
  const filler = 'x'.repeat(40_000);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      append(client, `test-${index}`, BigInt(index), [{ id: randomUUID(), type: 'T', data: { filler }, metadata: {} }]),
    ),
  );
  assert.deepEqual(
    answers.map(({ revision }) => revision),
    Array.from({ length: 50 }, (_, index) => BigInt(index + 1)),
  );
  assert.equal(calls.length, before + 1);
});

it('a server that goes away fails what waits; the next append opens another call', async () => {
  isAnswering = true;
  const append = createBatchAppender(PATIENCE_MS);
  const send = () => append(client, 'test-3', -1n, [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }]);
  await send();
  isAnswering = false;
  const waiting = [send(), send()];
  const asked = new Promise((resolve) => calls.at(-1)?.once('data', resolve));
  await asked;
  calls.at(-1)?.emit('error', { code: status.UNAVAILABLE, details: 'The server stops.' });
  for (const result of await Promise.allSettled(waiting)) assert.equal(result.status, 'rejected');
  isAnswering = true;
  await send();
});

it('an answer that cannot be read fails what waits; the next append opens another call', async () => {
  isAnswering = true;
  const append = createBatchAppender(PATIENCE_MS);
  const send = () => append(client, 'test-4', -1n, [{ id: randomUUID(), type: 'T', data: {}, metadata: {} }]);
  await send();
  isGarbling = true;
  await assert.rejects(send());
  isGarbling = false;
  await send();
});
