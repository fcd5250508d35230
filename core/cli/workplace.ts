import type { Command } from 'commander';
import type { ReadIssued } from '#core/finance/checks/issued-numbers.ts';
import type { KeptPapers } from '#core/finance/explain/kept-papers.ts';
import type { FollowerPlace } from '#core/kernel/following/checkpoint.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { LogSummary } from '#core/kernel/log/log-lines.ts';
import type { NotaryResult, ReadLog } from '#core/proofs/notary/notary.ts';
import type { ProvableLog } from '#core/proofs/statement.ts';
import type { Output } from './output.ts';

/** Opens a thing while `work` runs. */
export type Opens<Thing> = <Result>(work: (thing: Thing) => Promise<Result>) => Promise<Result>;

export type Workplace = {
  /** Of this program, such as 0.1.0. */
  readonly version: string;
  /** The event store at this address, or the configured one. */
  readonly withStore: <Result>(
    work: (store: EventStore, kept: Kept) => Promise<Result>,
    address?: string,
  ) => Promise<Result>;
  /** Signs the head of the log as the notary, the only owner of the key. */
  readonly signHead: (
    readLog: ReadLog,
  ) => Promise<(NotaryResult & { readonly problems: readonly string[] }) | undefined>;
  /** Writes the log of a file into the event store at that address. @throws CliError */
  readonly importLog: (file: string, address: string, onProgress: OnImportProgress) => Promise<LogSummary>;
  readonly output: Output;
  readonly clock: () => Date;
  /** Aborted when the person interrupts (Ctrl-C), or the reader of the answer closes it. */
  readonly signal: AbortSignal;
  /** Lets the person at the terminal choose one of these values; undefined without a terminal. */
  readonly choose?: Choose;
};

/** What a command has beside: the address that the person named, and a refusal of one. */
export type Place = Workplace & {
  address(): string | undefined;
  /** For commands that need the databases beside the event store: they are refused with an address. */
  onOwn<Result>(open: () => Promise<Result>): Promise<Result>;
};

/** Adds commands that need more than the log. */
export type AddCommands = (program: Command, place: Place) => void;

/** `what` is in progress ('Reading the file'), with the amount done: bytes of the file, or events. */
export type OnImportProgress = (what: string, done: number, total: number) => void;

/** What the company keeps beside the log, in Postgres. A command uses it when it is available. */
export type Kept = {
  /** Finds the shelves of gift codes whose stored numbers differ from a count; null when Postgres does not answer. */
  readonly findWrongShelves?: () => Promise<readonly string[] | null>;
  /** The leaves of the notary's tree, in their order. */
  readonly keptEntries?: () => AsyncIterable<Uint8Array>;
  /** Opens the tree that the notary keeps of the log, with its newest head. @throws CliError when there is none, or Postgres is down */
  readonly withKeptLog?: Opens<ProvableLog>;
  readonly readIssued?: ReadIssued;
  /** How far those who follow the log are; none when Postgres does not answer. */
  readonly readFollowers?: () => Promise<readonly FollowerPlace[]>;
  readonly keptPapers?: KeptPapers | undefined;
};

export type Choice<Value> = { readonly name: string; readonly value: Value; readonly description?: string };
export type Choose = <Value>(question: string, choices: readonly Choice<Value>[]) => Promise<Value>;
