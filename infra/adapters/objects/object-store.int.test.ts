import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { startTestBucket } from '#infra/proof/testing/bucket-server.ts';
import { type ObjectStore, readObject } from './object-store.ts';
import { openObjects } from './open-objects.ts';

class Failed extends Error {}
const failure = (message: string, options?: ErrorOptions) => new Failed(message, options);
const openAt = (address: string, incoming?: string) =>
  openObjects(address, { failure, variable: 'FILES_DIR', ...(incoming ? { incoming } : {}) });
const MEGABYTE = 1024 * 1024;

const bucket = await startTestBucket();
after(() => bucket.stop());
const folder = await mkdtemp(path.join(tmpdir(), 'objects-'));
after(() => rm(folder, { recursive: true }));

for (const [kind, store] of [
  ['a folder', await openAt(folder, 'incoming')],
  ['a bucket', await openAt(bucket.addressOf('shop%20one'))],
] as const) {
  describe(`objects in ${kind}`, () => {
    const namesIn = async (below: string) => (await store.list(below)).map(({ name }) => name);

    it('are written, replaced, read, listed with sizes and times, and removed', async () => {
      const names = ['log/0.age', 'log/1.age', 'log/2.json', 'log/sub/3', 'sets/2026-11-27T19-30-00.000Z.json'];
      const begun = Date.now();
      for (const name of names) await store.put(name, Buffer.from([0, 255, 7]));
      await store.put('log/1.age', Readable.from([Buffer.from('an'), Buffer.from('other')]));
      assert.deepEqual(await readObject(store, 'log/0.age'), Buffer.from([0, 255, 7]));
      assert.equal(await readObject(store, 'log/9.age'), undefined);
      assert.equal(await readObject(store, 'log'.repeat(20)), undefined);
      assert.deepEqual(await namesIn('log'), names.slice(0, 4));
      assert.deepEqual(await namesIn(''), names);
      assert.deepEqual(await namesIn('lo'), []);
      const [, written] = await store.list('log');
      assert.equal(written?.bytes, 7);
      // A bucket may round to the second.
      assert.ok(Math.abs((written?.modifiedMs ?? 0) - begun) < 60_000);
      for (const name of [...names, 'log/0.age']) await store.remove(name);
      assert.deepEqual(await namesIn(''), []);
    });

    it('of unknown length are there as a whole, or not at all', async () => {
      for (const bytes of [0, 1, 5 * MEGABYTE, 5 * MEGABYTE + 1, 12 * MEGABYTE]) {
        const content = randomBytes(bytes);
        const pieces = Array.from({ length: Math.ceil(bytes / 65_536) }, (_, at) =>
          content.subarray(at * 65_536, (at + 1) * 65_536),
        );
        await store.put('streamed', Readable.from(pieces));
        assert.ok((await readObject(store, 'streamed'))?.equals(content), `${bytes} bytes`);
      }
      for (const bytes of [MEGABYTE, 11 * MEGABYTE]) {
        const broken = new Readable({ read() {} });
        const putting = store.put('broken', broken);
        for (let sent = 0; sent < bytes; sent += MEGABYTE) broken.push(randomBytes(MEGABYTE));
        broken.destroy(new Error('the sender left'));
        await assert.rejects(putting, /the sender left/);
        assert.equal(await readObject(store, 'broken'), undefined);
      }
      assert.deepEqual(await namesIn(''), ['streamed']);
      const unfinished = [...bucket.uploads.keys(), ...(await readdir(path.join(folder, 'incoming')))];
      assert.deepEqual(unfinished, [], 'nothing of it is left');
      await store.remove('streamed');
    });

    it('are streamed: a reader who leaves early has not read all of it', async () => {
      await store.put('large', randomBytes(6 * MEGABYTE));
      const opened = await store.open('large');
      assert.equal(opened?.bytes, 6 * MEGABYTE);
      for await (const chunk of opened?.stream ?? []) {
        assert.ok(chunk.length < MEGABYTE);
        break;
      }
      assert.equal((await readObject(store, 'large'))?.length, 6 * MEGABYTE);
      await store.remove('large');
    });

    it('are in a place that says how it is', async () => {
      await store.prepare(new Date());
      assert.deepEqual({ ...(await store.state()), freeBytes: 0 }, { problem: null, isRefused: false, freeBytes: 0 });
    });
  });
}

