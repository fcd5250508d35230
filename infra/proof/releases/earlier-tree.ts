import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { PROJECT_ROOT } from '#infra/local/paths.ts';
import { ReleaseProblem } from './cut-section.ts';

/** What the version before runs: itself as in its own fault runs, with its own load, until it is told. */
const PROGRAM = `
import { createViolations } from './infra/proof/faults/violations.ts';
import { startFaultStack } from './infra/proof/faults/stack.ts';
import { startLoad } from './infra/proof/faults/load.ts';
const [dataDir, seed] = process.argv.slice(2);
const fell = [];
let isReplaced = false;
const stack = await startFaultStack((line) => isReplaced || fell.push(line), { dataDir });
const violations = createViolations(() => undefined);
const load = await startLoad(stack, { seed: Number(seed), customers: 3, violations });
load.failing.catch((error) => violations.add(String(error)));
const end = async () => {
  await stack.stop({ keepsData: true });
  process.exit();
};
process.once('disconnect', end);
process.on('message', async (message) => {
  if (message === 'acknowledged') process.send({ acknowledged: load.journal.total });
  if (message === 'end') return end();
  // Its read models fall when others take their place.
  if (message === 'replaced next') {
    isReplaced = true;
    return process.send({ acknowledged: load.journal.total });
  }
  if (message === 'replaced') {
    for (const part of ['projections', 'processes']) for (const pid of await stack.processesOf(part)) process.kill(pid);
    return process.send({ acknowledged: load.journal.total });
  }
  if (message !== 'stop the load') return;
  await load.stop();
  // Its shelves, too: each of its orders that waits for codes gets them in the end.
  await load.stockUp(2_000);
  process.send({ violations: [...violations.all, ...fell], weather: [...load.weather.counts], acknowledged: load.journal.total });
});
process.send({ acknowledged: 0 });
`;

const Said = z.object({
  acknowledged: z.number(),
  violations: z.array(z.string()).default([]),
  weather: z.array(z.tuple([z.string(), z.number()])).default([]),
});
type Said = z.output<typeof Said>;

/** A version of the repository in a folder of its own, with the packages of this one. @throws ReleaseProblem */
export async function checkOut(ref: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const archive = spawnSync('git', ['archive', ref], { cwd: PROJECT_ROOT, maxBuffer: 512 * 1024 * 1024 });
  if (archive.status !== 0) {
    throw new ReleaseProblem(
      `git has no ${ref} here: ${archive.stderr}Fetch it (a shallow clone lacks earlier versions).`,
    );
  }
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  if (unpacked.status !== 0) throw new ReleaseProblem(`${ref} cannot be unpacked: ${unpacked.stderr}`);
  await symlink(path.join(PROJECT_ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await writeFile(path.join(folder, 'beside.ts'), PROGRAM);
}

/** Runs it on that data folder, under load. */
export async function startEarlier(folder: string, dataDir: string, seed: number) {
  const child = spawn(process.execPath, ['beside.ts', dataDir, String(seed)], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await answerOf(child);
  const ask = (what: string) => {
    child.send(what);
    return answerOf(child);
  };
  return {
    acknowledged: async () => (await ask('acknowledged')).acknowledged,
    /** From now on none of its parts has to stay up. */
    beginReplacing: () => ask('replaced next'),
    /** Its read models and processes end, and wait behind those that took their place when they are started again. */
    replaceFollowers: () => ask('replaced'),
    stopLoad: () => ask('stop the load'),
    async end() {
      if (child.exitCode !== null) return;
      child.send('end');
      await once(child, 'exit');
    },
  };
}

async function answerOf(child: ChildProcess): Promise<Said> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new ReleaseProblem(`The version before ended with ${code}.`);
  });
  const [message] = await Promise.race([once(child, 'message'), gone]);
  return Said.parse(message);
}

/** Whether its migrations refuse the database, and what they say. */
export function migrateEarlier(
  folder: string,
  databaseUrl: string,
): { readonly isRefused: boolean; readonly said: string } {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['programs/migrations.ts'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  return { isRefused: status === 1, said: `${stdout}${stderr}`.trim() };
}
