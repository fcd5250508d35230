-- Invoices and credit notes as they were issued. The log gives each its number (read.invoices); here it is kept for good, with what was
-- decided of its VAT. A number that is given once is never given again.
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
  unique (kind, year, sequence)
);

-- Who sold and who bought, as they were then: sealed, and gone with the customer.
create table app.invoice_parties (
  invoice_id uuid primary key references app.invoice_number,
  customer_id uuid not null,
  parties_sealed bytea not null
);
create index invoice_parties_by_customer on app.invoice_parties (customer_id);

alter table app.kept_invoice drop constraint kept_invoice_kind_check;
alter table app.kept_invoice add constraint kept_invoice_kind_check check (kind in ('order', 'credit-note', 'deposit'));
