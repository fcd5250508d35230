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
