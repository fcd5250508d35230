-- Since when a witness has not signed; null while it does.
alter table notary.witness add column failing_since timestamptz;
update notary.witness set failing_since = asked_at where problem is not null;

-- The last head of the log that was mailed to each of the addresses in LOG_HEADS_MAIL.
create table app.mailed_head (
  address text primary key,
  size bigint not null check (size > 0),
  mailed_at timestamptz not null default now()
);
