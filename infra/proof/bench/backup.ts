import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { silentLogger } from '#core/kernel/logger.ts';
import { migrate } from '#infra/adapters/postgres/migrate.ts';
import { type RestoreStep, runRestore } from '#infra/backup/bring-back/run-restore.ts';
import { runBackup } from '#infra/backup/make/run-backup.ts';
import { createSeal, createUnseal } from '#infra/backup/store/envelope.ts';
import { openDestination } from '#infra/backup/store/open-destination.ts';
import { runProjections } from '#projections/kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { makeThrowawayDir } from '../testing/throwaway-dir.ts';
import { createLongLog } from './long-log.ts';
import type { Row } from './measure.ts';
import { type BenchStack, startBenchStack } from './stack.ts';

const NEVER = new AbortController().signal;
const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1_000;
};

/** A log of so many events is backed up, grows a little, is backed up again, and comes back into empty stores. */
export async function* benchBackup(stack: BenchStack, { events }: { readonly events: number }): AsyncGenerator<Row> {
  await migrate(stack.databaseUrl);
  const log = await createLongLog(stack.store);
  await log.growTo(events);
  const bare = await seconds(async () => {
    for await (const _event of stack.store.readAll());
  });
  const baseline = `bare read of $all (${bare.toFixed(1)} s)`;
  const dir = await makeThrowawayDir('bench-backup');
  const identity = await generateX25519Identity();
  const folder = await openDestination(path.join(dir.path, 'backup'));
  const eventMacs = { current: { id: 1, key: stack.macKey }, retired: [], since: null };
  const seal = createSeal(await identityToRecipient(identity));
  const of = {
    client: stack.client,
    databaseUrl: stack.databaseUrl,
    filesDir: path.join(dir.path, 'files'),
    eventMacs,
  };
  const backUp = () => seconds(() => runBackup({ ...of, to: folder, seal, signal: NEVER }));
  try {
    const first = await backUp();
    yield {
      what: `first backup of ${log.size} events in ${first.toFixed(1)} s`,
      baseline,
      aim: 6,
      isCeiling: true,
      ratio: first / bare,
    };
    await log.growTo(log.size + 1);
    const next = await backUp();
    yield { what: `next set in ${next.toFixed(1)} s`, baseline, aim: 1, isCeiling: true, ratio: next / bare };
    const { total, steps } = await restore(folder, identity, eventMacs, dir.path);
    yield {
      what: `restore in ${total.toFixed(1)} s (${steps})`,
      baseline,
      aim: 60,
      isCeiling: true,
      ratio: total / bare,
    };
  } finally {
    await rm(path.join(dir.path, 'backup'), { recursive: true, force: true });
    await dir.remove();
  }
}

async function restore(
  from: Awaited<ReturnType<typeof openDestination>>,
  identity: string,
  eventMacs: Parameters<typeof runRestore>[0]['eventMacs'],
  dir: string,
) {
  const to = await startBenchStack();
  const began = new Map<RestoreStep, number>();
  try {
    const total = await seconds(() =>
      runRestore({
        from,
        unseal: createUnseal(identity),
        at: undefined,
        client: to.client,
        heads: [],
        signal: NEVER,
        eventMacs,
        databaseUrl: to.databaseUrl,
        filesDir: path.join(dir, 'restored'),
        dataKeys: { current: { id: 1, key: randomBytes(32) }, retired: [] },
        onStep: (step) => began.has(step) || began.set(step, performance.now()),
        async buildReadModels(store) {
          const done = new AbortController();
          await runProjections({
            databaseUrl: to.databaseUrl,
            store,
            projections,
            version: READ_MODEL_VERSION,
            logger: silentLogger,
            signal: done.signal,
            onStatus: ({ state }) => state === 'live' && done.abort(),
          });
        },
      }),
    );
    const ends = [...began.values()].slice(1).concat(performance.now());
    const steps = [...began]
      .map(([step, ms], at) => `${step} ${(((ends[at] ?? ms) - ms) / 1_000).toFixed(1)}`)
      .join(', ');
    return { total, steps };
  } finally {
    await to.stop();
  }
}
