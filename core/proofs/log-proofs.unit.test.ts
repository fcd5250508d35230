import assert from 'node:assert/strict';
import { hash, sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import type { StoredEvent } from '#core/kernel/log/event-store.ts';
import { SEED } from '#core/kernel/testing/seed.ts';
import { toBase64 } from './check/bytes.ts';
import { openCheckpoint } from './check/checkpoint.ts';
import {
  consistencyProof,
  createGrowingTree,
  createPaths,
  inclusionPath,
  isConsistent,
  isIncluded,
  leafHash,
  type ReadHashes,
  rootFrom,
  rootOf,
} from './check/merkle.ts';
import {
  formatVerifierKey,
  parseNote,
  parseSignatureLines,
  parseVerifierKey,
  SIGNATURE,
  signatureLine,
  timeOfCosignature,
  verifyNote,
} from './check/note.ts';
import { formatTlogProof, parseTlogProof } from './check/tlog-proof.ts';
import { createSigner, signCheckpoint } from './sign.ts';
import { type ProvableLog, proveStatement } from './statement.ts';
import { entriesTile, parseEntriesTile, parseTilePath, tileIn, tilePath } from './tiles.ts';

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));

/**
 * From Certificate Transparency's own tests: leaves, and the root of the tree of the first one, two, three … of them.
 */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  hex,
);
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const entry = (index: number) => Buffer.from(`entry ${index}`);
/** Tiles of the first `size` entries, computed in the plainest way. */
function tilesOf(size: number): ReadHashes {
  const levels: Uint8Array[][] = [Array.from({ length: size }, (_, index) => leafHash(entry(index)))];
  for (let below = levels[0] ?? []; below.length >= 256; below = levels.at(-1) ?? []) {
    const whole = Math.floor(below.length / 256);
    levels.push(Array.from({ length: whole }, (_, index) => rootOf(below.slice(index * 256, index * 256 + 256))));
  }
  return async (level, start, count) => {
    const hashes = levels[level]?.slice(start, start + count) ?? [];
    assert.equal(hashes.length, count);
    assert.equal(Math.floor(start / 256), Math.floor((start + count - 1) / 256), 'within one tile');
    return hashes;
  };
}

describe('the tree of a log', () => {
  it('has the roots that Certificate Transparency has', async () => {
    const tree = createGrowingTree();
    assert.equal(bytesToHex(tree.root()), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (const [index, leaf] of LEAVES.entries()) {
      tree.add(leafHash(leaf));
      assert.equal(bytesToHex(tree.root()), ROOTS[index]);
    }
  });

  it('has the proofs of the example in RFC 6962, section 2.1.3', async () => {
    const node = (left: Uint8Array, right: Uint8Array) => hash('sha256', Buffer.concat([Buffer.of(1), left, right]));
    const leaves = LEAVES.slice(0, 7).map((leaf) => hash('sha256', Buffer.concat([Buffer.of(0), leaf])));
    const [a, b, c, d, e, f, j] = leaves.map((text) => hex(text)) as [
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
      Buffer,
    ];
    const [g, h, i] = [hex(node(a, b)), hex(node(c, d)), hex(node(e, f))];
    const [k, l] = [hex(node(g, h)), hex(node(i, j))];
    const read: ReadHashes = async (_, start, count) => [a, b, c, d, e, f, j].slice(start, start + count);
    const head = (size: number) => ({ size, root: hex(ROOTS[size - 1] ?? '') });
    for (const [index, leaf, path] of [
      [0, a, [b, h, l]],
      [3, d, [c, g, l]],
      [4, e, [f, j, k]],
      [6, j, [i, k]],
    ] as const) {
      assert.deepEqual((await inclusionPath(read, index, 7)).map(bytesToHex), path.map(bytesToHex));
      assert.ok(isIncluded(leaf, index, path, head(7)));
    }
    for (const [older, proof] of [
      [3, [c, d, g, l]],
      [4, [l]],
      [6, [i, j, k]],
    ] as const) {
      assert.deepEqual((await consistencyProof(read, older, 7)).map(bytesToHex), proof.map(bytesToHex));
      assert.ok(isConsistent(head(older), head(7), proof));
    }
    assert.ok(isConsistent(head(7), head(7), []));
    assert.ok(!isConsistent(head(7), { ...head(7), root: head(6).root }, []));
  });

  it('proves many leaves by subtrees that are made once', async () => {
    const size = 1_100;
    const read = tilesOf(size);
    let ofLargeOnes = 0;
    const pathOf = createPaths(async (level, start, count) => {
      if (level > 0) ofLargeOnes += 1;
      return read(level, start, count);
    }, size);
    const indexes = Array.from({ length: 100 }, (_, at) => at * 11);
    const paths = await Promise.all(indexes.map(pathOf));
    assert.deepEqual(paths, await Promise.all(indexes.map((index) => inclusionPath(read, index, size))));
    // The first 1,024 and both halves of them have hashes of level 1 beside their leaves: four tiles, and two pairs of them.
    assert.ok(ofLargeOnes <= 8, `${ofLargeOnes} reads`);
  });

  it('proves each leaf and each older head, at every size, and nothing else', async () => {
    const MAX = 1_100;
    const read = tilesOf(MAX);
    const headOf = async (size: number) => ({ size, root: Uint8Array.from(await rootFrom(read, size)) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: MAX }), fc.nat(), fc.nat(), async (size, first, second) => {
        const [index, older] = [first % size, 1 + (second % size)];
        const head = await headOf(size);
        const path = await inclusionPath(read, index, size);
        assert.ok(isIncluded(leafHash(entry(index)), index, path, head));
        assert.ok(!isIncluded(leafHash(entry(index + 1)), index, path, head));
        assert.ok(!isIncluded(leafHash(entry(index)), index + 1, path, head));
        assert.ok(!isIncluded(leafHash(entry(index)), index, [...path, hex(ROOTS[0] ?? '')], head));
        const proof = await consistencyProof(read, older, size);
        const before = await headOf(older);
        assert.ok(isConsistent(before, head, proof));
        const other = { ...before, root: hex(ROOTS[3] ?? '') };
        assert.ok(!isConsistent(other, head, proof));
        if (older < size) assert.ok(!isConsistent(before, { ...head, root: other.root }, proof));
        assert.ok(!isConsistent(head, { ...before, size: older - 1 }, proof));
      }),
      { numRuns: 150, seed: SEED },
    );
    const whole = createGrowingTree();
    for (let index = 0; index < MAX; index += 1) whole.add(leafHash(entry(index)));
    assert.deepEqual((await headOf(MAX)).root, whole.root());
  });
});

