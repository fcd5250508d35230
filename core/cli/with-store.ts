import type { KeptPapers } from '../explain/kept-papers.ts';
import type { EventStore } from '../kernel/event-store.ts';
import type { ProvableLog } from '../log-proofs/statement.ts';
import type { FindWrongShelves } from './check.ts';
import type { ReadIssued } from './issued-numbers.ts';

/** Opens the tree that the notary keeps of the log, with its newest head. @throws CliError when there is none, or Postgres is down */
export type WithKeptLog = <Result>(work: (log: ProvableLog) => Promise<Result>) => Promise<Result>;

/** What the company keeps beside the log, in Postgres. A command uses it when it is available. */
type Kept = {
  readonly findWrongShelves?: FindWrongShelves;
  /** The leaves of the notary's tree, in their order. */
  readonly keptEntries?: () => AsyncIterable<Uint8Array>;
  readonly withKeptLog?: WithKeptLog;
  readonly readIssued?: ReadIssued;
  readonly keptPapers?: KeptPapers | undefined;
};

/** Opens the event store while `work` runs: the one at this address, or the configured one. */
export type WithStore = <Result>(
  work: (store: EventStore, kept: Kept) => Promise<Result>,
  address?: string,
) => Promise<Result>;
