-- One way to compare names, for what is stored and for what is searched: composed, in lower case, without the dot that the lower case of
-- a Turkish İ leaves above its i, and with one lower sigma.
create function app.folded(written text) returns text language sql immutable parallel safe
return translate(replace(lower(normalize(written, nfc)), 'i' || chr(775), 'i'), chr(962), chr(963));

-- Texts come composed from the door now.
update app.product set name = normalize(name, nfc) where name is not nfc normalized;
update app.product set category = normalize(category, nfc) where category is not nfc normalized;
update app.product_variant set name = normalize(name, nfc) where name is not nfc normalized;
update app.brand set title = normalize(title, nfc) where title is not nfc normalized;
update app.account set name = normalize(name, nfc) where name is not nfc normalized;
update app.company set company_name = normalize(company_name, nfc) where company_name is not nfc normalized;

-- People look for Äpfel between Apfel and Zebra, whatever the locale of the database.
alter table app.product_listing alter column name_key type text collate "und-x-icu",
  alter column brand_key type text collate "und-x-icu";

create or replace function app.list_product(wanted uuid) returns void language plpgsql as $$
begin
  perform from app.product_listing where product_id = wanted for update;
  insert into app.product_listing
    select p.id, v.id, p.active and v.id is not null, app.folded(p.name), b.id, app.folded(b.title), lower(p.region),
      v.price_minor, v.currency, app.folded(concat_ws(' ', p.name, b.title, v.name, p.category, p.region))
    from app.product as p
    left join lateral (
      select id, name, price_minor, currency from app.product_variant where product_id = p.id order by position, created_at, id limit 1
    ) as v on true
    left join app.brand as b on b.id = p.brand_id
    where p.id = wanted
  on conflict (product_id) do update set variant_id = excluded.variant_id, is_in_store = excluded.is_in_store,
    name_key = excluded.name_key, brand_id = excluded.brand_id, brand_key = excluded.brand_key,
    region_key = excluded.region_key, price_minor = excluded.price_minor, currency = excluded.currency,
    search_text = excluded.search_text;
  -- A number is never a mistyped other one.
  insert into app.product_word
    select word from app.product_listing, unnest(tsvector_to_array(to_tsvector('simple', search_text))) as word
    where product_id = wanted and word !~ '\d' and length(word) between 3 and 40 order by word
  on conflict do nothing;
end $$;

select app.list_product(id) from app.product;