describe('a bucket', () => {
  const keep = (name: string, content = 'kept') => bucket.objects.set(`shop%20one/${name}`, storedOf(content));
  const storedOf = (content: string) => ({ content: Buffer.from(content), etag: '"1"', at: new Date() });
  const open = (options?: Parameters<typeof bucket.addressOf>[1]) => openAt(bucket.addressOf('shop%20one', options));

  it('gets what it did not answer for again, and what it was too busy for', async () => {
    const store = await open();
    bucket.faults.busy = 2;
    await store.put('busy', Buffer.from('a'));
    for (const method of ['PUT', 'GET', 'DELETE'] as const) {
      bucket.faults.lost = (request) => request.startsWith(`${method} shop%20one/lost`);
      await store.put('lost', Buffer.from('once'));
      assert.equal((await readObject(store, 'lost'))?.toString(), 'once');
      await store.remove('lost');
      assert.equal(bucket.faults.lost, undefined, method);
    }
    // Also where the answer to the last request of many parts is lost: the upload is over then.
    for (const lost of ['partNumber=2', 'POST shop%20one/parts?uploadId=']) {
      bucket.faults.lost = (request) => request.includes(lost);
      const content = randomBytes(6 * MEGABYTE);
      await store.put('parts', Readable.from([content]));
      assert.equal(bucket.faults.lost, undefined, lost);
      assert.ok((await readObject(store, 'parts'))?.equals(content));
    }
    assert.deepEqual([...bucket.uploads], []);
    for (const name of ['busy', 'parts']) await store.remove(name);
  });

  it('whose answer is cut short has no shorter object', async () => {
    const store = await open();
    await store.put('cut', randomBytes(MEGABYTE));
    bucket.faults.cut = (request) => request.startsWith('GET');
    await assert.rejects(readObject(store, 'cut'), Failed);
    assert.equal((await readObject(store, 'cut'))?.length, MEGABYTE);
    await store.remove('cut');
  });

  it('that is away is said to be, and has kept what it had', async () => {
    const store = await open();
    keep('before');
    await bucket.whileAway(async () => {
      const isAway = (error: unknown) =>
        error instanceof Failed && /^http:\S+ cannot be reached \(.+\)/.test(error.message);
      for (const work of [
        () => store.put('a', Buffer.from('a')),
        () => store.open('before'),
        () => store.list(''),
        () => store.remove('before'),
      ])
        await assert.rejects(work(), isAway);
      const { problem, isRefused } = await store.state();
      assert.match(problem ?? '', /cannot be reached/);
      assert.equal(isRefused, false);
    });
    assert.equal((await readObject(store, 'before'))?.toString(), 'kept');
    await store.remove('before');
  });

  it('loses what a killed process began, but not what is being sent', async () => {
    const store = await open();
    const upload = (at: string) => ({ key: 'shop%20one/incoming/a', at: new Date(at), parts: new Map() });
    bucket.uploads
      .set('old+', upload('2026-11-01'))
      .set('older/', upload('2026-10-01'))
      .set('now', upload('2026-11-03'));
    await store.prepare(new Date('2026-11-02'));
    assert.deepEqual([...bucket.uploads.keys()], ['now']);
    bucket.uploads.clear();
  });

  it('holds one part of an upload in memory, and waits with the rest', async () => {
    const store = await open();
    let given = 0;
    const endless = Readable.from(
      (async function* () {
        for (; given < 20; given += 1) {
          if (given === 15) assert.ok(bucket.requests.some((request) => request.includes('partNumber=1')));
          yield randomBytes(MEGABYTE);
        }
      })(),
    );
    bucket.requests.length = 0;
    await store.put('long', endless);
    assert.equal(bucket.objects.get('shop%20one/long')?.content.length, 20 * MEGABYTE);
    await store.remove('long');
  });

  it('says in words what is wrong with address and keys', async () => {
    for (const [wrong, why] of [
      ['s3://vault', /has no key\. Write it into FILES_DIR: s3:\/\/key:secret@/],
      ['s3://store:12/hunter2@vault', /has no key/],
      ['s3://store:ab/hunter2@vault', /cannot be read\. In key and secret, write %2F for a slash/],
      ['s3://store:hunter2@vault?regoin=eu', /s3:\/\/vault has an option regoin/],
      ['s4://store:hunter2@vault', /is neither a folder nor s3/],
    ] as const) {
      const saysWhy = ({ message }: Error) => why.test(message) && !message.includes('hunter2');
      await assert.rejects(openAt(wrong), saysWhy, wrong);
    }
    for (const [options, why] of [
      [
        { secret: 'another' },
        /^s3:\/\/vault\/shop%20one refused GET with 403 \(SignatureDoesNotMatch\): the secret is not/,
      ],
      [{ key: 'another' }, /\(InvalidAccessKeyId\): it does not know the key/],
      [{ bucket: 'other' }, /\(NoSuchBucket\): there is no such bucket/],
    ] as const) {
      const store: ObjectStore = await open(options);
      await assert.rejects(store.list('log'), ({ message }: Error) => why.test(message));
      const state = await store.state();
      assert.match(state.problem ?? '', why);
      assert.equal(state.isRefused, true);
      await assert.rejects(store.put('a', Buffer.from('a')), Failed);
      await assert.rejects(store.open('a'), Failed);
    }
  });
});
