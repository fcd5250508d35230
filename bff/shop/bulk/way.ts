import type { Permission } from '#bff/contract/base/roles.ts';
import type { Recording } from '#bff/identity/audit/keep-record.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import type { AdministratorActor } from '#bff/kit/http/actor.ts';
import type { Queryable } from '#bff/kit/tables/sql.ts';
import type { AdminAction } from '#core/aggregates/admin/events.ts';
import type { ChangeRow, LineRow } from './change-store.ts';

/** Found as they were shown, or to be compared when they are set. */
export type Held<Found> = { readonly lines: readonly LineRow[] } & Found;

/** The steps of one decision, which are taken in its transaction. */
type Steps<Found> = {
  /** What the change is about. @throws ApiError 409 where it was changed after it was shown */
  hold(transaction: Queryable, change: ChangeRow): Promise<Held<Found>>;
  /** The rows that take a second administrator, marked. */
  judge(transaction: Queryable, change: ChangeRow, held: Held<Found>): Promise<readonly number[]>;
  /** Applies it, or begins to; returns the message. */
  carryOut(transaction: Queryable, record: Recording, change: ChangeRow, held: Held<Found>): Promise<string>;
};

/** What differs between a change of the catalogue and one of a customer's discounts; the rest is `decide.ts`. */
export type ChangeWay<Found = object> = {
  has(kind: ChangeRow['kind']): boolean;
  readonly noun: 'Prices' | 'Discounts';
  /** To make, apply and withdraw it. */
  readonly writes: Permission;
  /** To say the second yes, or to refuse it. */
  readonly confirms: Permission;
  /** Why it waits, after "It waits for a second administrator, ". */
  readonly why: string;
  /** What is read before the transaction, because that holds a connection. */
  prepare(deps: BffDeps, actor: AdministratorActor): Promise<Steps<Found>>;
  /** After the commit of what waits for a second administrator. */
  announce(deps: BffDeps, actor: AdministratorActor, change: ChangeRow, far: number): Promise<void>;
  /** What was withdrawn or taken back counts no longer. */
  drop(transaction: Queryable, change: ChangeRow): Promise<void>;
};

/** The digest in the log proves every row that is kept beside it. */
export const changeFacts = ({ title, kind, digest, fileSha256, customerId }: ChangeRow): Record<string, string> => ({
  title,
  kind,
  digest,
  ...(fileSha256 !== null && { file_sha256: fileSha256 }),
  ...(customerId !== null && { customer_id: customerId }),
});

export const appliedFacts = (lines: readonly LineRow[], refused: number) => ({
  new: String(lines.filter(({ state }) => state === 'new').length),
  changed: String(lines.filter(({ state }) => state === 'changed').length),
  refused: String(refused),
});

export const recordStep = (
  record: Recording,
  action: AdminAction,
  change: ChangeRow,
  facts: Record<string, string> = {},
) => record(action, ['catalogue-change', change.id], { ...changeFacts(change), ...facts });
