-- How far each run of the notary read the log: the next one may go on there, once it proved that the log still has that event.
create table notary.reading (
  reading_id bigint generated always as identity primary key,
  read_at timestamptz not null default clock_timestamp(),
  -- Whether it began with the first event.
  is_whole boolean not null,
  -- Events up to there.
  size bigint not null references notary.checkpoint,
  -- Of the last event that it read.
  position bigint not null,
  stream text not null,
  revision bigint not null check (revision >= 0),
  entry bytea not null check (octet_length(entry) = 32)
);
create index reading_read_at on notary.reading (read_at);
