import { readFile } from 'node:fs/promises';

const INSPECTOR_ADDRESS = /Debugger listening on (ws:\S+)/g;

/** The environment of a part whose memory can be collected from outside. The part logs the address. */
export const COLLECTABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' } as const;

export type GarbageCollector = { collect(): Promise<void>; close(): void };

/**
 * Collects the garbage of a part that was started with {@link COLLECTABLE}, through the inspector it opened.
 * @throws Error when its log names no inspector, or the inspector does not answer
 */
export async function connectGarbageCollector(logFile: string): Promise<GarbageCollector> {
  const address = [...(await readFile(logFile, 'utf8')).matchAll(INSPECTOR_ADDRESS)].at(-1)?.[1];
  if (address === undefined) throw new Error(`${logFile} names no inspector.`);
  const socket = new WebSocket(address);
  const waiting = new Map<number, () => void>();
  let calls = 0;
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('error', () => reject(new Error(`Nobody answers at ${address}.`)), { once: true });
  });
  socket.addEventListener('message', ({ data }) => {
    const { id } = JSON.parse(String(data)) as { id?: number };
    if (id === undefined) return;
    waiting.get(id)?.();
    waiting.delete(id);
  });
  return {
    collect() {
      calls += 1;
      const id = calls;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        socket.send(JSON.stringify({ id, method: 'HeapProfiler.collectGarbage' }));
      });
    },
    close: () => socket.close(),
  };
}
