import { ledgerEvents, ledgerUpcasters, type RecordedLedgerEvent } from './events.ts';
import { createEventCodec } from './kernel/event-codec.ts';

/** Reads and writes every event of the ledger, in whatever version it is stored. */
export const ledgerCodec = createEventCodec<RecordedLedgerEvent>(ledgerEvents, ledgerUpcasters);
