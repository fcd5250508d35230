-- Deleted deposits have no row: the audit trail keeps what they were.
create table deposits (
  deposit_id uuid primary key,
  number text not null,
  customer_id uuid not null,
  wallet_id uuid not null,
  currency text not null,
  -- minor units
  amount bigint not null,
  approved_amount bigint,
  fee bigint,
  -- pending, approved, rejected
  status text not null,
  -- sealed under the customer's key
  user_note text,
  admin_note text,
  proof_file_id uuid,
  proof_sha256 text,
  proof_content_type text,
  proof_uploaded_at timestamptz,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by text,
  -- when the wallet received the approved amount
  credited_at timestamptz,
  -- of the request
  position bigint not null
);

-- indexes
create index if not exists deposits_by_time on deposits (requested_at, position);
create index if not exists deposits_by_amount on deposits (amount, position);
create index if not exists deposits_by_status on deposits (status, requested_at, position);
create index if not exists deposits_by_customer on deposits (customer_id, requested_at, position);
create index if not exists deposits_by_number on deposits (number text_pattern_ops);
create index if not exists deposits_by_number_end on deposits (reverse(number) text_pattern_ops);
