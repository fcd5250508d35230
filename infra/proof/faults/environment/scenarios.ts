import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeThrowawayDir } from '#infra/proof/testing/throwaway-dir.ts';
import { startFaultStack } from '../stack.ts';
import { clockJump } from './clock-jump.ts';
import { diskFull } from './disk-full.ts';
import { eventStoreAway, eventStoreFrozen } from './event-store-away.ts';
import { postgresAway, postgresSlow } from './postgres.ts';
import type { ScenarioName } from './scenario-names.ts';
import { play } from './scene.ts';
import { startSlowProxy } from './slow-proxy.ts';
import { mountSmallDisk } from './small-disk.ts';

type Run = { readonly ms: number; readonly say: (line: string) => void; readonly sayDetail: (line: string) => void };

/** Each starts a product of its own. */
export const SCENARIOS = {
  async 'event-store-away'({ ms, say, sayDetail }: Run) {
    const stack = await startFaultStack(sayDetail);
    try {
      say(`the event store is away for ${ms / 1_000} s`);
      await play({ stack, ms, say }, eventStoreAway, ['event store']);
      say(`the event store is frozen for ${ms / 1_000} s`);
      await play({ stack, ms, say }, eventStoreFrozen);
    } finally {
      await stack.stop({ keepsData: false });
    }
  },
  async 'postgres-slow'({ ms, say, sayDetail }: Run) {
    let port = 0;
    const proxy = await startSlowProxy(() => port);
    const stack = await startFaultStack(sayDetail, {
      databaseUrlOfParts: async (straight) => {
        const url = new URL(straight);
        port = Number(url.port);
        url.port = String(proxy.port);
        return url.href;
      },
    });
    try {
      say(`Postgres is slow for ${ms / 1_000} s`);
      await play({ stack, ms, say }, postgresSlow(proxy));
      say(`Postgres is away for ${ms / 1_000} s`);
      await play({ stack, ms, say }, postgresAway);
    } finally {
      await stack.stop({ keepsData: false });
      await proxy.close();
    }
  },
  async 'disk-full'({ ms, say, sayDetail }: Run) {
    const disk = await mountSmallDisk();
    if (!disk) throw new Error('This user may not mount a small file system: run it as root.');
    try {
      const stack = await startFaultStack(sayDetail, { dataDir: disk.dir });
      try {
        say(`the disk is full for ${ms / 1_000} s`);
        await play({ stack, ms, say }, diskFull(disk));
      } finally {
        await stack.stop({ keepsData: false });
      }
    } finally {
      await disk.remove();
    }
  },
  async 'clock-jump'({ ms, say, sayDetail }: Run) {
    const dir = await makeThrowawayDir('clock');
    const clockFile = path.join(dir.path, 'offset-ms');
    await writeFile(clockFile, '0');
    const preload = pathToFileURL(path.join(import.meta.dirname, 'shifted-clock.ts')).href;
    try {
      const stack = await startFaultStack(sayDetail, {
        env: { NODE_OPTIONS: `--import=${preload}`, FAULTS_CLOCK_FILE: clockFile },
      });
      try {
        say('the clock jumps');
        await play({ stack, ms, say }, clockJump(clockFile));
      } finally {
        await stack.stop({ keepsData: false });
      }
    } finally {
      await dir.remove();
    }
  },
} as const satisfies Record<ScenarioName, (run: Run) => Promise<void>>;

/** One after the other; failures are printed, and counted. */
export async function runScenarios(names: readonly ScenarioName[], run: Run): Promise<number> {
  let failures = 0;
  for (const name of names) {
    try {
      await SCENARIOS[name](run);
      run.say(`✓ ${name}`);
    } catch (error) {
      failures += 1;
      run.say(`✗ ${name}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    }
  }
  return failures;
}
