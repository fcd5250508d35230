import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FileScanner, ScannerAwayError } from '#bff/kit/ports/file-scanner.ts';

const DEFAULT_PORT = 3310;
const PIECE_BYTES = 64 * 1024;
/** For connecting, and for any pause; scanning a paper of 15 MB takes a second or two. */
const SILENCE_LIMIT_MS = 20_000;
/** Less than a scrape of metrics may take, so that a scanner that hangs is seen as away. */
const PING_LIMIT_MS = 3_000;
const MAX_ANSWER_BYTES = 4_096;

/**
 * Scans with ClamAV's daemon at `tcp://host:port`, by its own protocol (clamd(8), INSTREAM), with a connection for each
 * file.
 */
export function createClamdScanner(address: string): FileScanner {
  const { hostname, port } = new URL(address);

  async function ask(command: string, body: Iterable<Buffer>, silenceLimitMs: number): Promise<string> {
    const socket = connect({ host: hostname, port: Number(port) || DEFAULT_PORT });
    socket.setTimeout(silenceLimitMs, () => socket.destroy(new Error('The scanner does not answer.')));
    try {
      await once(socket, 'connect');
      const answer = readAnswer(socket);
      // A daemon that refuses in the middle answers and closes: its answer counts, not that it stopped reading.
      const sent = pipeline(Readable.from([Buffer.from(`z${command}\0`), ...body]), socket, { end: false });
      const [said, sending] = await Promise.allSettled([answer, sent]);
      if (said.status === 'fulfilled' && said.value !== '') return said.value;
      throw said.status === 'rejected' ? said.reason : sending.status === 'rejected' ? sending.reason : 'No answer.';
    } catch (error) {
      throw new ScannerAwayError(address, { cause: error });
    } finally {
      socket.destroy();
    }
  }

  return {
    async scan(content) {
      const said = await ask('INSTREAM', framed(content), SILENCE_LIMIT_MS);
      if (said === 'stream: OK') return undefined;
      const found = /^stream: (.+) FOUND$/.exec(said)?.[1];
      if (found === undefined) throw new ScannerAwayError(address, { cause: new Error(`It said: ${said}`) });
      return found;
    },
    isReachable: () =>
      ask('PING', [], PING_LIMIT_MS).then(
        (said) => said === 'PONG',
        () => false,
      ),
  };
}

/** Pieces after their lengths; a piece of length zero is the end. */
function* framed(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += PIECE_BYTES) {
    const piece = content.subarray(start, start + PIECE_BYTES);
    yield lengthOf(piece);
    yield piece;
  }
  yield lengthOf(Buffer.alloc(0));
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.length);
  return length;
}

/** Up to the zero byte that ends it. */
async function readAnswer(socket: Socket): Promise<string> {
  let said = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    said += String(chunk);
    if (said.includes('\0') || said.length > MAX_ANSWER_BYTES) break;
  }
  return said.split('\0', 1)[0] ?? '';
}
