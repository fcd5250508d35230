/** One server-sent event: its name and its data, JSON as text. */
export type StreamEvent = { readonly event: string; readonly data: string };

/** The events of a stream as they come, until it ends. Comments, which only keep the connection open, are left out. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  let rest = '';
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      rest += decoder.decode(part.value, { stream: true });
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = fieldOf(block, 'event');
        if (event !== undefined) yield { event, data: fieldOf(block, 'data') ?? '' };
      }
    }
  } finally {
    reader.releaseLock();
  }
}

const fieldOf = (block: string, name: string): string | undefined =>
  block
    .split('\n')
    .find((line) => line.startsWith(`${name}: `))
    ?.slice(name.length + 2);
