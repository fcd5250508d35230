import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline as chain, Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { FileScanner } from '#bff/kit/ports/file-scanner.ts';
import {
  FileAlteredError,
  FileNotFoundError,
  type FileOwner,
  FileRefusedError,
  type FileStore,
  type StoredFile,
} from '#bff/kit/ports/file-store.ts';
import type { CustomerKeys } from '#infra/adapters/crypto/customer-keys.ts';
import { type FileContentType, sniffContentType } from './content-type.ts';
import { requireReadable } from './readable.ts';
import { receive } from './receive.ts';
import { redraw } from './redraw.ts';
import { HEADER_BYTES, isSealedHeader, openedBytes, opening, sealing } from './sealed-stream.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const INCOMING = 'incoming';
/** Papers of customers: no other user of the machine may read them. */
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;
const OWN_KEY_BYTES = 32;
/** Half-written files of a killed process are removed once no upload can still be writing them. */
const STALE_INCOMING_MS = 24 * 3_600_000;

/** Files that are checked and redrawn at once: each is in memory, and a picture may take 200 MB. */
const MAX_AT_ONCE = 4;

type FileStoreOptions = {
  readonly dir: string;
  readonly keys: CustomerKeys;
  /** Undefined when files are not scanned. */
  readonly scanner?: FileScanner | undefined;
  /** Whether a file is recorded as sealed: then one in the clear in its place is not it. */
  readonly isRecorded?: (id: string) => Promise<boolean>;
  readonly waitsForDisk?: boolean;
};

/**
 * Files on disk under `dir`. A file gets its name only when it is complete, and is synced unless `waitsForDisk` is
 * false. Ids are UUIDs, so no name from a sender becomes part of a path. Incoming files are on disk sealed under a key
 * that only this process has.
 */
export async function createFileStore({
  dir,
  keys,
  scanner,
  isRecorded = async () => false,
  waitsForDisk = true,
}: FileStoreOptions): Promise<FileStore> {
  const incoming = path.join(dir, INCOMING);
  const inTurn = createTurns(MAX_AT_ONCE);
  await mkdir(incoming, { recursive: true, mode: OWN_FOLDER });
  // Also for existing folders: `mkdir` does not change them.
  await Promise.all([dir, incoming].map((folder) => chmod(folder, OWN_FOLDER)));
  await clearStale(incoming);

  function placeOf(id: string): string {
    if (!ID.test(id)) throw new FileNotFoundError(id);
    return path.join(dir, id.slice(0, 2), id);
  }
  const find = (id: string) =>
    open(placeOf(id), 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new FileNotFoundError(id) : error;
    });

  /** Writes a whole file, sealed if it has an owner; it replaces an existing one. */
  async function write(id: string, content: Buffer, owner: FileOwner): Promise<Omit<StoredFile, 'contentType'>> {
    const seal = owner === null ? [] : [sealing(await keys.forSealing(owner), contextOf(id, owner))];
    const places = { temporary: path.join(incoming, `${id}.new`), place: placeOf(id) };
    await writeWhole([Readable.from([content]), ...seal], { ...places, waitsForDisk });
    return { id, sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  }

  return {
    async save(source, { maxBytes, allowedTypes, owner, id = randomUUID() }) {
      const temporary = path.join(incoming, id);
      const ownKey = randomBytes(OWN_KEY_BYTES);
      try {
        const sizeBytes = await receive(source, maxBytes, [
          sealing(ownKey, id),
          createWriteStream(temporary, { flags: 'wx', mode: OWN_FILE }),
        ]);
        if (sizeBytes === 0) throw new FileRefusedError('empty', 'The file is empty.');
        return await inTurn(async () => {
          const sent = await buffer((await openSealed(await open(temporary, 'r'), ownKey, id)).stream);
          const found = await scanner?.scan(sent);
          if (found !== undefined) {
            if (owner !== null) await write(id, sent, owner);
            throw new FileRefusedError('infected', found);
          }
          const { content, contentType } = await judged(sent, allowedTypes);
          return { ...(await write(id, content, owner)), contentType };
        });
      } finally {
        await rm(temporary, { force: true });
      }
    },
    keep: async (content, { contentType, owner }) => ({ ...(await write(randomUUID(), content, owner)), contentType }),
    async open(id, owner) {
      const handle = await find(id);
      try {
        const key = owner === null ? undefined : await keys.find(owner);
        if (key === null) throw new FileNotFoundError(id);
        const opened = await openSealed(handle, key, owner === null ? id : contextOf(id, owner));
        if (owner !== null && !opened.isSealed && (await isRecorded(id))) {
          opened.stream.destroy();
          throw new FileAlteredError();
        }
        return opened;
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async sealOld(id, owner) {
      try {
        const handle = await find(id);
        const { isSealed, stream, sizeBytes } = await openSealed(
          handle,
          await keys.forSealing(owner),
          contextOf(id, owner),
        );
        if (isSealed) stream.destroy();
        else await write(id, await buffer(stream), owner);
        return sizeBytes;
      } catch (error) {
        if (error instanceof FileNotFoundError) return undefined;
        throw error;
      }
    },
    async remove(id) {
      await rm(placeOf(id), { force: true });
    },
  };
}

const contextOf = (id: string, owner: string) => `${owner}/${id}`;

/** Files from before sealing, and public ones, are stored unsealed. */
async function openSealed(handle: FileHandle, key: Buffer | undefined, context: string) {
  const { size } = await handle.stat();
  const header = Buffer.alloc(HEADER_BYTES);
  const { bytesRead } = await handle.read(header, 0, HEADER_BYTES, 0);
  if (!isSealedHeader(header.subarray(0, bytesRead))) {
    return { isSealed: false, stream: handle.createReadStream({ start: 0 }), sizeBytes: size };
  }
  if (!key) throw new FileNotFoundError(context);
  const opened = opening(key, context, header);
  // The reader gets the error of any step.
  chain(handle.createReadStream({ start: HEADER_BYTES }), opened, () => undefined);
  return { isSealed: true, stream: opened, sizeBytes: openedBytes(size) };
}

/** Writes the output of `steps` to `temporary`, and moves it to its place once it is complete. */
async function writeWhole(
  steps: readonly (Readable | Transform)[],
  { temporary, place, waitsForDisk }: { temporary: string; place: string; waitsForDisk: boolean },
): Promise<void> {
  try {
    // `flush` syncs the file before it is closed.
    await pipeline([...steps, createWriteStream(temporary, { flush: waitsForDisk, mode: OWN_FILE })]);
    await mkdir(path.dirname(place), { recursive: true, mode: OWN_FOLDER });
    await rename(temporary, place);
    if (waitsForDisk) await syncDirectory(path.dirname(place));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The stored form of an upload. @throws FileRefusedError for a file that is not allowed, or cannot be read */
async function judged(
  sent: Buffer,
  allowedTypes: readonly string[],
): Promise<{ content: Buffer; contentType: FileContentType }> {
  const contentType = await sniffContentType(sent);
  requireReadable(sent, contentType);
  if (!contentType || !allowedTypes.includes(contentType)) {
    throw new FileRefusedError('unsupported', `The content is ${contentType ?? 'of no known type'}.`);
  }
  return { content: await redraw(sent, contentType), contentType };
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

/** Runs at most `limit` at once; the others wait for their turn. */
function createTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = limit;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
