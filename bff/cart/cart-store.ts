import { z } from 'zod';
import { type DatabasePool, type Queryable, sql } from '#bff/lib/sql.ts';
import { Currency } from '#core/kernel/money.ts';

const CartRow = z.object({
  walletId: z.uuid(),
  nextOrderId: z.uuid(),
  shownTotal: z.bigint().nullable(),
  lastOrderId: z.uuid().nullable(),
  lastCheckoutAt: z.date().nullable(),
});
export type CartRow = z.infer<typeof CartRow>;

/** A line with its product as the catalogue has it now. */
const CartLineRow = z.object({
  id: z.uuid(),
  quantity: z.int(),
  notedPrice: z.bigint(),
  notedCurrency: Currency,
  variantId: z.uuid(),
  variantName: z.string(),
  priceMinor: z.bigint(),
  currency: Currency,
  available: z.bigint(),
  productId: z.uuid(),
  productName: z.string(),
  brandName: z.string(),
  region: z.string(),
  imageFileId: z.uuid().nullable(),
  isActive: z.boolean(),
  isPermanentOutOfStock: z.boolean(),
});
export type CartLineRow = z.infer<typeof CartLineRow>;

/** The cart of a wallet, made at its first use. The caller has checked whose wallet it is. */
export async function ensureCart(database: Queryable, customerId: string, walletId: string): Promise<CartRow> {
  const columns = sql.fragment`wallet_id as "walletId", next_order_id as "nextOrderId", shown_total as "shownTotal",
    last_order_id as "lastOrderId", last_checkout_at as "lastCheckoutAt"`;
  const known = await database.maybeOne(
    sql.type(CartRow)`select ${columns} from app.cart where wallet_id = ${walletId}`,
  );
  if (known) return known;
  return database.one(
    sql.type(CartRow)`insert into app.cart (wallet_id, customer_id) values (${walletId}, ${customerId})
      on conflict (wallet_id) do update set updated_at = app.cart.updated_at returning ${columns}`,
  );
}

/** Oldest first, as they were put in. */
export function listCartLines(database: Queryable, walletId: string): Promise<readonly CartLineRow[]> {
  return database.any(
    sql.type(CartLineRow)`
      select item.id, item.quantity, item.noted_price as "notedPrice", item.noted_currency as "notedCurrency",
        v.id as "variantId", v.name as "variantName", v.price_minor as "priceMinor", v.currency,
        v.available, p.id as "productId", p.name as "productName",
        coalesce(b.title, '') as "brandName", p.region, p.image_file_id as "imageFileId", p.active as "isActive",
        p.permanent_out_of_stock as "isPermanentOutOfStock"
      from app.cart_item item
      join app.product_variant v on v.id = item.variant_id
      join app.product p on p.id = v.product_id
      left join app.brand b on b.id = p.brand_id
      where item.wallet_id = ${walletId}
      order by item.added_at, item.id`,
  );
}

const Variant = z.object({
  variantId: z.uuid(),
  priceMinor: z.bigint(),
  currency: Currency,
  isPermanentOutOfStock: z.boolean(),
});

/** A variant that the store offers, or null. */
export function findOfferedVariant(database: Queryable, variantId: string): Promise<z.infer<typeof Variant> | null> {
  return database.maybeOne(
    sql.type(Variant)`select v.id as "variantId", v.price_minor as "priceMinor", v.currency,
        p.permanent_out_of_stock as "isPermanentOutOfStock"
      from app.product_variant v join app.product p on p.id = v.product_id
      where v.id = ${variantId} and p.active`,
  );
}

export type AddOutcome = 'added' | 'too-many-pieces' | 'too-many-lines';

/** Puts a variant in; one that is there already gains the quantity. All limits are checked under the cart's lock. */
export function addCartItem(
  database: DatabasePool,
  item: {
    readonly id: string;
    readonly walletId: string;
    readonly variantId: string;
    readonly quantity: number;
    readonly priceMinor: bigint;
    readonly currency: Currency;
  },
  limits: { readonly lines: number; readonly quantity: number },
): Promise<AddOutcome> {
  return database.transaction(async (transaction) => {
    await lockCart(transaction, item.walletId);
    const { lines, present } = await transaction.one(
      sql.type(z.object({ lines: z.bigint(), present: z.int().nullable() }))`
        select count(*) as lines, max(quantity) filter (where variant_id = ${item.variantId}) as present
        from app.cart_item where wallet_id = ${item.walletId}`,
    );
    if ((present ?? 0) + item.quantity > limits.quantity) return 'too-many-pieces';
    if (present === null && Number(lines) >= limits.lines) return 'too-many-lines';
    await transaction.query(
      sql.typeAlias('void')`insert into app.cart_item
          (id, wallet_id, variant_id, quantity, noted_price, noted_currency)
        values (${item.id}, ${item.walletId}, ${item.variantId}, ${item.quantity}, ${item.priceMinor}, ${item.currency})
        on conflict (wallet_id, variant_id) do update set quantity = app.cart_item.quantity + excluded.quantity,
          noted_price = excluded.noted_price, noted_currency = excluded.noted_currency`,
    );
    return 'added';
  });
}

/** Sets a line's quantity. False when the cart has no such line. */
export async function setCartItemQuantity(
  database: Queryable,
  walletId: string,
  itemId: string,
  quantity: number,
): Promise<boolean> {
  const { rowCount } = await database.query(
    sql.typeAlias('void')`update app.cart_item item set quantity = ${quantity}, noted_price = v.price_minor,
        noted_currency = v.currency
      from app.product_variant v where v.id = item.variant_id and item.id = ${itemId} and item.wallet_id = ${walletId}`,
  );
  return rowCount > 0;
}

/** False when the cart has no such line. */
export async function removeCartItem(database: Queryable, walletId: string, itemId: string): Promise<boolean> {
  const { rowCount } = await database.query(
    sql.typeAlias('void')`delete from app.cart_item where id = ${itemId} and wallet_id = ${walletId}`,
  );
  return rowCount > 0;
}

export async function clearCart(database: Queryable, walletId: string): Promise<void> {
  await database.query(sql.typeAlias('void')`delete from app.cart_item where wallet_id = ${walletId}`);
}

/** After a change by the customer: notices of lines that went or prices that moved are shown once. */
export async function settleNotices(database: Queryable, walletId: string): Promise<void> {
  await database.query(
    sql.typeAlias('void')`delete from app.cart_item item using app.product_variant v, app.product p
      where item.wallet_id = ${walletId} and v.id = item.variant_id and p.id = v.product_id and not p.active`,
  );
  await database.query(
    sql.typeAlias('void')`update app.cart_item item set noted_price = v.price_minor, noted_currency = v.currency
      from app.product_variant v where item.wallet_id = ${walletId} and v.id = item.variant_id
        and (item.noted_price, item.noted_currency) is distinct from (v.price_minor, v.currency)`,
  );
}

/** Remembers the total that the customer is shown: a checkout charges that or nothing. */
export async function noteShownTotal(database: Queryable, walletId: string, total: bigint): Promise<void> {
  await database.query(
    sql.typeAlias('void')`update app.cart set shown_total = ${total}, updated_at = now()
      where wallet_id = ${walletId} and shown_total is distinct from ${total}`,
  );
}

async function lockCart(transaction: Queryable, walletId: string): Promise<void> {
  await transaction.query(sql.typeAlias('void')`select from app.cart where wallet_id = ${walletId} for update`);
}
