-- Every event of every object, as it lies in the log.
-- Columns of fixed width come first: Postgres finds them at once, which each index feels.
create table audit_events (
  position bigint primary key,
  revision bigint not null,
  time timestamptz not null,
  event_id uuid not null,
  -- customer, wallet, deposit, order, withdrawal, admin
  category text collate "C" not null,
  object_id text collate "C" not null,
  -- what an administrator's action was about, e.g. 'brand:12'; null for all other events
  about text collate "C",
  type text collate "C" not null,
  actor_kind text collate "C" not null,
  actor_id text collate "C" not null,
  command_id text not null,
  correlation_id text collate "C" not null,
  causation_id text not null,
  hash text not null,
  -- JSON as it was written, which is shown and never searched: as text, Postgres need not read through it as it comes
  data text not null
);

-- Where in the log each UTC day lies: the clocks of those who write need not agree, so days may overlap.
create table audit_days (
  day date primary key,
  first bigint not null,
  last bigint not null
);

-- indexes
create index if not exists audit_events_by_object on audit_events (object_id, position);
create index if not exists audit_events_by_actor on audit_events (actor_id, position);
create index if not exists audit_events_by_correlation on audit_events (correlation_id, position);
-- Those of a category are those of its types.
create index if not exists audit_events_by_type on audit_events (type, position);
create index if not exists audit_events_by_about on audit_events (about, position) where about is not null;
