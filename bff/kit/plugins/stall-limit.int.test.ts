import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, describe, it, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import compress from '@fastify/compress';
import Fastify from 'fastify';
import { sendDownload, sendStoredFile } from '#bff/kit/files/send-file.ts';
import { exportTable } from '#bff/kit/files/table-export.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createFileStore } from '#infra/adapters/files/file-store.ts';
import { createMemoryKeys } from '#infra/proof/testing/customer-keys.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { registerStallLimit } from './stall-limit.ts';

/** Far more than the delays of a busy machine. */
const STALL_LIMIT_MS = 3_000;
/** More than the kernel buffers for a reader who does not read. */
const FILE_BYTES = 40_000_000;
/** Random, because data that compresses to nothing cannot stall. */
const ROW_BYTES = 50_000;
const SLOW_ROWS = 2;
/** Each is a tenth of the limit; together they are longer than the limit. */
const READING_PAUSES = 12;

const column = { title: 'Text', width: 10, kind: 'text', value: (item: string) => item } as const;

// All cases at once, because each waits for the limit.
describe('a reader who stalls', { concurrency: true }, async () => {
  const owner = randomUUID();
  const dir = await mkdtemp(path.join(tmpdir(), 'stall-'));
  const files = await createFileStore({ dir, keys: createMemoryKeys() });
  const pdf = pdfOf('', FILE_BYTES);
  const { id, sha256 } = await files.save(Readable.from([pdf]), {
    maxBytes: pdf.length,
    allowedTypes: ['application/pdf'],
    owner,
  });
  after(() => rm(dir, { recursive: true }));

  /** A server of the case's own, and the resources that its readers hold. */
  async function startServer(test: TestContext) {
    const held = { file: undefined as Readable | undefined, queries: 0 };
    /** Like pages of rows that are read while they are sent. */
    async function* rows(count: number, pauseMs: number): AsyncGenerator<readonly string[]> {
      held.queries += 1;
      try {
        for (let index = 0; index < count; index += 1) {
          await delay(pauseMs);
          yield [`row ${index}`, randomBytes(ROW_BYTES).toString('base64')];
        }
      } finally {
        held.queries -= 1;
      }
    }
    const open = async (fileId: string) => {
      const file = await files.open(fileId, owner);
      held.file = file.stream;
      return file;
    };
    const app = Fastify();
    await app.register(compress, { threshold: 1, encodings: ['gzip'] });
    registerStallLimit(app, STALL_LIMIT_MS);
    app.get('/file', (_request, reply) =>
      sendStoredFile({ files: { ...files, open }, security: { note: () => undefined } as never }, reply, {
        id,
        owner,
        name: 'proof.pdf',
        contentType: 'application/pdf',
        sha256,
      }),
    );
    app.get('/endless', async (_request, reply) =>
      sendDownload(reply, { name: 'x.csv', ...(await exportTable('csv', [column], rows(Infinity, 0))) }),
    );
    app.get('/slow', async (_request, reply) =>
      sendDownload(reply, {
        name: 'x.csv',
        ...(await exportTable('csv', [column], rows(SLOW_ROWS, 1.5 * STALL_LIMIT_MS))),
      }),
    );
    const address = await app.listen({ port: 0, host: '127.0.0.1' });
    const client = new Socket();
    test.after(async () => {
      client.destroy();
      await app.close();
    });
    return {
      held,
      get: (url: string) => fetch(`${address}${url}`, { headers: { connection: 'close' } }),
      /** Sends a request, reads the beginning of the answer, and then reads nothing. */
      async stall(url: string, headers = ''): Promise<void> {
        client.connect({ port: Number(new URL(address).port), host: '127.0.0.1' });
        client.on('error', () => undefined);
        client.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
        const [begun]: unknown[] = await once(client, 'data');
        client.pause();
        assert.match(String(begun), /^HTTP\/1.1 200/);
      },
      connections: () => new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count))),
    };
  }

  it('of a stored file is cut off; the file was read whole before', async (test) => {
    const { held, stall, connections } = await startServer(test);
    await stall('/file');
    assert.equal(held.file?.closed, true);
    await eventually(async () => assert.deepEqual([held.file?.closed, await connections()], [true, 0]));
  });

  for (const headers of ['', 'Accept-Encoding: gzip\r\n']) {
    it(`of rows is cut off, and they are read no further ${headers && '(compressed)'}`, async (test) => {
      const { held, stall, connections } = await startServer(test);
      await stall('/endless', headers);
      assert.equal(held.queries, 1);
      await eventually(async () => assert.deepEqual([held.queries, await connections()], [0, 0]));
    });
  }

  it('is not one who waits for rows that are slow to come', async (test) => {
    const answer = await (await startServer(test)).get('/slow');
    assert.equal((await text(answer.body ?? Readable.from([]))).match(/row \d/g)?.length, SLOW_ROWS);
  });

  it('is not one who reads slowly but reads on', async (test) => {
    const answer = await (await startServer(test)).get('/file');
    let taken = 0;
    let pauses = 0;
    for await (const chunk of answer.body ?? []) {
      taken += chunk.length;
      if (taken < pauses * (FILE_BYTES / READING_PAUSES)) continue;
      pauses += 1;
      await delay(STALL_LIMIT_MS / 10);
    }
    assert.equal(taken, Number(answer.headers.get('content-length')));
  });
});
