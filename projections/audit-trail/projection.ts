import { categoryOf, dayOf, objectIdOf, type ProjectedEvent, type Projection } from '../kernel/projection.ts';
import { type Rows, rowOf } from '../kernel/table.ts';
import { auditDays, auditEvents } from './table.ts';

export const auditTrailProjection: Projection = {
  name: 'audit-trail',
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
  rows.put(auditDays, { day, first: known?.first ?? event.position, last: event.position });
}
