-- The listing of products, kept by triggers, and the search in it.

-- One way to compare names, for what is stored and for what is searched: composed, in lower case, without the dot that the lower case of
-- a Turkish İ leaves above its i, and with one lower sigma.
create or replace function app.folded(written text) returns text language sql immutable parallel safe
return translate(replace(lower(normalize(written, nfc)), 'i' || chr(775), 'i'), chr(962), chr(963));

-- The row's lock comes first: of two changes at once, the second then reads what the first has made.
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

create or replace function app.relist_product() returns trigger language plpgsql as $$
begin
  perform app.list_product(new.id);
  return null;
end $$;

create or replace function app.relist_variant() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform app.list_product(old.product_id);
  end if;
  if tg_op <> 'DELETE' then
    perform app.list_product(new.product_id);
  end if;
  return null;
end $$;

create or replace function app.relist_brand() returns trigger language plpgsql as $$
begin
  perform app.list_product(id) from app.product where brand_id = new.id order by id;
  return null;
end $$;

-- Once for each transaction, however many products it changes.
create or replace function app.change_catalogue_version() returns trigger language plpgsql as $$
begin
  update app.catalogue_version set version = gen_random_uuid() where xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

-- The word of a product in the store that a mistyped one means, or null: one or two letters differ. Two letters in the wrong order
-- leave few threes of a short word as they are.
create or replace function app.nearest_word(typed text) returns text language sql stable
set pg_trgm.similarity_threshold = '0.15' as $$
  select word from app.product_word
  where word operator(public.%) typed
    and public.levenshtein_less_equal(word, typed, 2) <= case when length(typed) < 4 then 1 else 2 end
    and exists (select from app.product_listing where is_in_store and search_text like '%' || word || '%')
  order by public.levenshtein(word, typed), public.similarity(word, typed) desc, word limit 1
$$;

-- Whether a product of the store has this text. The planner expects to find one soon and reads the table, which a mistyped word
-- makes it read whole: the index knows at once.
create or replace function app.store_has_text(pattern text) returns boolean language sql stable
set enable_seqscan = off as $$
  select exists (select from app.product_listing where is_in_store and search_text like pattern)
$$;
