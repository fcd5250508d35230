-- Whether a product of the store has this text. The planner expects to find one soon and reads the table, which a mistyped word
-- makes it read whole: the index knows at once.
create function app.store_has_text(pattern text) returns boolean language sql stable
set enable_seqscan = off as $$
  select exists (select from app.product_listing where is_in_store and search_text like pattern)
$$;
