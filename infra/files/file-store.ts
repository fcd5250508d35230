import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileNotFoundError, FileRefusedError, type FileStore } from '#bff/ports/file-store.ts';
import { sniffContentType } from './content-type.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INCOMING = 'incoming';
/** Papers of customers: nobody else on the machine reads them. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
/** What a killed process left half-written is cleared once no upload can still be writing it. */
const STALE_INCOMING_MS = 24 * 3_600_000;

type FileStoreOptions = { readonly dir: string; readonly waitsForDisk?: boolean };

/**
 * Files on disk under `dir`, each complete before it has its name, and synced unless `waitsForDisk` is false. Ids are UUIDs, so no
 * name of a sender reaches a path.
 */
export async function createFileStore({ dir, waitsForDisk = true }: FileStoreOptions): Promise<FileStore> {
  const incoming = path.join(dir, INCOMING);
  await mkdir(incoming, { recursive: true, mode: OWN_FOLDER });
  // Also those of before: `mkdir` leaves a folder that is there as it is.
  await Promise.all([dir, incoming].map((folder) => chmod(folder, OWN_FOLDER)));
  await clearStale(incoming);

  function placeOf(id: string): string {
    if (!ID.test(id)) throw new FileNotFoundError(id);
    return path.join(dir, id.slice(0, 2), id);
  }

  return {
    async save(source, limits) {
      const id = randomUUID();
      const temporary = path.join(incoming, id);
      try {
        const { sizeBytes, sha256 } = await receive(source, temporary, { ...limits, waitsForDisk });
        if (sizeBytes === 0) throw new FileRefusedError('empty', 'The file is empty.');
        const contentType = await sniffContentType(temporary);
        if (!contentType || !limits.allowedTypes.includes(contentType)) {
          throw new FileRefusedError('unsupported', `The content is ${contentType ?? 'of no known type'}.`);
        }
        const place = placeOf(id);
        await mkdir(path.dirname(place), { recursive: true, mode: OWN_FOLDER });
        await rename(temporary, place);
        if (waitsForDisk) await syncDirectory(path.dirname(place));
        return { id, sizeBytes, sha256, contentType };
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
    },
    async open(id) {
      const handle = await open(placeOf(id), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileNotFoundError(id) : error;
      });
      try {
        const { size } = await handle.stat();
        return { stream: handle.createReadStream(), sizeBytes: size };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async remove(id) {
      await rm(placeOf(id), { force: true });
    },
  };
}

async function receive(
  source: Readable,
  target: string,
  { maxBytes, waitsForDisk }: { readonly maxBytes: number; readonly waitsForDisk: boolean },
): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes)
        return done(new FileRefusedError('too-large', `The file is larger than ${maxBytes} bytes.`));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    // `flush` syncs the file before it is closed.
    await pipeline(source, meter, createWriteStream(target, { flags: 'wx', flush: waitsForDisk, mode: OWN_FILE }));
  } catch (error) {
    throw wasCutShort(error)
      ? new FileRefusedError('truncated', 'The upload stopped before its end.', { cause: error })
      : error;
  }
  // A multipart parser with a limit of its own ends the stream quietly and leaves this mark.
  if ('truncated' in source && source.truncated === true) {
    throw new FileRefusedError('too-large', 'The file is larger than an upload may be.');
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

const CUT_SHORT_CODES = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ABORT_ERR'];

function wasCutShort(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof FileRefusedError) return false;
  const code = 'code' in error ? String(error.code) : '';
  return CUT_SHORT_CODES.includes(code) || /aborted|premature|unexpected end/i.test(error.message);
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function clearStale(incoming: string): Promise<void> {
  const before = Date.now() - STALE_INCOMING_MS;
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name);
    const info = await stat(file).catch(() => undefined);
    if (info && info.mtimeMs < before) await rm(file, { force: true });
  }
}
