-- Who sold, kept with each invoice in the clear: it is no personal data, and stays when who bought is erased. Invoices that were issued before
-- have it with their sealed parties, while these are kept.
alter table app.invoice_number add column seller jsonb;
