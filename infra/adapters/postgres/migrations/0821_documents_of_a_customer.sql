-- outside a transaction
-- All documents of a customer, also those that were replaced: each look of an administrator read those of all customers.
create index concurrently company_document_all on app.company_document (customer_id)
