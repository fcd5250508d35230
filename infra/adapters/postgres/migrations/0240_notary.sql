-- The tree over the ledger's log, and the heads of it that the notary signed. Rows are only added (infra/postgres/roles.ts).
create schema notary;

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
  asked_at timestamptz not null default now()
);

-- Why the notary did not sign.
create table notary.refusal (
  refusal_id uuid primary key default gen_random_uuid(),
  problem text not null,
  refused_at timestamptz not null default now()
);
