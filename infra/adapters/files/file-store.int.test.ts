import assert from 'node:assert/strict';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import sharp from 'sharp';
import { ScannerAwayError } from '#bff/kit/ports/file-scanner.ts';
import {
  FileAlteredError,
  FileNotFoundError,
  type FileRefusal,
  FileRefusedError,
  FilesAwayError,
} from '#bff/kit/ports/file-store.ts';
import { ConfigError } from '#infra/adapters/config/config-error.ts';
import { readObject } from '#infra/adapters/objects/object-store.ts';
import { startTestBucket } from '#infra/proof/testing/bucket-server.ts';
import { createMemoryKeys } from '#infra/proof/testing/customer-keys.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { EICAR, startTestScanner } from '#infra/proof/testing/scanner.ts';
import { createClamdScanner } from './clamd.ts';
import { FILE_TYPES } from './content-type.ts';
import { createFileStore } from './file-store.ts';
import { openFiles, placeOf } from './open-files.ts';

const LIMITS = { maxBytes: 1_000_000, allowedTypes: FILE_TYPES, owner: null };
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

const bucket = await startTestBucket();
const folder = await mkdtemp(path.join(tmpdir(), 'files-'));
after(async () => {
  await bucket.stop();
  await rm(folder, { recursive: true });
});

