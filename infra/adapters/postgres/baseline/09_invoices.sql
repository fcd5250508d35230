-- Rates and invoices.

-- What one unit of a currency is worth in the base currency, from a day on. Rows are only added: of two of one day the
-- later holds.
create table app.exchange_rate (
  rate_id uuid primary key,
  currency text not null,
  holds_from date not null,
  rate numeric(15, 9) not null check (rate > 0),
  source text not null check (source in ('configuration', 'ecb', 'hand')),
  -- What was published, where the rate is computed from it.
  quote text not null default '',
  -- An administrator; null for the configuration and the command line.
  recorded_by uuid,
  recorded_at timestamptz not null,
  place bigint generated always as identity
);
create index exchange_rate_of_day on app.exchange_rate (currency, holds_from desc, place desc);

-- Invoices and credit notes as they were issued. The log gives each its number (read.invoices); here is kept for good what was issued under it, with
-- what was decided of its VAT. After a restore of an earlier log a number may be given a second time: both rows stay, and `ledger check` names the one
-- that the log does not have.
create table app.invoice_number (
  -- Of the order; of a credit note, the event that refunded.
  invoice_id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  year integer not null,
  sequence integer not null check (sequence > 0),
  vat_treatment text not null check (vat_treatment in ('voucher', 'standard', 'reverse-charge', 'outside-scope')),
  vat_percent text not null,
  -- Minor units of the invoice's currency, inside its amount.
  vat bigint not null check (vat >= 0),
  -- Of an invoice in another currency than that in which the seller pays VAT: net and VAT in it, and the rates that converted them, each with its
  -- day and source. Null in old ones.
  home_net bigint,
  home_vat bigint,
  home_rates jsonb,
  -- Who sold, kept with each invoice in the clear: it is no personal data, and stays when who bought is erased. Old ones have it with
  -- their sealed parties, while these are kept.
  seller jsonb
);
create index invoice_number_by_sequence on app.invoice_number (kind, year, sequence, invoice_id);

-- Who sold and who bought, as they were then: sealed, and gone with the customer.
create table app.invoice_parties (
  invoice_id uuid primary key references app.invoice_number,
  customer_id uuid not null,
  parties_sealed bytea not null
);
create index invoice_parties_by_customer on app.invoice_parties (customer_id);

-- Invoices of erased customers, which the law has us keep for some years: sealed, and each removed on its day.
create table app.kept_invoice (
  -- Of the order, the credit note or the deposit.
  invoice_id uuid primary key,
  request_id uuid not null references app.personal_data_request,
  kind text not null check (kind in ('order', 'credit-note', 'deposit')),
  number text not null,
  keep_until date not null,
  -- The PDF.
  document_sealed bytea not null
);
create index kept_invoice_request on app.kept_invoice (request_id, number);
create index kept_invoice_until on app.kept_invoice (keep_until);
