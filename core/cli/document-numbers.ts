import type { RecordedLedgerEvent } from '../events.ts';
import type { EventStore, StoredEvent } from '../kernel/event-store.ts';
import { idOf } from '../processes/reaction.ts';

/** What a paper's first event calls it. */
export function numberIn({ data }: StoredEvent): string | undefined {
  const { number } = data as { readonly number?: unknown };
  return typeof number === 'string' ? number : undefined;
}

/** The numbers of the papers that booked events belong to, asked for in the order of the log; '' where there is no paper. */
export function createDocumentNumbers(store: EventStore): (event: RecordedLedgerEvent) => Promise<string> {
  /** Of payouts whose funds are held: what books them names them by their stream alone. */
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
