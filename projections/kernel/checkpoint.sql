-- How far the tables of this schema are; one row.
create table checkpoint (
  only_one boolean primary key default true check (only_one),
  -- in the log; −1 before the first event
  position bigint not null,
  -- when the last projected event happened
  event_time timestamptz,
  events bigint not null,
  -- when the end of the log was last confirmed to be reached
  caught_up_at timestamptz,
  updated_at timestamptz not null default now(),
  -- of the tables' and projections' definition: another one means that they must be built anew
  fingerprint text not null,
  -- another one means that the tables were replaced
  generation uuid not null default gen_random_uuid(),
  -- whether the indexes are there: they are made when the end of the log is reached for the first time
  indexed boolean not null default false,
  -- why projecting stopped, if it did
  halted_reason text
);
insert into checkpoint (position, events, fingerprint) values (-1, 0, '');
