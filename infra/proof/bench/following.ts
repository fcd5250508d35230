import { STREAM_PREFIXES } from '#core/aggregates/events.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { nameOnServer } from '#infra/adapters/eventstore/namespace.ts';
import { runProjections } from '#projections/kernel/engine.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { rebuildAndCompare } from '#projections/rebuild/rebuild.ts';
import { beginningOf, readBare } from './bare-read.ts';
import { createLongLog } from './long-log.ts';
import { drive, type Measured, type Row, throughputRow } from './measure.ts';
import type { BenchStack } from './stack.ts';

/** Read models catching up, and their rebuild, against the bare client following or reading the same log. */
export async function* benchFollowing(
  stack: BenchStack,
  options: { events: number; rounds: number },
): AsyncGenerator<Row> {
  await (await createLongLog(stack.store)).growTo(options.events);
  let total = 0;
  for await (const _event of stack.store.readAll({ prefixes: STREAM_PREFIXES })) total += 1;
  /** Events a second of one pass over the whole log. */
  const pass = (run: () => Promise<void>) => async (): Promise<Measured> => {
    const { perSecond, ...latencies } = await drive(1, 1, run);
    return { ...latencies, perSecond: perSecond * total };
  };
  const catchingUp = pass(() => catchUp(stack));
  yield await throughputRow(
    { name: 'bare subscription to $all', run: pass(() => subscribeBare(stack, total)) },
    {
      name: `read models catching up, ${total} events`,
      run: async () => {
        await stack.pool.query('drop schema if exists read cascade');
        return catchingUp();
      },
    },
    0.25,
    options.rounds,
  );
  yield await throughputRow(
    { name: 'bare read of $all', run: pass(() => readBare(stack.client)) },
    { name: `rebuild of the read models, compared row by row, ${total} events`, run: pass(() => rebuild(stack)) },
    0.4,
    options.rounds,
  );
}

const definitionOn = ({ databaseUrl, store }: BenchStack) => ({
  databaseUrl,
  store,
  projections,
  version: READ_MODEL_VERSION,
  logger: silentLogger,
});

async function subscribeBare({ client }: BenchStack, events: number): Promise<void> {
  const subscription = client.subscribeToAll({
    fromPosition: beginningOf(client),
    filter: {
      filterOn: 'streamName',
      prefixes: STREAM_PREFIXES.map((prefix) => nameOnServer(client, prefix)),
      checkpointInterval: 100,
      maxSearchWindow: 1_000,
    },
  });
  let seen = 0;
  for await (const _event of subscription) {
    seen += 1;
    if (seen < events) continue;
    await subscription.unsubscribe();
    return;
  }
}

async function catchUp(stack: BenchStack): Promise<void> {
  const stopping = new AbortController();
  await runProjections({
    ...definitionOn(stack),
    signal: stopping.signal,
    onStatus: ({ state }) => {
      if (state === 'live') stopping.abort();
    },
  });
}

async function rebuild(stack: BenchStack): Promise<void> {
  const report = await rebuildAndCompare({
    ...definitionOn(stack),
    isDryRun: true,
    signal: new AbortController().signal,
  });
  if (report.differences.length > 0) throw new Error('the rebuilt read models differ from the live ones');
}
