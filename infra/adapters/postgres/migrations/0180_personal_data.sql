-- What customers ask for about their own data: a copy of it, or to be forgotten. A row outlives its customer and names nobody.
create table app.personal_data_request (
  request_id uuid primary key,
  customer_id uuid not null,
  kind text not null check (kind in ('export', 'erasure')),
  status text not null default 'requested' check (status in ('requested', 'taken-back', 'refused', 'confirmed', 'done')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references app.administrator,
  -- The owner's words to the customer, sealed under the customer's key: they go with it.
  note_sealed text,
  -- The last mail before an erasure went out, or could not.
  told_at timestamptz,
  -- What an erasure removed, counted: tables, files, jobs.
  report jsonb not null default '{}',
  done_at timestamptz
);
create index personal_data_request_customer on app.personal_data_request (customer_id, requested_at desc);
create index personal_data_request_list on app.personal_data_request (requested_at desc, request_id);
create unique index personal_data_request_open on app.personal_data_request (customer_id, kind)
  where status in ('requested', 'confirmed');

-- Invoices of erased customers, which the law has us keep for some years: sealed, and each removed on its day.
create table app.kept_invoice (
  -- Of the order or the deposit.
  invoice_id uuid primary key,
  request_id uuid not null references app.personal_data_request,
  kind text not null check (kind in ('order', 'deposit')),
  number text not null,
  keep_until date not null,
  -- The PDF.
  document_sealed bytea not null
);
create index kept_invoice_request on app.kept_invoice (request_id, number);
create index kept_invoice_until on app.kept_invoice (keep_until);
