create extension if not exists fuzzystrmatch with schema public;

-- What products are listed, filtered and searched by, in one narrow row each: brand and variant are other tables. Kept by triggers,
-- so that nothing that changes a product can leave it out. Names are in lower case, as they are sorted and compared.
create table app.product_listing (
  product_id uuid primary key references app.product on delete cascade,
  -- A product is shown with its first variant.
  variant_id uuid,
  -- Active, with a variant.
  is_in_store boolean not null,
  name_key text not null,
  brand_id integer,
  brand_key text,
  region_key text not null,
  price_minor bigint,
  currency text,
  search_text text not null
);
create index product_listing_name on app.product_listing (name_key, product_id) where is_in_store;
-- What was not merged into the index yet would be looked through by every search.
create index product_listing_search on app.product_listing using gin (search_text public.gin_trgm_ops)
  with (fastupdate = off);

-- The words that a product has or has had: the nearest of them is what a mistyped one means.
create table app.product_word (word text primary key);
create index product_word_like on app.product_word using gin (word public.gin_trgm_ops) with (fastupdate = off);

-- The row's lock comes first: of two changes at once, the second then reads what the first has made.
create function app.list_product(wanted uuid) returns void language plpgsql as $$
begin
  perform from app.product_listing where product_id = wanted for update;
  insert into app.product_listing
    select p.id, v.id, p.active and v.id is not null, lower(p.name), b.id, lower(b.title), lower(p.region),
      v.price_minor, v.currency, lower(concat_ws(' ', p.name, b.title, v.name, p.category, p.region))
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

create function app.relist_product() returns trigger language plpgsql as $$
begin
  perform app.list_product(new.id);
  return null;
end $$;
create trigger product_listed after insert or update of name, category, region, brand_id, active on app.product
  for each row execute function app.relist_product();

create function app.relist_variant() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform app.list_product(old.product_id);
  end if;
  if tg_op <> 'DELETE' then
    perform app.list_product(new.product_id);
  end if;
  return null;
end $$;
create trigger variant_listed after insert or delete or update of product_id, name, position, price_minor, currency on app.product_variant
  for each row execute function app.relist_variant();

create function app.relist_brand() returns trigger language plpgsql as $$
begin
  perform app.list_product(id) from app.product where brand_id = new.id order by id;
  return null;
end $$;
create trigger brand_listed after update of title on app.brand
  for each row when (old.title is distinct from new.title) execute function app.relist_brand();

select app.list_product(id) from app.product;

-- The word of a product in the store that a mistyped one means, or null: one or two letters differ. Two letters in the wrong order
-- leave few threes of a short word as they are.
create function app.nearest_word(typed text) returns text language sql stable
set pg_trgm.similarity_threshold = '0.15' as $$
  select word from app.product_word
  where word operator(public.%) typed
    and public.levenshtein_less_equal(word, typed, 2) <= case when length(typed) < 4 then 1 else 2 end
    and exists (select from app.product_listing where is_in_store and search_text like '%' || word || '%')
  order by public.levenshtein(word, typed), public.similarity(word, typed) desc, word limit 1
$$;
