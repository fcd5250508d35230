-- The identity of a company as it was approved last, while a changed one waits for approval: payouts are frozen as long as there is a row.
create table app.identity_change (
  customer_id uuid primary key references app.account on delete cascade,
  company_name text not null,
  company_registration_no text not null,
  country_of_registration text not null,
  vat_tax_registration text not null,
  changed_at timestamptz not null default now()
);
