import { ledgerEvents, ledgerReaders, ledgerUpcasters, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { createEventCodec } from '#core/kernel/log/event-codec.ts';

/** Reads and writes every event of the ledger, in whatever version it is stored. */
export const ledgerCodec = createEventCodec<RecordedLedgerEvent>(ledgerEvents, ledgerUpcasters, ledgerReaders);

/** The newest version of each event that this program reads and writes. */
export const EVENT_VERSIONS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.keys(ledgerEvents).map((type) => [type, ledgerCodec.versionOf(type)]),
);
