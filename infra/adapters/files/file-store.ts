import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { pipeline as chain, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileScanner } from '#bff/kit/ports/file-scanner.ts';
import {
  FileAlteredError,
  FileNotFoundError,
  type FileOwner,
  FileRefusedError,
  type FileStore,
  FilesAwayError,
  type StoredFile,
} from '#bff/kit/ports/file-store.ts';
import { ConfigError } from '#infra/adapters/config/config-error.ts';
import type { CustomerKeys } from '#infra/adapters/crypto/customer-keys.ts';
import { type FileContentType, sniffContentType } from './content-type.ts';
import { INCOMING, openFiles, placeOf } from './open-files.ts';
import { requireReadable } from './readable.ts';
import { receive } from './receive.ts';
import { redraw } from './redraw.ts';
import { HEADER_BYTES, isSealedHeader, openedBytes, opening, sealing } from './sealed-stream.ts';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const OWN_KEY_BYTES = 32;
/** Half-written files of a killed process are removed once no upload can still be writing them. */
const STALE_INCOMING_MS = 24 * 3_600_000;

/** Files that are checked and redrawn at once: each is in memory, and a picture may take 200 MB. */
const MAX_AT_ONCE = 4;

type FileStoreOptions = {
  /** A folder, or a bucket with its key, as FILES_DIR has it. */
  readonly dir: string;
  readonly keys: CustomerKeys;
  /** Undefined when files are not scanned. */
  readonly scanner?: FileScanner | undefined;
  /** Whether a file is recorded as sealed: then one in the clear in its place is not it. */
  readonly isRecorded?: (id: string) => Promise<boolean>;
  readonly waitsForDisk?: boolean;
};

/**
 * Files in a folder or a bucket. A file gets its name only when it is complete, and is synced unless `waitsForDisk` is
 * false. Ids are UUIDs, so no name from a sender becomes part of a path. Incoming files lie there sealed under a key
 * that only this process has. A bucket that is away does not keep a process from starting.
 * @throws ConfigError for a place that cannot be used as it is configured
 */
export async function createFileStore({
  dir,
  keys,
  scanner,
  isRecorded = async () => false,
  waitsForDisk = true,
}: FileStoreOptions): Promise<FileStore> {
  const objects = await openFiles(dir, (message, options) => new FilesAwayError(message, options), {
    waitsForDisk,
  }).catch((error: Error) => {
    throw new ConfigError(`FILES_DIR: ${error.message}`);
  });
  const inTurn = createTurns(MAX_AT_ONCE);
  const { problem, isRefused } = await objects.state();
  if (isRefused) throw new ConfigError(`FILES_DIR: ${problem}`);
  if (problem === null) await objects.prepare(new Date(Date.now() - STALE_INCOMING_MS));

  async function find(id: string) {
    const opened = await objects.open(nameOf(id));
    if (!opened) throw new FileNotFoundError(id);
    return opened;
  }

  /** Writes a whole file, sealed if it has an owner; it replaces an existing one. */
  async function write(id: string, content: Buffer, owner: FileOwner): Promise<Omit<StoredFile, 'contentType'>> {
    const seal = owner === null ? undefined : sealing(await keys.forSealing(owner), contextOf(id, owner));
    await objects.put(nameOf(id), seal ? await buffer(Readable.from([content]).pipe(seal)) : content);
    return { id, sizeBytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  }

  return {
    name: objects.name,
    state: () => objects.state(),
    async save(source, { maxBytes, allowedTypes, owner, id = randomUUID() }) {
      const received = `${INCOMING}/${id}`;
      const ownKey = randomBytes(OWN_KEY_BYTES);
      try {
        const sizeBytes = await receive(source, maxBytes, sealing(ownKey, id), (sealed) =>
          objects.put(received, sealed),
        );
        if (sizeBytes === 0) throw new FileRefusedError('empty', 'The file is empty.');
        return await inTurn(async () => {
          const incoming = await objects.open(received);
          if (!incoming) throw new FileNotFoundError(id);
          const sent = await buffer((await openSealed(incoming, ownKey, id)).stream);
          const found = await scanner?.scan(sent);
          if (found !== undefined) {
            if (owner !== null) await write(id, sent, owner);
            throw new FileRefusedError('infected', found);
          }
          const { content, contentType } = await judged(sent, allowedTypes);
          return { ...(await write(id, content, owner)), contentType };
        });
      } finally {
        // Nobody can open what is left where this fails; a later start removes it.
        await objects.remove(received).catch(() => undefined);
      }
    },
    keep: async (content, { contentType, owner }) => ({ ...(await write(randomUUID(), content, owner)), contentType }),
    async open(id, owner) {
      const key = owner === null ? undefined : await keys.find(owner);
      if (key === null) throw new FileNotFoundError(id);
      const opened = await openSealed(await find(id), key, owner === null ? id : contextOf(id, owner));
      if (owner !== null && !opened.isSealed && (await isRecorded(id))) {
        opened.stream.destroy();
        throw new FileAlteredError();
      }
      return opened;
    },
    async sealOld(id, owner) {
      try {
        const key = await keys.forSealing(owner);
        const { isSealed, stream, sizeBytes } = await openSealed(await find(id), key, contextOf(id, owner));
        if (isSealed) stream.destroy();
        else await write(id, await buffer(stream), owner);
        return sizeBytes;
      } catch (error) {
        if (error instanceof FileNotFoundError) return undefined;
        throw error;
      }
    },
    async remove(id) {
      await objects.remove(nameOf(id));
    },
  };
}

function nameOf(id: string): string {
  if (!ID.test(id)) throw new FileNotFoundError(id);
  return placeOf(id);
}

const contextOf = (id: string, owner: string) => `${owner}/${id}`;

/** Files from before sealing, and public ones, are stored unsealed. */
async function openSealed(
  { stream, bytes }: { readonly stream: Readable; readonly bytes: number },
  key: Buffer | undefined,
  context: string,
) {
  const header = bytes < HEADER_BYTES ? Buffer.alloc(0) : await firstBytes(stream, HEADER_BYTES);
  if (!isSealedHeader(header)) {
    if (header.length > 0) stream.unshift(header);
    return { isSealed: false, stream, sizeBytes: bytes };
  }
  if (!key) {
    stream.destroy();
    throw new FileNotFoundError(context);
  }
  const opened = opening(key, context, header);
  // The reader gets the error of any step.
  chain(stream, opened, () => undefined);
  return { isSealed: true, stream: opened, sizeBytes: openedBytes(bytes) };
}

/** They are taken off the stream, which has that many. */
async function firstBytes(stream: Readable, count: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = stream.read(count);
    if (bytes !== null) return bytes;
    if (stream.readableEnded) throw new FileAlteredError();
    await Promise.race([once(stream, 'readable'), once(stream, 'end')]);
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
