import { EventEmitter, once } from 'node:events';
import type { StoredEvent } from './event.ts';

export function createLogEnd() {
  const moves = new EventEmitter().setMaxListeners(0);
  let committed = 0;
  let newest: { readonly after: number; readonly events: readonly StoredEvent[] } = { after: 0, events: [] };

  function move(position: number, events: readonly StoredEvent[]): void {
    newest = { after: committed, events };
    committed = position;
    moves.emit('moved');
  }

  return {
    /** The position of the newest committed event. */
    committed: () => committed,
    publish: (events: readonly StoredEvent[]) => move(events.at(-1)?.position ?? committed, events),
    /** The log as it was found ends there: who follows it reads what is new from Postgres. */
    reset(position: number): void {
      committed = position;
      move(position, []);
    },
    /** The group of events that was committed last, if it comes right after this position: it needs no read. */
    newestAfter: (position: number): readonly StoredEvent[] =>
      position === newest.after && position < committed ? newest.events : [],
    /** Resolves once the log has grown past a position, or the signal is aborted. */
    async grownPast(position: number, signal: AbortSignal): Promise<void> {
      while (committed <= position && !signal.aborted) {
        await once(moves, 'moved', { signal }).catch((error: unknown) => {
          if (!signal.aborted) throw error;
        });
      }
    },
  };
}

export type LogEnd = ReturnType<typeof createLogEnd>;
