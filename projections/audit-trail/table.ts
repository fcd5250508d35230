import { CATEGORIES } from '#core/events.ts';
import { Actor } from '#core/kernel/event.ts';
import { bigint, bytewise, day, oneOf, optional, text, time, uuid } from '../kernel/columns.ts';
import { defineTable } from '../kernel/table.ts';

/** Every event of every object, as it lies in the log. */
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
    /** What an administrator's action was about, e.g. 'brand:12'; null for all other events. */
    about: bytewise(optional(text())),
    type: bytewise(text()),
    actor_kind: bytewise(oneOf(Actor.shape.kind.options)),
    actor_id: bytewise(text()),
    command_id: text(),
    correlation_id: bytewise(text()),
    causation_id: text(),
    hash: text(),
    /** JSON as it was written, which is shown and never searched: as text, Postgres need not read through it as it comes. */
    data: text(),
  },
  {
    indexes: {
      by_object: ['object_id', 'position'],
      by_actor: ['actor_id', 'position'],
      by_correlation: ['correlation_id', 'position'],
      // Those of a category are those of its types.
      by_type: ['type', 'position'],
      by_actor_kind: ['actor_kind', 'type', 'position'],
      by_about: { on: ['about', 'position'], where: 'about is not null' },
    },
  },
);

/** Where in the log each UTC day lies: the clocks of those who write need not agree, so days may overlap. */
export const auditDays = defineTable('audit_days', ['day'], { day: day(), first: bigint(), last: bigint() });
