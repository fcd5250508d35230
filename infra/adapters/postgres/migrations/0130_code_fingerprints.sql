-- Keys of the installation, sealed under the key of the data: they stay when that one changes.
create table app.installation_key (
  name text primary key,
  key_sealed bytea not null
);

-- A code is sold once, under whatever product.
do $$
declare
  twice text;
begin
  select string_agg(format('%s (ends in %s)', id, last_four), ', ' order by fingerprint, id) into twice
  from app.gift_code where fingerprint in (select fingerprint from app.gift_code group by 1 having count(*) > 1);
  if twice is not null then
    raise exception 'These gift codes are in stock under two products. Remove one of each pair that is not sold from app.gift_code, then start again: %', twice;
  end if;
end $$;

alter table app.gift_code drop constraint gift_code_variant_id_fingerprint_key;
alter table app.gift_code add constraint gift_code_fingerprint_key unique (fingerprint);
create index gift_code_variant on app.gift_code (variant_id, order_id);
