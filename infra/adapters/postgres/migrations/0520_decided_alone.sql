-- What one administrator decided without a second one, by whom it was about: a customer, the digest of a bank account, or the administrator
-- of discounts. Many small ones within some days are held against the threshold of one.
create table app.decided_alone (
  request_id uuid not null,
  kind text not null check (kind in ('deposit', 'payout', 'credit', 'discount')),
  party text not null,
  subject text not null,
  -- Minor units of the base currency; 1 for a discount.
  worth int8 not null,
  decided_at timestamptz not null,
  primary key (request_id, subject, party)
);
create index decided_alone_by_party on app.decided_alone (kind, party, decided_at);
create index decided_alone_by_age on app.decided_alone (decided_at);

-- A repetition counts for its own subject, and never takes away what the first attempt counted.
alter table app.approval_of_day drop constraint approval_of_day_pkey, add primary key (request_id, subject);
