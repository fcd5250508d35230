import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';
import { ApiError } from '#web/lib/call/api-error.ts';
import { type ToastMessage, toaster } from '#web/lib/toast/toast.ts';
import { readFile } from './file.ts';

const HEADERS = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="statement.csv"' };

describe('a file that comes in pieces', () => {
  let said: ToastMessage[] = [];
  beforeEach(() => {
    said = [];
    toaster.show = (message) => void said.push(message);
  });
  /** A download that its test feeds. */
  const start = () => {
    let sender: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        sender = controller;
      },
    });
    const file = readFile(new Response(body, { headers: HEADERS }), 'fallback.csv');
    return { file, send: (text: string) => sender?.enqueue(new TextEncoder().encode(text)), sender: () => sender };
  };

  it('given all of it, then it is whole, with its name and type, and nothing is said', async () => {
    const { file, send, sender } = start();
    send('a,b\n');
    send('1,2\n');
    sender()?.close();
    const { blob, filename } = await file;
    assert.deepEqual([await blob.text(), blob.type, filename, said], ['a,b\n1,2\n', 'text/csv', 'statement.csv', []]);
  });

  it('given that it breaks off, then it is refused in words and no part of it is given', async () => {
    const { file, send, sender } = start();
    send('a,b\n');
    sender()?.error(new TypeError('network error'));
    await assert.rejects(file, (error) => {
      assert.ok(error instanceof ApiError);
      assert.match(error.message, /statement\.csv broke off after 4 B\. Nothing was saved/);
      return true;
    });
  });

  it('given that it takes long, then it says how far it is, and that it is complete', async () => {
    mock.timers.enable({ apis: ['setInterval'] });
    try {
      const { file, send, sender } = start();
      send('x'.repeat(2_400_000));
      await new Promise((resolve) => setImmediate(resolve));
      mock.timers.tick(3_000);
      sender()?.close();
      await file;
      assert.deepEqual(
        said.map(({ title, description }) => `${title}: ${description}`),
        [
          'Downloading statement.csv: 2.3 MB so far. It is saved when it is complete.',
          'statement.csv is complete: 2.3 MB',
        ],
      );
    } finally {
      mock.timers.reset();
    }
  });
});
