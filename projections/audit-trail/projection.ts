import { categoryOf, dayOf, objectIdOf, type ProjectedEvent, type Projection } from '../kernel/projection.ts';
import type { Rows } from '../kernel/rows.ts';
import { rowOf, type Table } from '../kernel/table.ts';

type AuditRow = {
  position: bigint;
  event_id: string;
  category: string;
  object_id: string;
  about: string | null;
  revision: bigint;
  type: string;
  actor_kind: string;
  actor_id: string;
  time: string;
  command_id: string;
  correlation_id: string;
  causation_id: string;
  hash: string;
  data: string;
};
export const auditEvents: Table<AuditRow> = {
  name: 'audit_events',
  key: ['position'],
  columns: {
    position: 'bigint',
    event_id: 'uuid',
    category: 'text',
    object_id: 'text',
    about: 'text',
    revision: 'bigint',
    type: 'text',
    actor_kind: 'text',
    actor_id: 'text',
    time: 'timestamptz',
    command_id: 'text',
    correlation_id: 'text',
    causation_id: 'text',
    hash: 'text',
    data: 'text',
  },
};

type AuditDay = { day: string; first: bigint; last: bigint };
const auditDays: Table<AuditDay> = {
  name: 'audit_days',
  key: ['day'],
  columns: { day: 'date', first: 'bigint', last: 'bigint' },
};

export const auditTrailProjection: Projection = {
  name: 'audit-trail',
  tableSql: new URL('table.sql', import.meta.url),
  tables: [auditEvents, auditDays],
  reads: (event) => [rowOf(auditDays, dayOf(event))],
  apply(event, rows) {
    const { metadata } = event;
    noteDay(event, rows);
    rows.append(auditEvents, {
      position: event.position,
      event_id: event.id,
      category: categoryOf(event),
      object_id: objectIdOf(event),
      about: event.type === 'AdministratorActed' ? `${event.data.subject.kind}:${event.data.subject.id}` : null,
      revision: event.revision,
      type: event.type,
      actor_kind: metadata.actor.kind,
      actor_id: metadata.actor.id,
      time: metadata.time,
      command_id: metadata.commandId,
      correlation_id: metadata.correlationId,
      causation_id: metadata.causationId,
      hash: metadata.hash,
      data: event.json,
    });
  },
};

function noteDay(event: ProjectedEvent, rows: Rows): void {
  const day = dayOf(event);
  const known = rows.get(auditDays, day);
  if (!known) rows.insert(auditDays, { day, first: event.position, last: event.position });
  else rows.update(auditDays, known, { day, first: known.first, last: event.position });
}
