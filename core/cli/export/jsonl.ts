import { CliError, EXIT } from '#core/cli/output.ts';
import { type Log, replayStored } from '#core/cli/replay.ts';
import { createHeads, inWords, lineOf } from '#core/kernel/log/log-lines.ts';
import type { Range } from './entry.ts';

/**
 * The whole log, one event a line, and a summary at the end. Snapshots are left out, because they can be made again.
 */
export async function* writeJsonl(log: Log, { from, to, by }: Range): AsyncGenerator<string> {
  if (from || to || by)
    throw new CliError('jsonl is the whole log: it takes neither --from nor --to nor --by.', EXIT.usage);
  const heads = createHeads();
  for await (const event of replayStored(log)) {
    if (event.json === '') throw new CliError(`Event ${event.id} of ${event.streamId} is no JSON.`);
    heads.add(event);
    yield lineOf(event);
  }
  const summary = heads.summary();
  yield JSON.stringify(summary);
  log.output.note(inWords(summary));
}
