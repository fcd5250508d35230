import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { describeVisit, type Scene, timeIsUp } from './scene.ts';
import type { SmallDisk } from './small-disk.ts';
import { assertRefusal, HEAL_LIMIT_MS } from './visitor.ts';

const MAX_SWITCHES = 200;

/**
 * First there is no room for more rows and files: writes that need room are refused, and reads continue. Then there is
 * none for the write-ahead log either, so that Postgres itself stops: everything is refused until there is room.
 */
export const diskFull =
  (disk: SmallDisk) =>
  async ({ stack, visitor, ms, say }: Scene): Promise<void> => {
    const filesBefore = await filesIn(stack.dataDir);
    await disk.fill();
    try {
      const isUp = timeIsUp(ms);
      const visit = await visitor.visit(({ refused }) => refused > 2 && isUp());
      say(`  no room for rows: ${describeVisit(visit)}`);
      assert.equal(visit.readsRefused, 0);
      const proof = await visitor.uploadProof();
      assertRefusal(proof);
      say(`  no room for a file: ${proof.status} ${proof.message}`);
      assert.deepEqual(await filesIn(stack.dataDir), filesBefore, 'half a file was left behind');

      await endWriteAheadLog(stack.databaseUrl);
      const without = await visitor.visit(({ refused, readsRefused }) => refused > 0 && readsRefused > 0);
      say(`  no room for the write-ahead log: ${describeVisit(without)}`);
    } finally {
      await disk.makeRoom();
    }
    await eventually(async () => assert.equal((await visitor.uploadProof()).status, 200), HEAL_LIMIT_MS);
  };

/** Fills the prepared log files, until Postgres cannot continue. */
async function endWriteAheadLog(databaseUrl: string): Promise<void> {
  for (let switches = 0; switches < MAX_SWITCHES; switches += 1) {
    const client = new pg.Client({ connectionString: databaseUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query("select pg_logical_emit_message(false, 'full', 'disk'), pg_switch_wal()");
    } catch {
      return;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error('Postgres finds room for its log on a full disk.');
}

const filesIn = async (dataDir: string): Promise<string[]> =>
  (await readdir(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .toSorted();
