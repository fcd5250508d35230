import type { Role } from '#core/aggregates/admin/roles.ts';
import type { Reconciliation } from '#core/finance/bank/reconciliation.ts';
import type { ReadIssued } from '#core/finance/checks/issued-numbers.ts';
import type { KeptPapers } from '#core/finance/explain/kept-papers.ts';
import type { FollowerPlace } from '#core/kernel/following/checkpoint.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import type { LogSummary } from '#core/kernel/log/log-lines.ts';
import type { NotaryResult, ReadLog } from '#core/proofs/notary/notary.ts';
import type { ProvableLog } from '#core/proofs/statement.ts';
import type { Output } from './output.ts';

/** Opens a thing while `work` runs. */
type Opens<Thing> = <Result>(work: (thing: Thing) => Promise<Result>) => Promise<Result>;

/** What commands work with. */
export type Workplace = {
  /** The event store at this address, or the configured one. */
  readonly withStore: <Result>(
    work: (store: EventStore, kept: Kept) => Promise<Result>,
    address?: string,
  ) => Promise<Result>;
  /** Signs the head of the log as the notary, the only owner of the key. */
  readonly signHead: (
    readLog: ReadLog,
  ) => Promise<(NotaryResult & { readonly problems: readonly string[] }) | undefined>;
  readonly withAdministrators: Opens<Administrators>;
  readonly withReports: Opens<Reports>;
  readonly withKeys: Opens<Keys>;
  readonly withFollowers: Opens<Followers>;
  readonly withReadModels: <Result>(work: (models: ReadModels) => Promise<Result>, address?: string) => Promise<Result>;
  /** Writes the log of a file into the event store at that address. @throws CliError */
  readonly importLog: (file: string, address: string, onProgress: OnImportProgress) => Promise<LogSummary>;
  readonly output: Output;
  readonly clock: () => Date;
  /** Aborted when the person interrupts (Ctrl-C), or the reader of the answer closes it. */
  readonly signal: AbortSignal;
  /** Lets the person at the terminal choose one of these values; undefined without a terminal. */
  readonly choose?: Choose;
};

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

/** Those who follow the log beside the read models. */
type Followers = {
  /** Lets them go on with the log as it is; returns what was done, in words. */
  accept(): Promise<readonly string[]>;
};

export type Choice<Value> = { readonly name: string; readonly value: Value; readonly description?: string };
export type Choose = <Value>(question: string, choices: readonly Choice<Value>[]) => Promise<Value>;

type NewAdministrator = { readonly email: string; readonly name: string; readonly roles: readonly Role[] };

/**
 * What came of a change: done, with the link by which the first owner chooses a password; done, with a link by mail; or it waits for its
 * time, when owners may still refuse it.
 */
export type Outcome = { readonly link: string | null } | { readonly dueAt: Date };
type WaitingChange = {
  readonly id: string;
  readonly what: string;
  readonly by: string | null;
  readonly at: Date;
  readonly dueAt: Date | null;
};

type Administrators = {
  create(wanted: NewAdministrator): Promise<Outcome>;
  reset(email: string): Promise<Outcome>;
  changes(): Promise<readonly WaitingChange[]>;
  refuse(changeId: string): Promise<void>;
};

type Amount = { readonly decimal: string };
/** A VAT return of months, in the currency in which the seller pays VAT. */
export type VatReturn = {
  readonly currency: string;
  readonly lines: readonly {
    readonly treatment: string;
    readonly title: string;
    readonly percent: string | null;
    readonly invoices: number;
    readonly credit_notes: number;
    readonly net: Amount;
    readonly vat: Amount;
  }[];
  readonly reverse_charges: readonly {
    readonly country: string | null;
    readonly vat_id: string | null;
    readonly net: Amount;
  }[];
  readonly unwritten: number;
  readonly unconverted: number;
  readonly converted_now: number;
};

/** What the back office says beside the log. */
type Reports = {
  /** The bank beside the books at the end of a day, by currency. */
  reconciliationsOn(day: string): Promise<readonly Reconciliation[]>;
  /** The VAT return of months, both included. */
  vatReturnOf(months: { from: string; to: string }): Promise<VatReturn>;
};
/** A key of the data, by its number. */
export type DataKey = {
  readonly id: number;
  readonly state: 'current' | 'retired' | 'not configured';
  /** Values that are sealed under it. */
  readonly values: number;
};

/** Changes the keys that gift codes, bank data and customers' keys are sealed under. */
type Keys = {
  status(): Promise<readonly DataKey[]>;
  /** Seals everything again under the current key; each value that could not be resealed is named. */
  reseal(onResealed: (count: number) => void): Promise<{ readonly resealed: number; readonly left: readonly string[] }>;
  /** Replaces the current key; retired keys that seal nothing are left out. Returns the variables to set, or none if they were saved. */
  rotate(): Promise<{ readonly id: number; readonly variables: readonly string[] }>;
};

/** How two copies of a table differ: the first rows with their keys, and the count of all. */
export type TableDifference = {
  readonly table: string;
  readonly onlyLeft: number;
  readonly onlyRight: number;
  readonly changed: number;
  readonly totals: readonly { column: string; currency: string; left: bigint; right: bigint }[];
  readonly samples: readonly {
    readonly key: string;
    readonly kind: 'missing' | 'unexpected' | 'changed';
    readonly columns: readonly { name: string; live: string | null; rebuilt: string | null }[];
  }[];
};

/** Builds read models of the past, and compares them. */
type ReadModels = {
  build(
    wanted: { readonly name: string; readonly until: Date; readonly isReplacing: boolean },
    onProgress: (position: bigint, end: bigint) => void,
  ): Promise<{ readonly schema: string; readonly events: number }>;
  compare(
    left: string,
    right: string,
    onProgress: (tables: number, ofTables: number) => void,
  ): Promise<readonly TableDifference[]>;
};
