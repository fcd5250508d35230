import type { EventStore } from '../kernel/event-store.ts';
import { createChainVerifier } from '../kernel/hash-chain.ts';
import { CliError, type Output } from './output.ts';
import { replayStored } from './replay.ts';

/** Recomputes every hash; says which event is the first that does not fit. */
export async function verify(
  store: EventStore,
  output: Output,
  { stream }: { readonly stream?: string | undefined },
): Promise<void> {
  const verifier = createChainVerifier();
  let events = 0;
  for await (const event of stream ? store.readStream(stream) : replayStored(store, output)) {
    events += 1;
    const problem = verifier.check(event);
    if (problem) {
      throw new CliError(
        `The chain of ${problem.streamId} is broken at revision ${problem.revision} (${event.type}, log position ${event.position}): ${problem.problem}.`,
      );
    }
  }
  if (events === 0) throw new CliError(stream ? `There is no stream ${stream}.` : 'The log is empty.');
  await output.line(`${events} events in ${verifier.streams} streams: every hash fits.`);
}
