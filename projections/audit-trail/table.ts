import { CATEGORIES } from '#core/events.ts';
import { Actor } from '#core/kernel/event.ts';
import { bigint, bytewise, day, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

/** Every event of every object, as stored in the log. */
export const auditEvents = defineTable(
  'audit_events',
  ['position'],
  {
    position: bigint(),
    revision: bigint(),
    time: time(),
    event_id: uuid(),
    category: bytewise(oneOf(CATEGORIES)),
    object_id: bytewise(text()),
    /** The object of an administrator's action, e.g. 'brand:12'; null for all other events. */
    about: bytewise(optional(text())),
    type: bytewise(text()),
    actor_kind: bytewise(oneOf(Actor.shape.kind.options)),
    actor_id: bytewise(text()),
    command_id: text(),
    correlation_id: bytewise(text()),
    causation_id: text(),
    hash: text(),
    /** JSON as it was written. It is shown and never searched, so it is stored as text, which Postgres does not parse. */
    data: text(),
  },
  {
    indexes: {
      by_object: ['object_id', 'position'],
      by_actor: ['actor_id', 'position'],
      by_correlation: ['correlation_id', 'position'],
      // Events of a category are those of its types.
      by_type: ['type', 'position'],
      by_actor_kind: ['actor_kind', 'type', 'position'],
      by_about: { on: ['about', 'position'], where: 'about is not null' },
    },
  },
);

/** The positions of each UTC day in the log. The writers' clocks may differ, so days may overlap. */
export const auditDays = defineTable('audit_days', ['day'], { day: day(), first: bigint(), last: bigint() });