for (const [kind, dir] of [
  ['a folder', folder],
  ['a bucket', bucket.addressOf('shop')],
] as const) {
  describe(`the file store in ${kind}`, async () => {
    const keys = createMemoryKeys();
    const pdf = pdfOf(randomBytes(200_000));
    const objects = await openFiles(dir, assert.fail);
    const store = await createFileStore({ dir, keys });
    /** As it lies there. */
    const lying = async (id: string) => (await readObject(objects, placeOf(id))) ?? assert.fail(id);
    const leftovers = async () => [
      ...(await objects.list('incoming')).map(({ name }) => name),
      ...bucket.uploads.keys(),
      ...(await readdir(path.join(folder, 'incoming'))),
    ];

    it('keeps what it was given, with its size, hash and type', async () => {
      const stored = await store.save(Readable.from([pdf.subarray(0, 1000), pdf.subarray(1000)]), LIMITS);
      assert.equal(stored.sizeBytes, pdf.length);
      assert.equal(stored.sha256, createHash('sha256').update(pdf).digest('hex'));
      assert.equal(stored.contentType, 'application/pdf');
      const opened = await (await createFileStore({ dir, keys })).open(stored.id, null);
      assert.equal(opened.sizeBytes, pdf.length);
      assert.deepEqual(await buffer(opened.stream), pdf);
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
        await assert.rejects(store.open(id, null), FileNotFoundError, id);
      }
    });

    it('removes a file, twice if need be', async () => {
      const { id } = await store.save(Readable.from([pdf]), LIMITS);
      await store.remove(id);
      await store.remove(id);
      await assert.rejects(store.open(id, null), FileNotFoundError);
    });

    describe('of a customer', () => {
      const owner = randomUUID();
      const saved = (content: Buffer, limits = {}) =>
        store.save(Readable.from([content]), { ...LIMITS, owner, ...limits });

      it('lies there sealed, at every length, while it is received too', async () => {
        const marker = Buffer.from('the balance of the company');
        for (const bytes of [60, 65_535, 65_536, 65_537, 131_072, 300_001]) {
          const paper = pdfOf(marker, bytes + 9);
          const received = new Readable({ read() {} });
          const saving = store.save(received, { ...LIMITS, owner });
          received.push(paper.subarray(0, 60));
          for (const name of await readdir(path.join(folder, 'incoming'))) {
            assert.ok(!(await readFile(path.join(folder, 'incoming', name))).includes(marker), 'while it is received');
          }
          received.push(paper.subarray(60));
          received.push(null);
          const stored = await saving;
          assert.equal(stored.sizeBytes, paper.length);
          const there = await lying(stored.id);
          // Words that sealed bytes cannot contain by chance: three letters would occur in one run of thirty.
          assert.ok(!there.includes(marker) && !there.includes('%PDF-1.7'));
          const opened = await store.open(stored.id, owner);
          assert.equal(opened.sizeBytes, paper.length);
          assert.deepEqual(await buffer(opened.stream), paper);
        }
      });

      it('does not open once it was altered, cut off, put in another one’s place, or for another customer', async () => {
        const one = await saved(pdf);
        const two = await saved(Buffer.concat([pdf, pdf.subarray(0, 10)]));
        const sealed = await lying(one.id);
        const opens = async (id: string, who = owner) => buffer((await store.open(id, who)).stream);
        const forged: Record<string, Buffer> = {
          altered: Buffer.from(sealed.map((byte, index) => (index === 100_000 ? byte ^ 1 : byte))),
          'without its last piece': sealed.subarray(0, 20 + 3 * 65_552),
          'cut off within a piece': sealed.subarray(0, -1),
          'with two pieces exchanged': Buffer.concat([
            sealed.subarray(0, 20),
            sealed.subarray(20 + 65_552, 20 + 2 * 65_552),
            sealed.subarray(20, 20 + 65_552),
            sealed.subarray(20 + 2 * 65_552),
          ]),
          'longer than it was': Buffer.concat([sealed, randomBytes(40)]),
          'of another file': await lying(two.id),
        };
        for (const [how, content] of Object.entries(forged)) {
          await objects.put(placeOf(one.id), content);
          await assert.rejects(opens(one.id), /altered, or belongs elsewhere/, how);
        }
        await objects.put(placeOf(one.id), sealed);
        assert.deepEqual(await opens(one.id), pdf);
        const stranger = randomUUID();
        await keys.forSealing(stranger);
        await assert.rejects(opens(one.id, stranger), /belongs elsewhere/);
        await assert.rejects(store.open(one.id, null), FileNotFoundError);
      });

      it('is gone with the customer’s key', async () => {
        const gone = randomUUID();
        const { id } = await saved(pdf, { owner: gone });
        await keys.erase(gone);
        await assert.rejects(store.open(id, gone), FileNotFoundError);
      });

      it('of before files were sealed, is read as it is and sealed when asked', async () => {
        const { id } = await store.save(Readable.from([pdf]), LIMITS);
        assert.deepEqual(await buffer((await store.open(id, owner)).stream), pdf);
        for (const _ of ['in the clear', 'sealed already']) assert.equal(await store.sealOld(id, owner), pdf.length);
        assert.ok(!(await lying(id)).includes('%PDF-1.7'));
        assert.deepEqual(await buffer((await store.open(id, owner)).stream), pdf);
        assert.equal(await store.sealOld(randomUUID(), owner), undefined);
      });

      it('that are recorded are opened only sealed: one in the clear, or with other first bytes, is not the file', async () => {
        const recorded = await createFileStore({ dir, keys, isRecorded: async () => true });
        const { id } = await saved(pdf);
        const sealed = await lying(id);
        for (const other of [pdf, Buffer.from(sealed.map((byte, index) => (index === 1 ? byte ^ 1 : byte)))]) {
          await objects.put(placeOf(id), other);
          await assert.rejects(recorded.open(id, owner), FileAlteredError);
        }
        await objects.put(placeOf(id), sealed);
        assert.deepEqual(await buffer((await recorded.open(id, owner)).stream), pdf);
      });

      it('that a scanner takes for harmful is refused, and kept where only its key opens it', async () => {
        const daemon = await startTestScanner();
        const scanned = await createFileStore({ dir, keys, scanner: createClamdScanner(daemon.url) });
        const id = randomUUID();
        const infected = (error: unknown) =>
          error instanceof FileRefusedError && error.reason === 'infected' && error.message === 'Eicar-Test-Signature';
        await assert.rejects(scanned.save(Readable.from([EICAR]), { ...LIMITS, owner, id }), infected);
        assert.ok(!(await lying(id)).includes('EICAR'));
        const open = randomUUID();
        await assert.rejects(scanned.save(Readable.from([EICAR]), { ...LIMITS, id: open }), infected);
        await assert.rejects(store.open(open, null), FileNotFoundError);
        await scanned.save(Readable.from([pdf]), { ...LIMITS, owner });
        await daemon.stop();
        await assert.rejects(scanned.save(Readable.from([pdf]), { ...LIMITS, owner }), ScannerAwayError);
        assert.deepEqual(await leftovers(), []);
      });
    });
  });
}

