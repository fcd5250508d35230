import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { EventStore, StoredEvent } from '#core/kernel/log/event-store.ts';
import { idOf } from '#core/processes/reaction.ts';

/** The number that a paper's first event gives it. */
export function numberIn({ data }: StoredEvent): string | undefined {
  const { number } = data as { readonly number?: unknown };
  return typeof number === 'string' ? number : undefined;
}

/**
 * The numbers of the papers that booked events belong to, requested in the order of the log; '' for an event without a
 * paper.
 */
export function createDocumentNumbers(store: EventStore): (event: RecordedLedgerEvent) => Promise<string> {
  /** Numbers of payouts whose funds are held: the events that book them name only their stream. */
  const held = new Map<string, string>();
  return async ({ type, data, streamId }) => {
    if ('document' in data) {
      const { id, number } = data.document;
      if (type === 'WalletFundsHeld') held.set(id, number);
      else if (type === 'WalletHoldCaptured' || type === 'WalletHoldReleased') held.delete(id);
      return number;
    }
    if (!/^(order|withdrawal)-/.test(streamId)) return '';
    const known = held.get(idOf(streamId));
    if (known !== undefined) return known;
    for await (const first of store.readStream(streamId, { maxCount: 1 })) return numberIn(first) ?? '';
    return '';
  };
}