describe('a signed note', () => {
  // The example of https://c2sp.org/signed-note.
  const KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
  const NOTE =
    'This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n';

  it('is verified as its public text says', async () => {
    const key = parseVerifierKey(KEY);
    assert.equal(formatVerifierKey(key), KEY);
    await verifyNote(parseNote(NOTE), key);
    await assert.rejects(verifyNote(parseNote(NOTE.replace('an example', 'no example')), key), /is wrong/);
    assert.throws(() => parseVerifierKey(KEY.replace('foo', 'fob')), /mistyped/);
    await assert.rejects(verifyNote(parseNote(NOTE), parseVerifierKey(otherKey())), /not signed by/);
    for (const wrong of ['', NOTE.trimEnd(), NOTE.replace('example m', 'example\tm'), `${NOTE}more`]) {
      assert.throws(() => parseNote(wrong));
    }
  });

  it('of a log says its size and root, and witnesses say when they saw it', async () => {
    const log = createSigner('shop.example/tlog', Buffer.alloc(32, 1));
    const head = { origin: 'shop.example/tlog', size: 8, root: hex(ROOTS[7] ?? '') };
    const checkpoint = signCheckpoint(head, log);
    assert.deepEqual(await openCheckpoint(checkpoint, log.key), head);
    await assert.rejects(openCheckpoint(checkpoint.replace('\n8\n', '\n9\n'), log.key), /is wrong/);
    await assert.rejects(openCheckpoint(checkpoint.replace('\n8\n', '\n08\n'), log.key), /whole number/);
    await assert.rejects(openCheckpoint(checkpoint.replaceAll('shop', 'other'), log.key), /of the log other/);

    const witness = createSigner('witness.example/w1', Buffer.alloc(32, 2), SIGNATURE.cosignature);
    const text = `shop.example/tlog\n8\n${toBase64(head.root)}\n`;
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime 1679315147\n${text}`), witness.privateKey);
    const timed = Buffer.concat([Buffer.from([0, 0, 0, 0, 0x64, 0x18, 0x50, 0xcb]), signature]);
    const line = signatureLine({ ...witness.key, signature: timed });
    const [parsed] = parseSignatureLines(line);
    assert.equal(timeOfCosignature(parsed?.signature ?? hex('')), 1_679_315_147);
    const cosigned = `${checkpoint}${line}`;
    await verifyNote(parseNote(cosigned), witness.key);
    assert.deepEqual(await openCheckpoint(cosigned, log.key), head);
    await assert.rejects(verifyNote(parseNote(cosigned.replace('\n8\n', '\n7\n')), witness.key), /is wrong/);
  });
});

const otherKey = () => formatVerifierKey(createSigner('example.com/foo', Buffer.alloc(32, 9)).key);

describe('a proof that goes along with a record', () => {
  it('is read as it was written, and proves its entry alone', async () => {
    const log = createSigner('shop.example/tlog', Buffer.alloc(32, 1));
    const read = tilesOf(300);
    const root = Uint8Array.from(await rootFrom(read, 300));
    const checkpoint = signCheckpoint({ origin: 'shop.example/tlog', size: 300, root }, log);
    const path = await inclusionPath(read, 42, 300);
    const proof = { extra: '{"was":"für Ünal"}', index: 42, path, checkpoint };
    const text = formatTlogProof(proof);
    assert.match(text, /^c2sp\.org\/tlog-proof@v1\nextra [\w+/=]+\nindex 42\n/);
    const parsed = parseTlogProof(text);
    assert.equal(parsed.extra, proof.extra);
    const head = await openCheckpoint(parsed.checkpoint, log.key);
    assert.equal(head.size, 300);
    const proves = (number: number, index: number) => isIncluded(leafHash(entry(number)), index, parsed.path, head);
    assert.deepEqual([proves(42, 42), proves(43, 42), proves(42, 43)], [true, false, false]);
    assert.throws(() => parseTlogProof(text.replace('index 42', 'index 042')), /whole number/);
    assert.throws(() => parseTlogProof(text.replace('@v1', '@v2')), /first line/);
  });
});

describe('a statement', () => {
  it('is refused in words before a file is made that no check would take', async () => {
    const event = (revision: number): StoredEvent => ({
      id: `${revision}`,
      type: 'WalletCredited',
      streamId: 'wallet-1',
      revision: BigInt(revision),
      position: 0n,
      created: new Date(0),
      data: {},
      json: '{}',
      metadata: { hash: '00', time: '2026-03-01T00:00:00.000Z' },
    });
    async function* events(count: number) {
      for (let revision = 0; revision < count; revision += 1) yield event(revision);
    }
    const log: ProvableLog = {
      size: 0,
      note: '',
      key: '',
      readHashes: async () => [],
      findPlaces: async () => new Map(),
      readEndHashes: async () => [],
      findEnd: async () => undefined,
    };
    const march = { from: null, to: '2026-03-31T23:59:59.999Z' };
    await assert.rejects(
      proveStatement(events(20_001), march, log),
      /every event of the wallet from its first to the end of the statement \(2026-03-31\), and may have 20,000 of them/,
    );
    assert.equal(await proveStatement(events(20_000), march, log), undefined, 'nothing of it is signed');
  });
});

describe('tiles', () => {
  it('have the addresses of their public text', () => {
    assert.equal(tilePath({ level: 0, index: 1_234_067, width: 256 }), 'tile/0/x001/x234/067');
    assert.equal(tilePath({ level: 'entries', index: 5, width: 12 }), 'tile/entries/005.p/12');
    for (const path of ['tile/0/x001/x234/067', 'tile/1/000.p/17', 'tile/entries/x001/000.p/255']) {
      const tile = parseTilePath(path);
      assert.equal(tile && tilePath(tile), path);
    }
    for (const path of [
      'tile/0/67',
      'tile/0/x000/067',
      'tile/0/000.p/256',
      'tile/0/000.p/0',
      'tile/00/000',
      'tile/x/000',
    ])
      assert.equal(parseTilePath(path), undefined, path);
  });

  it('are as many as its example says', () => {
    const widths = [
      [0, 272],
      [0, 273],
      [1, 0],
      [1, 1],
      [2, 0],
    ].map(([level = 0, index = 0]) => tileIn(level, index, 70_000)?.width);
    assert.deepEqual(widths, [256, 112, 256, 17, 1]);
    assert.equal(tileIn(0, 274, 70_000), undefined);
    assert.deepEqual([tileIn(0, 1, 256), tileIn(1, 0, 256)?.width], [undefined, 1]);
  });

  it('of entries are read as they were written', () => {
    const entries = [entry(1), Buffer.alloc(0), entry(300)];
    assert.deepEqual(parseEntriesTile(entriesTile(entries)), entries);
    assert.throws(() => parseEntriesTile(entriesTile(entries).subarray(0, -1)), /cut off/);
  });
});
