import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import type { Money } from '#core/kernel/money/money.ts';

/** A figure, or what it rests on. The leaves of the tree are events and their proofs. */
export type ExplainNode = {
  /** 'Deposit DEP-000012', 'Approved', 'Debit assets:bank:USD'. */
  readonly what: string;
  readonly amount?: Money;
  /** By name: 'SHA-256', 'value date', 'unit price'. */
  readonly facts?: Readonly<Record<string, string>>;
  readonly by?: Actor;
  readonly event?: EventPlace;
  readonly children: readonly ExplainNode[];
};

export type EventPlace = {
  readonly id: string;
  readonly type: string;
  readonly streamId: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly time: string;
  readonly hash: string;
};

/** A subject that can be explained: a wallet, a paper, or one event of either. */
export type Subject = {
  readonly category: 'wallet' | 'deposit' | 'order' | 'withdrawal' | 'suspense' | 'correction';
  readonly id: string;
  readonly revision?: bigint;
};

const placeOf = ({ id, type, streamId, revision, position, metadata }: RecordedLedgerEvent): EventPlace => ({
  id,
  type,
  streamId,
  revision,
  position,
  time: metadata.time,
  hash: metadata.hash,
});

/** A node for an event: who caused it, and where it is. */
export const stepOf = (
  event: RecordedLedgerEvent,
  what: string,
  { facts, ...more }: Partial<Pick<ExplainNode, 'amount' | 'facts' | 'children'>> = {},
): ExplainNode => ({
  what,
  by: event.metadata.actor,
  event: placeOf(event),
  children: [],
  ...more,
  ...withVersion(event, facts),
});

/** The version of the settings that decided it. */
const withVersion = ({ metadata: { settingsVersion } }: RecordedLedgerEvent, facts: ExplainNode['facts']) =>
  settingsVersion === undefined
    ? { ...(facts && { facts }) }
    : { facts: { ...facts, 'version of the settings': String(settingsVersion) } };
