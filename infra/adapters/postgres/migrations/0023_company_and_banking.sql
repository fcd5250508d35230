create table app.company (
  company_id uuid primary key,
  customer_id uuid not null unique references app.account on delete cascade,
  company_name text not null,
  business_type text not null,
  full_company_address text not null,
  phone_number text not null,
  company_email text not null,
  website text,
  contact_person text not null,
  contact_number text not null,
  contact_email text not null,
  company_registration_no text not null,
  date_of_incorporation date not null,
  vat_tax_registration text not null,
  country_of_registration text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table app.company_document (
  document_id uuid primary key,
  customer_id uuid not null references app.account on delete cascade,
  -- In the file store.
  file_id uuid not null,
  -- As the sender named it; shown, never used as a path.
  name text not null,
  content_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index company_document_customer on app.company_document (customer_id, created_at) where removed_at is null;

-- Bank data is sealed as one piece; only its last four characters can be read without the key.
create table app.banking_detail (
  banking_detail_id uuid primary key,
  customer_id uuid not null unique references app.account on delete cascade,
  sealed bytea not null,
  account_last_four text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
