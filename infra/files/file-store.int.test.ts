import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import sharp from 'sharp';
import { FileNotFoundError, type FileRefusal, FileRefusedError, type FileStore } from '#bff/ports/file-store.ts';
import { FILE_TYPES } from './content-type.ts';
import { createFileStore } from './file-store.ts';

const LIMITS = { maxBytes: 1_000_000, allowedTypes: FILE_TYPES };
const refused = (reason: FileRefusal) => (error: unknown) =>
  error instanceof FileRefusedError && error.reason === reason;

/** A compound file of one directory sector that names the given stream. */
function compoundFile(streamName: string): Buffer {
  const file = Buffer.alloc(512 * 3);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(0, 48);
  file.writeUInt32LE(1, 76);
  file.write(streamName, 512, 'utf16le');
  file.writeUInt16LE(streamName.length * 2 + 2, 512 + 64);
  file.writeUInt32LE(0xfffffffe, 1024);
  return file;
}

describe('the file store', () => {
  let dir: string;
  let store: FileStore;
  const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(200_000)]);
  before(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'files-'));
    store = await createFileStore({ dir });
  });
  after(() => rm(dir, { recursive: true }));
  const leftovers = () => readdir(path.join(dir, 'incoming'));

  it('keeps what it was given, with its size, hash and type', async () => {
    const stored = await store.save(Readable.from([pdf.subarray(0, 1000), pdf.subarray(1000)]), LIMITS);
    assert.equal(stored.sizeBytes, pdf.length);
    assert.equal(stored.sha256, createHash('sha256').update(pdf).digest('hex'));
    assert.equal(stored.contentType, 'application/pdf');
    const opened = await (await createFileStore({ dir })).open(stored.id);
    assert.equal(opened.sizeBytes, pdf.length);
    assert.deepEqual(await buffer(opened.stream), pdf);
  });

  it('keeps it for its own user alone, in folders of before too', async () => {
    await chmod(dir, 0o755);
    const { id } = await (await createFileStore({ dir })).save(Readable.from([pdf]), LIMITS);
    const modeOf = async (...parts: string[]) => (await stat(path.join(dir, ...parts))).mode & 0o777;
    assert.equal(await modeOf(id.slice(0, 2), id), 0o600);
    for (const folder of ['.', 'incoming', id.slice(0, 2)]) assert.equal(await modeOf(folder), 0o700, folder);
  });

  it('knows each type by its content', async () => {
    const image = sharp({ create: { width: 4, height: 4, channels: 3, background: '#123456' } });
    const contents = {
      'image/png': await image.png().toBuffer(),
      'image/jpeg': await image.jpeg().toBuffer(),
      'image/gif': await image.gif().toBuffer(),
      'image/webp': await image.webp().toBuffer(),
      'application/msword': compoundFile('WordDocument'),
    };
    for (const [type, content] of Object.entries(contents)) {
      assert.equal((await store.save(Readable.from([content]), LIMITS)).contentType, type);
    }
  });

  it('refuses what only pretends, and leaves nothing of it', async () => {
    const pretenders = {
      script: Buffer.from('<script>alert(1)</script>'),
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      spreadsheet: compoundFile('Workbook'),
      program: Buffer.concat([Buffer.from('MZ'), randomBytes(500)]),
    };
    for (const [name, content] of Object.entries(pretenders)) {
      await assert.rejects(store.save(Readable.from([content]), LIMITS), refused('unsupported'), name);
    }
    await assert.rejects(
      store.save(Readable.from([pdf]), { ...LIMITS, allowedTypes: ['image/png'] }),
      refused('unsupported'),
    );
    await assert.rejects(store.save(Readable.from([]), LIMITS), refused('empty'));
    assert.deepEqual(await leftovers(), []);
  });

  it('stops reading at the limit', async () => {
    let given = 0;
    const endless = Readable.from(
      (async function* () {
        for (;;) {
          given += 1;
          yield Buffer.alloc(65_536);
        }
      })(),
    );
    await assert.rejects(store.save(endless, { ...LIMITS, maxBytes: 200_000 }), refused('too-large'));
    assert.ok(given < 20, `${given} chunks were read`);
    assert.deepEqual(await leftovers(), []);
  });

  it('refuses a stream that its parser cut at a limit of its own', async () => {
    const cut = Object.assign(Readable.from([pdf]), { truncated: true });
    await assert.rejects(store.save(cut, LIMITS), refused('too-large'));
  });

  it('refuses an upload that broke off', async () => {
    const source = new Readable({ read() {} });
    const saving = store.save(source, LIMITS);
    source.push(pdf.subarray(0, 1000));
    source.destroy();
    await assert.rejects(saving, refused('truncated'));
    assert.deepEqual(await leftovers(), []);
  });

  it('opens nothing but its own ids', async () => {
    for (const id of [randomUUID(), '../incoming', '..', '', '/etc/passwd']) {
      await assert.rejects(store.open(id), FileNotFoundError, id);
    }
  });

  it('removes a file, twice if need be', async () => {
    const { id } = await store.save(Readable.from([pdf]), LIMITS);
    await store.remove(id);
    await store.remove(id);
    await assert.rejects(store.open(id), FileNotFoundError);
  });

  it('clears what a killed process left, but not what is being written', async () => {
    const old = new Date(Date.now() - 48 * 3_600_000);
    await writeFile(path.join(dir, 'incoming/old'), 'x');
    await writeFile(path.join(dir, 'incoming/new'), 'x');
    await utimes(path.join(dir, 'incoming/old'), old, old);
    await createFileStore({ dir });
    assert.deepEqual(await leftovers(), ['new']);
  });
});
