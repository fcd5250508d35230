import { auditSnapshots, snapshotStreamsOf } from '#core/finance/checks/audit-snapshots.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { createChainVerifier } from '#core/kernel/log/hash-chain.ts';
import { compareWithHeads, NO_LEAVES } from './against.ts';
import type { Head } from './heads.ts';
import { CliError, type Output } from './output.ts';
import { replayStored } from './replay.ts';

/**
 * Recomputes every hash and checks every MAC; names the first event that does not fit. Compares the log with signed
 * heads of it. Then replays the events behind each snapshot.
 */
export async function verify(
  store: EventStore,
  output: Output,
  {
    stream,
    json = false,
    heads = [],
    keptEntries,
  }: {
    readonly stream?: string | undefined;
    readonly json?: boolean | undefined;
    readonly heads?: readonly Head[];
    readonly keptEntries?: (() => AsyncIterable<Uint8Array>) | undefined;
  },
): Promise<void> {
  const verifier = createChainVerifier();
  const snapshots = new Set(stream ? snapshotStreamsOf(stream) : []);
  const comparison = compareWithHeads(heads, keptEntries);
  let events = 0;
  for await (const event of stream ? store.readStream(stream) : replayStored({ store, output }, snapshots)) {
    events += 1;
    const problem = verifier.check(event);
    if (problem) {
      throw new CliError(
        `The chain of ${problem.streamId} is broken at revision ${problem.revision} (${event.type}, log position ${event.position}): ${problem.problem}.`,
      );
    }
    if (heads.length > 0) await comparison.add(event);
  }
  const differences = await comparison.problems();
  if (differences.length > 0) throw new CliError(differences.join('\n'));
  if (events === 0) throw new CliError(stream ? `There is no stream ${stream}.` : 'The log is empty.');
  const { sound, problems } = await auditSnapshots(store, snapshots);
  if (heads.length > 0 && !comparison.hasLeaves()) output.note(`Each head fits. ${NO_LEAVES}`);
  if (json) {
    await output.line(
      JSON.stringify({
        events,
        streams: verifier.streams,
        provesWriters: store.provesMacs ?? false,
        snapshots: sound,
        heads: heads.map(({ source, size }) => ({ source, size })),
      }),
    );
    if (problems.length > 0) throw new CliError(problems.join('\n'));
    return;
  }
  await output.line(
    `${events} events in ${verifier.streams} ${verifier.streams === 1 ? 'stream' : 'streams'}: every hash fits${store.provesMacs ? ', and a part of the store wrote each of them' : ''}.`,
  );
  for (const { source, size } of heads) {
    await output.line(
      `The head of ${source} follows from the first ${size} of them: nothing was changed, left out or put in.`,
    );
  }
  if (!store.provesMacs) await output.line('Who wrote them was not looked at: EVENT_MAC_KEYS is not set here.');
  if (problems.length > 0) throw new CliError(problems.join('\n'));
  if (sound > 0) await output.line(`${sound} snapshots say what their events lead to.`);
}
