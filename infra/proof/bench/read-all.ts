// Reads the whole log of EVENTSTORE_URL, and ends: the baseline for commands of `ledger`.
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { readBare } from './bare-read.ts';

await readBare(createEventStoreClient(process.env.EVENTSTORE_URL ?? ''));
process.exit();
