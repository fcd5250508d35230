import { NO_EVENTS } from './event.ts';
import type { NodeContext } from './node-context.ts';
import { readStreamStates } from './store.ts';
import { baseStreamOf, NO_METADATA, type StreamState, viewOf } from './stream-metadata.ts';

/** The committed state of a stream: from the writer's memory, otherwise from Postgres. */
export async function stateOf(node: NodeContext, stream: string): Promise<StreamState> {
  const base = baseStreamOf(stream);
  const known = node.writer.knownState(base) ?? (await readStreamStates(node.reads, [base])).get(base);
  return viewOf(stream, known ?? { head: NO_EVENTS, metadataHead: NO_EVENTS, metadata: NO_METADATA });
}
