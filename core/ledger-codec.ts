import { ledgerEvents, type RecordedLedgerEvent } from './events.ts';
import { createEventCodec } from './kernel/event-codec.ts';

/** Reads and writes every event of the ledger. Its upcasters belong here when a schema gets its second version. */
export const ledgerCodec = createEventCodec<RecordedLedgerEvent>(ledgerEvents);
