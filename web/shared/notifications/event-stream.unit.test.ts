import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readEvents, type StreamEvent } from './event-stream.ts';

const streamOf = (...parts: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
async function eventsIn(...parts: Uint8Array[]): Promise<StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of readEvents(streamOf(...parts))) events.push(event);
  return events;
}
const eventsOf = (...texts: string[]) => eventsIn(...texts.map((text) => new TextEncoder().encode(text)));

describe('the events of a stream', () => {
  it('are read one by one, however the line cuts them', async () => {
    assert.deepEqual(await eventsOf('event: ne', 'ws\ndata: {"a":1}\n', '\nevent: orders\ndata: {}\n\n'), [
      { event: 'news', data: '{"a":1}' },
      { event: 'orders', data: '{}' },
    ]);
  });

  it('leave out comments, and what was cut off before its end', async () => {
    assert.deepEqual(await eventsOf(': heartbeat\n\n', 'event: news\ndata: 1\n\nevent: lost\ndata: 2\n'), [
      { event: 'news', data: '1' },
    ]);
  });

  it('are read as UTF-8, also where a character is cut in two', async () => {
    const bytes = new TextEncoder().encode('event: news\ndata: "é"\n\n');
    assert.deepEqual(await eventsIn(bytes.slice(0, 19), bytes.slice(19)), [{ event: 'news', data: '"é"' }]);
  });
});