describe('the bucket of files', () => {
  const keys = createMemoryKeys();
  const pdf = pdfOf(randomBytes(2_000));

  it('that is away takes and gives no file in words, loses none, and does not keep a store from starting', async () => {
    const store = await createFileStore({ dir: bucket.addressOf('away'), keys });
    const owner = randomUUID();
    const { id } = await store.save(Readable.from([pdf]), { ...LIMITS, owner });
    const started = await bucket.whileAway(async () => {
      const isAway = (error: unknown) => error instanceof FilesAwayError && /cannot be reached/.test(error.message);
      await assert.rejects(store.save(Readable.from([pdf]), { ...LIMITS, owner }), isAway);
      await assert.rejects(store.open(id, owner), isAway);
      await assert.rejects(store.remove(id), isAway);
      return createFileStore({ dir: bucket.addressOf('away'), keys });
    });
    assert.deepEqual(await buffer((await started.open(id, owner)).stream), pdf);
    assert.equal([...bucket.objects.keys()].filter((key) => key.startsWith('away/')).length, 1);
  });

  it('ends the start in words where key or address are wrong', async () => {
    for (const [dir, why] of [
      [
        bucket.addressOf('away', { secret: 'another' }),
        /^FILES_DIR: s3:\/\/vault\/away refused GET with 403 \(SignatureDoes/,
      ],
      ['s3://vault/shop', /^FILES_DIR: The address of the bucket has no key/],
      [path.join(import.meta.filename, 'files'), /^FILES_DIR: \S+ cannot be used \(ENOTDIR\)/],
    ] as const)
      await assert.rejects(
        createFileStore({ dir, keys }),
        (error: Error) => error instanceof ConfigError && why.test(error.message),
      );
  });
});

describe('the folder of files', () => {
  const keys = createMemoryKeys();
  const pdf = pdfOf(randomBytes(2_000));
  const dir = folder;
  const leftovers = () => readdir(path.join(dir, 'incoming'));

  it('keeps it for its own user alone, in folders of before too', async () => {
    await chmod(dir, 0o755);
    const { id } = await (await createFileStore({ dir, keys })).save(Readable.from([pdf]), LIMITS);
    const modeOf = async (...parts: string[]) => (await stat(path.join(dir, ...parts))).mode & 0o777;
    assert.equal(await modeOf(id.slice(0, 2), id), 0o600);
    for (const folder of ['.', 'incoming', id.slice(0, 2)]) assert.equal(await modeOf(folder), 0o700, folder);
  });

  describe('of a picture', () => {
    const opening = createFileStore({ dir, keys });
    const saved = async (content: Buffer) => {
      const { id, contentType } = await (await opening).save(Readable.from([content]), LIMITS);
      return { contentType, content: await buffer((await (await opening).open(id, null)).stream) };
    };
    const red = { create: { width: 40, height: 20, channels: 3, background: '#c03030' } } as const;

    it('keeps what is seen, turned as the camera says, and nothing else', async () => {
      const where = { IFD0: { Artist: 'Anna Marker' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } };
      for (const format of ['jpeg', 'png', 'webp'] as const) {
        const photo = await sharp(red).withExif(where).withMetadata({ orientation: 6 }).toFormat(format).toBuffer();
        const withExif = await sharp(photo)
          .withExif(where)
          .withMetadata({ orientation: 6 })
          .toFormat(format)
          .toBuffer();
        const sent = Buffer.concat([withExif, Buffer.from('<script>alert(1)</script>')]);
        const { content, contentType } = await saved(sent);
        assert.equal(contentType, `image/${format}`);
        const seen = await sharp(content).metadata();
        assert.deepEqual(
          [seen.width, seen.height, seen.exif, seen.orientation],
          [20, 40, undefined, undefined],
          format,
        );
        assert.ok(!content.includes('script') && !content.includes('Marker'));
      }
    });

    it('keeps a moving one moving', async () => {
      const frames = await sharp(
        [
          await sharp(red).png().toBuffer(),
          await sharp({ create: { ...red.create, background: '#3030c0' } })
            .png()
            .toBuffer(),
        ],
        { join: { animated: true } },
      )
        .gif()
        .toBuffer();
      const { content } = await saved(frames);
      assert.equal((await sharp(content, { animated: true }).metadata()).pages, 2);
    });

    it('refuses one that unpacks to gigabytes, or that is damaged', async () => {
      const bomb = await sharp({ create: { width: 10_000, height: 6_000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer();
      await assert.rejects(saved(bomb), refused('too-many-pixels'));
      const jpeg = await sharp(red).jpeg().toBuffer();
      await assert.rejects(saved(jpeg.subarray(0, jpeg.length - 200)), refused('damaged'));
      assert.deepEqual(await leftovers(), []);
    });
  });

  it('clears what a killed process left, but not what is being written', async () => {
    const old = new Date(Date.now() - 48 * 3_600_000);
    await writeFile(path.join(dir, 'incoming/old'), 'x');
    await writeFile(path.join(dir, 'incoming/new'), 'x');
    await utimes(path.join(dir, 'incoming/old'), old, old);
    await createFileStore({ dir, keys });
    assert.deepEqual(await leftovers(), ['new']);
  });
});
