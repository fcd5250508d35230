import assert from 'node:assert/strict';
import { PassThrough, Writable } from 'node:stream';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createOutput } from './output.ts';

describe('the output of the command line', () => {
  it('is over when a slow reader has every line, and holds little for it meanwhile', async () => {
    let read = '';
    let mostHeld = 0;
    const slow = new Writable({
      decodeStrings: false,
      highWaterMark: 1_000,
      write(text: string, _encoding, done) {
        mostHeld = Math.max(mostHeld, this.writableLength);
        setImmediate().then(() => {
          read += text;
          done();
        });
      },
    });
    const { end, ...output } = createOutput(slow, new PassThrough());
    for (let number = 1; number <= 5_000; number += 1) {
      await output.line(`line ${number}`);
      // As while the log is read: what waits is written when the event loop turns.
      if (number % 500 === 0) await setImmediate();
    }
    await end();
    const lines = read.trimEnd().split('\n');
    assert.deepEqual([lines.length, lines.at(-1)], [5_000, 'line 5000']);
    assert.ok(mostHeld < 40_000, `${mostHeld} characters`);
  });

  it('says when the rest of it could not be written', async () => {
    const full = new Writable({
      write: (_text, _encoding, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    });
    full.on('error', () => undefined);
    const { end, ...output } = createOutput(full, new PassThrough());
    await output.line('a line');
    await assert.rejects(end(), { code: 'ENOSPC' });
  });

  it('cuts nothing for a terminal that does not know its width', () => {
    const terminal = (columns: number) => Object.assign(new PassThrough(), { isTTY: true, columns });
    assert.equal(createOutput(terminal(0), new PassThrough()).columns, undefined);
    assert.equal(createOutput(terminal(80), new PassThrough()).columns, 80);
  });
});
