-- The key of each customer's notes, itself sealed under the installation's key. Erasing it erases the notes for good,
-- while the events that hold them, and their hash chain, stay as they are.
create table app.customer_key (
  customer_id uuid primary key,
  key_sealed bytea,
  created_at timestamptz not null default now(),
  erased_at timestamptz,
  check ((key_sealed is null) = (erased_at is not null))
);
