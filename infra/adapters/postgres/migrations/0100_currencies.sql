-- Which currencies there are stands in one table of the code (core/kernel/currencies.ts), not here as well.
alter table app.product_variant drop constraint product_variant_currency_check,
  add constraint product_variant_currency_check check (currency ~ '^[A-Z]{3}$');

-- Customers have had wallets in these since they registered: a store that has followed its log need not open them again.
insert into app.process_checkpoint (name, position)
select 'open-wallets:' || currency, position
from app.process_checkpoint, unnest(array['USD', 'EUR']) currency
where name = 'processes';
