-- How the last run of `npm run backup` ended, for each place that keeps a backup. The backup writes it; figures and screens read it.
create table app.backup_run (
  -- The folder or bucket, without its key.
  place text primary key,
  ended_at timestamptz not null default clock_timestamp(),
  -- Why the last run made no set.
  problem text,
  -- Of the newest set there.
  set_at timestamptz,
  set_events bigint check (set_events > 0),
  -- What that run wrote.
  set_bytes bigint check (set_bytes >= 0),
  set_ms bigint check (set_ms >= 0),
  check (num_nulls(set_at, set_events, set_bytes, set_ms) in (0, 4)),
  check (problem is not null or set_at is not null)
);
