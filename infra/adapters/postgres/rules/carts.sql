-- What changes a cart does so with one call: its customer waits for every round trip.

-- Puts a variant in; one that is there already gains the quantity. All limits are checked under the cart's lock. A cart is made
-- for the wallet's owner alone, so its row says whose it is.
create or replace function app.add_cart_item(
  of_customer uuid, of_wallet uuid, new_item uuid, wanted uuid, pieces integer, max_lines integer, max_pieces integer
) returns text language plpgsql as $$
declare
  offered record;
  lines bigint;
  present integer;
begin
  perform from app.cart where wallet_id = of_wallet and customer_id = of_customer for update;
  if not found then
    return 'no-cart';
  end if;
  select v.price_minor, v.currency, p.permanent_out_of_stock into offered
    from app.product_variant as v join app.product as p on p.id = v.product_id where v.id = wanted and p.active;
  if not found then
    return 'not-sold';
  end if;
  if offered.permanent_out_of_stock then
    return 'out-of-stock';
  end if;
  select count(*), max(quantity) filter (where variant_id = wanted) into lines, present
    from app.cart_item where wallet_id = of_wallet;
  if coalesce(present, 0) + pieces > max_pieces then
    return 'too-many-pieces';
  end if;
  if present is null and lines >= max_lines then
    return 'too-many-lines';
  end if;
  insert into app.cart_item (id, wallet_id, variant_id, quantity, noted_price, noted_currency)
    values (new_item, of_wallet, wanted, pieces, offered.price_minor, offered.currency)
    on conflict (wallet_id, variant_id) do update set quantity = app.cart_item.quantity + excluded.quantity,
      noted_price = excluded.noted_price, noted_currency = excluded.noted_currency;
  perform app.settle_cart(of_wallet);
  return 'added';
end $$;

-- After a change by the customer: notices of lines that went or prices that moved are shown once.
create or replace function app.settle_cart(of_wallet uuid) returns void language sql as $$
  delete from app.cart_item as item using app.product_variant as v, app.product as p
    where item.wallet_id = of_wallet and v.id = item.variant_id and p.id = v.product_id and not p.active;
  update app.cart_item as item set noted_price = v.price_minor, noted_currency = v.currency
    from app.product_variant as v where item.wallet_id = of_wallet and v.id = item.variant_id
      and (item.noted_price, item.noted_currency) is distinct from (v.price_minor, v.currency);
$$;
