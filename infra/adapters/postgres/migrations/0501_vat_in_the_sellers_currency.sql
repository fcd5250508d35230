-- Of an invoice in another currency than that in which the seller pays VAT: net and VAT in it, and the rates that converted them, each with its
-- day and source. Null for invoices in that currency, and for those that were issued before.
alter table app.invoice_number
  add column home_net bigint,
  add column home_vat bigint,
  add column home_rates jsonb;
