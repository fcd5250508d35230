import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { z } from 'zod';
import { withEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { runBackup } from '#infra/backup/make/run-backup.ts';
import type { Destination } from '#infra/backup/store/destination.ts';
import { listSets, readSet } from '#infra/backup/store/manifest.ts';
import { runNotary } from '#infra/wiring/run-notary.ts';
import { startTestStack } from '../testing/stack.ts';
import { makeThrowawayDir } from '../testing/throwaway-dir.ts';
import { compareVersions } from './cut-section.ts';
import { Figures, figuresOf } from './figures.ts';
import { FIXTURE_KEYS, sealFixture } from './keys.ts';
import { playStore } from './play-store.ts';

const FIXTURES_DIR = path.join(import.meta.dirname, 'fixtures');
const MAX_FIXTURE_BYTES = 1_000_000;

const Expected = z.object({ head: z.object({ note: z.string(), key: z.string() }), figures: Figures });
export type Fixture = z.output<typeof Expected> & { readonly version: string; readonly backup: Destination };

/** The versions that have a fixture, oldest first. */
export const listFixtures = async (): Promise<string[]> => (await readdir(FIXTURES_DIR)).sort(compareVersions);

export async function readFixture(version: string): Promise<Fixture> {
  const dir = path.join(FIXTURES_DIR, version);
  const expected = Expected.parse(JSON.parse(await readFile(path.join(dir, 'expected.json'), 'utf8')));
  return { ...expected, version, backup: openZip(await readFile(path.join(dir, 'backup.zip'))) };
}

/** The migrations that a version knew. */
export async function migrationsOf(version: string): Promise<readonly string[]> {
  const { backup } = await readFixture(version);
  const [set = ''] = await listSets(backup);
  return (await readSet(backup, set, FIXTURE_KEYS.eventMacs)).migrations;
}

/** A backup in memory. */
function openZip(bytes?: Buffer): Destination & { zip(): Uint8Array } {
  const objects = new Map(
    bytes ? Object.entries(unzipSync(bytes)).map(([name, each]) => [name, Buffer.from(each)]) : [],
  );
  return {
    name: 'the fixture',
    put: async (name, content) => void objects.set(name, Buffer.from(content)),
    get: async (name) => objects.get(name),
    list: async (below) => [...objects.keys()].filter((name) => name.startsWith(`${below}/`)).sort(),
    remove: async (name) => void objects.delete(name),
    // What lies in a backup is compressed.
    zip: () => zipSync(Object.fromEntries([...objects].sort()), { level: 0, mtime: '1980-01-01T00:00:00' }),
  };
}

/** Plays a small store on the code that is here, and writes its backup and its figures. @returns the size in bytes */
export async function makeFixture(version: string): Promise<number> {
  const files = await makeThrowawayDir('fixture');
  const stack = await startTestStack();
  const place = { ...stack, filesDir: files.path };
  const { eventMacs, notaryKey } = FIXTURE_KEYS;
  try {
    await playStore(place);
    const logHeadsTo = { folder: undefined, mails: [], witnesses: [] };
    const notary = { publicUrl: 'http://localhost:3000', notaryKeys: [notaryKey] as const, logHeadsTo };
    const { note, key } = (await runNotary({ ...place, eventMacs, ...notary })) ?? {};
    const to = openZip();
    const { signal } = new AbortController();
    await withEventStoreClient(place.eventstoreUrl, (client) =>
      runBackup({ ...place, client, eventMacs, to, seal: sealFixture, signal }),
    );
    const zip = to.zip();
    if (zip.length > MAX_FIXTURE_BYTES) throw new Error(`The fixture has ${zip.length} bytes: play less.`);
    const expected = Expected.parse({ head: { note, key }, figures: await figuresOf(place) });
    const dir = path.join(FIXTURES_DIR, version);
    await mkdir(dir, { recursive: true });
    await writeFile(path.join(dir, 'backup.zip'), zip);
    await writeFile(path.join(dir, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
    return zip.length;
  } finally {
    await stack.stop();
    await files.remove();
  }
}
