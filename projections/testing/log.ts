import { createHash } from 'node:crypto';
import { type LedgerEvent, ledgerCodec } from '#core/aggregates/events.ts';
import type { Actor } from '#core/kernel/log/event.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { money } from '#core/kernel/money/money.ts';
import type { ProjectedEvent } from '#projections/kernel/projection.ts';

export const ADMINISTRATOR: Actor = { kind: 'administrator', id: '00000000-0000-4000-8000-0000000000ad' };
const SYSTEM: Actor = { kind: 'system', id: 'test' };

/** A readable, deterministic UUID: `id('wallet', 1)`. */
export function id(kind: string, number = 1): string {
  const hex = createHash('sha256').update(`${kind}:${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const usd = (minor: number) => money(BigInt(minor), 'USD');
export const eur = (minor: number) => money(BigInt(minor), 'EUR');

type DataOf<Type extends LedgerEvent['type']> = Extract<LedgerEvent, { type: Type }>['data'];
type Options = { readonly time?: string; readonly actor?: Actor };

export type TestLog = {
  readonly events: readonly ProjectedEvent[];
  /** Adds an event as it would be read; a minute passes between events unless `time` is given. */
  add<Type extends LedgerEvent['type']>(streamId: string, type: Type, data: DataOf<Type>, options?: Options): TestLog;
  /** Appends the events from index `from` up to `to` to a real store, which gives them positions; returns the last one. */
  appendTo(store: EventStore, from?: number, to?: number): Promise<bigint>;
};

/**
 * A log in memory that begins at a given time; `position` leaves gaps, as the real one may. Two logs in one store need
 * different names.
 */
export function createLog(start = '2026-01-01T00:00:00.000Z', name = 'event'): TestLog {
  const events: ProjectedEvent[] = [];
  const revisions = new Map<string, bigint>();
  let nowMs = Date.parse(start);
  const log: TestLog = {
    events,
    add(streamId, type, data, options = {}) {
      nowMs = options.time === undefined ? nowMs + 60_000 : Date.parse(options.time);
      const revision = (revisions.get(streamId) ?? -1n) + 1n;
      revisions.set(streamId, revision);
      const eventId = id(name, events.length);
      events.push({
        id: eventId,
        type,
        data,
        json: JSON.stringify(ledgerCodec.encode({ type, data })),
        streamId,
        revision,
        position: BigInt(events.length + 1) * 10n,
        metadata: {
          commandId: id('command', events.length),
          correlationId: id('correlation', events.length),
          causationId: id('command', events.length),
          actor: options.actor ?? SYSTEM,
          schemaVersion: ledgerCodec.versionOf(type),
          time: new Date(nowMs).toISOString(),
          hash: createHash('sha256').update(eventId).digest('hex'),
        },
      } as unknown as ProjectedEvent);
      return log;
    },
    async appendTo(store, from = 0, to = events.length) {
      let position = -1n;
      for (const event of events.slice(from, to)) {
        const data = ledgerCodec.encode(event);
        const appended = await store.append(event.streamId, event.revision - 1n, [
          { id: event.id, type: event.type, data, metadata: event.metadata },
        ]);
        position = appended.position;
      }
      return position;
    },
  };
  return log;
}
