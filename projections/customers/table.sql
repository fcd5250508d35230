-- Where each account stands. Names, addresses and e-mails are not here: they are in app.account.
create table customers (
  customer_id uuid primary key,
  -- registered, verified, awaiting_approval, approved, revoked, erased
  status text not null,
  registered_at timestamptz not null,
  email_verified_at timestamptz,
  is_company_complete boolean not null,
  company_saved_at timestamptz,
  documents int not null,
  banking_saved_at timestamptz,
  approval_requested_at timestamptz,
  approved_at timestamptz,
  revoked_at timestamptz,
  -- sealed under the customer's key
  approval_note text,
  mfa_factors int not null,
  erased_at timestamptz,
  position bigint not null
);

create table customer_discounts (
  customer_id uuid not null,
  product_id text not null,
  -- 1 % = 100; a removed discount has no row
  basis_points int not null,
  set_at timestamptz not null,
  primary key (customer_id, product_id)
);

-- indexes
create index if not exists customers_by_time on customers (registered_at, position);
create index if not exists customers_by_status on customers (status, registered_at, position);
create index if not exists customers_by_request on customers (approval_requested_at, position) where status = 'awaiting_approval';
