-- The tree over the ledger's log, and the heads of it that the notary signed. Rows are only added.

-- The hash of each event of the ledger, by its place in the log.
create table notary.leaf (
  index bigint primary key check (index >= 0),
  entry bytea not null check (octet_length(entry) = 32)
);
-- Where an event stands, by its hash.
create index leaf_entry on notary.leaf using hash (entry);

-- Roots of whole tiles: of level 1 over 256 leaves each, of level 2 over 65,536, and so on.
create table notary.tile_root (
  level smallint not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index)
);

create table notary.checkpoint (
  size bigint primary key check (size > 0),
  -- As it was signed: https://c2sp.org/tlog-checkpoint.
  note text not null,
  -- The verifier key that proves it.
  key text not null,
  signed_at timestamptz not null default now()
);

-- What witnesses signed of a checkpoint: lines of https://c2sp.org/tlog-cosignature, each proven before it was kept.
create table notary.cosignature (
  size bigint not null references notary.checkpoint,
  witness text not null,
  line text not null,
  received_at timestamptz not null default now(),
  primary key (size, witness)
);

-- How it stands with each witness; the one table whose rows change.
create table notary.witness (
  name text primary key,
  -- Of the last head that it signed.
  size bigint not null,
  problem text,
  asked_at timestamptz not null default now(),
  -- Since when a witness has not signed; null while it does.
  failing_since timestamptz,
  -- Whom the notary last asked, so that a head that somebody signs in between (`ledger checkpoint`) goes to the same witnesses.
  key text,
  url text
);

-- Why the notary did not sign.
create table notary.refusal (
  refusal_id uuid primary key default gen_random_uuid(),
  problem text not null,
  refused_at timestamptz not null default now()
);

-- Where each stream of the ledger ends under a head that the notary signed. A head keeps what changed since the one
-- before it, so the end of a stream under a head is its newest row that is not newer than that head. Rows are only added.
create table notary.stream_end (
  -- The stream's place in the tree of the ends: streams count in the order in which they came first.
  place bigint not null check (place >= 0),
  -- Of the head.
  size bigint not null references notary.checkpoint,
  stream text not null,
  revision bigint not null check (revision >= 0),
  -- The hash of the stream's last event.
  entry bytea not null check (octet_length(entry) = 32),
  primary key (place, size)
);
create index stream_end_stream on notary.stream_end using hash (stream);

-- Roots of whole tiles of that tree, as notary.tile_root has those of the log.
create table notary.stream_end_root (
  level smallint not null check (level > 0),
  index bigint not null check (index >= 0),
  size bigint not null references notary.checkpoint,
  hash bytea not null check (octet_length(hash) = 32),
  primary key (level, index, size)
);

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
