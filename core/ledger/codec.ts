import { ledgerEvents, ledgerUpcasters, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { createEventCodec } from '#core/kernel/log/event-codec.ts';

/** Reads and writes every event of the ledger, in whatever version it is stored. */
export const ledgerCodec = createEventCodec<RecordedLedgerEvent>(ledgerEvents, ledgerUpcasters);
