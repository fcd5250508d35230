import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { updateDatabase } from '#infra/local/database.ts';
import { partEnvironment } from '#infra/local/environment.ts';
import { waitUntilHealthy } from '#infra/local/health.ts';
import { startPart } from '#infra/local/part.ts';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { freePort } from '#infra/local/ports.ts';
import { readRuntime } from '#infra/local/runtime.ts';
import { loadLocalSecrets } from '#infra/local/secrets.ts';
import { checkEverything } from '../faults/checks.ts';
import { startLoad } from '../faults/load.ts';
import { connect, type FaultStack } from '../faults/stack.ts';
import { createViolations } from '../faults/violations.ts';
import { makeThrowawayDir } from '../testing/throwaway-dir.ts';
import { ReleaseProblem } from './cut-section.ts';
import { checkOut, migrateEarlier, startEarlier } from './earlier-tree.ts';

export type BesideOptions = {
  /** The release before: a tag or a commit. */
  readonly ref: string;
  readonly seconds: number;
  readonly say: (line: string) => void;
};

const SEED = 1;
const CUSTOMERS = 3;

/**
 * A rolling restart: a version runs under load, this one migrates its stores and runs beside it under a load of its own, the
 * version before ends, and everything has to be as it was answered.
 * @returns what was wrong
 */
export async function runBeside({ ref, seconds, say }: BesideOptions): Promise<readonly string[]> {
  const dir = await makeThrowawayDir('beside');
  const dataDir = path.join(dir.path, 'data');
  const folder = path.join(dir.path, 'earlier');
  const stops: (() => Promise<unknown>)[] = [() => dir.remove()];
  try {
    await checkOut(ref, folder);
    const earlier = await startEarlier(folder, dataDir, SEED);
    stops.push(() => earlier.end());
    say(`✓ ${ref} runs under load`);
    await delay((seconds * 1_000) / 3);

    const runtime = (await readRuntime(dataDir)) ?? fail('The version before runs, but does not say where.');
    const applied = await updateDatabase(runtime.databaseUrl, await loadLocalSecrets(dataDir));
    say(`✓ migrated under load: ${applied.join(', ') || 'nothing to do'}`);
    await earlier.beginReplacing();
    const stack = await startBeside(dataDir, runtime, stops, earlier.replaceFollowers);
    say('✓ this version is ready beside it');

    const violations = createViolations(say);
    const load = await startLoad(stack, { seed: SEED + 1, customers: CUSTOMERS, violations });
    const before = await earlier.acknowledged();
    await Promise.race([delay(seconds * 1_000), load.failing]);
    const ofEarlier = await earlier.stopLoad();
    await load.stop();
    const counts = [
      ['before', ofEarlier.acknowledged - before],
      ['of now', load.journal.total],
    ] as const;
    for (const [name, count] of counts) {
      say(`· the version ${name} acknowledged ${count} writes in ${seconds} s beside the other`);
      if (count === 0) violations.add(`The version ${name} acknowledged nothing beside the other.`);
    }
    for (const what of ofEarlier.violations) violations.add(`The version before: ${what}`);
    for (const [what, count] of [...ofEarlier.weather, ...load.weather.counts]) {
      if (/^5|^no answer/.test(what)) violations.add(`${count} requests failed: ${what}`);
    }
    await load.stockUp(LAST_CODES);
    await checkEverything({ stack, journal: load.journal, violations, people: load.people, say });
    const { isRefused, said } = migrateEarlier(folder, runtime.databaseUrl);
    if (applied.length > 0 && !isRefused) violations.add(`The version before took the newer data: ${said}`);
    else if (applied.length > 0) say(`✓ a start of the version before is refused: ${said}`);
    return violations.all;
  } finally {
    for (const stop of stops.reverse()) await stop().catch((error: unknown) => say(String(error)));
  }
}

/** More than all waiting orders could need. */
const LAST_CODES = 2_000;

function fail(why: string): never {
  throw new ReleaseProblem(why);
}

const run = promisify(execFile);
const rebuild = (env: NodeJS.ProcessEnv) =>
  run(process.execPath, ['programs/rebuild.ts', '--accept'], { cwd: PROJECT_ROOT, env });

/** Read models, processes and a BFF of this version on the stores of the running one, in the order of docs/runbooks/upgrade.md. */
async function startBeside(
  dataDir: string,
  runtime: NonNullable<Awaited<ReturnType<typeof readRuntime>>>,
  stops: (() => Promise<unknown>)[],
  replaceFollowers: () => Promise<unknown>,
): Promise<FaultStack> {
  const secrets = await loadLocalSecrets(dataDir);
  const port = await freePort();
  const { signal } = new AbortController();
  const common = { logDir: path.join(dataDir, 'logs'), say: () => undefined, onProcess: () => undefined, signal };
  const env = { ...process.env, RATE_LIMIT: 'off', LOG_LEVEL: 'warn' };
  const addresses = { ...runtime, port };
  for (const name of ['projections', 'processes', 'web'] as const) {
    const own = partEnvironment(name, { dataDir, secrets, addresses, env });
    const part = await startPart({ ...common, name: `${name}-of-now`, entry: `programs/${name}.ts`, env: own });
    stops.push(() => part.stop());
    // Its projections wait for those of before, whose place they take when the read models are the new ones.
    if (name === 'projections') await rebuild(own);
    if (name === 'processes') await replaceFollowers();
  }
  const url = `http://localhost:${port}`;
  await waitUntilHealthy(`${url}/api/health/ready`, { signal, tell: () => undefined });
  // New settings are for when no part of the version before is left: it could not read them.
  const outside = await connect(dataDir, runtime, { hasSettings: true });
  stops.push(() => outside.close());
  return {
    ...outside,
    url,
    dataDir,
    databaseUrl: runtime.databaseUrl,
    parts: [],
    processesOf: async () => [],
    stop: async () => dataDir,
  };
}
