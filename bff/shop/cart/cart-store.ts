import { z } from 'zod';
import { invalidField } from '#bff/kit/lib/api-error.ts';
import { ratesAt } from '#bff/kit/tables/rates.ts';
import { type Queryable, sql, WITHOUT_WAITING } from '#bff/kit/tables/sql.ts';
import { writesOf } from '#bff/kit/tables/table.ts';
import { DatedRates } from '#core/kernel/money/dated-rates.ts';
import { Currency } from '#core/kernel/money/money.ts';
import { discountOn } from '#projections/models/customers.ts';

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
  /** The customer's own discount for this product; 0 without one. */
  discountBasisPoints: z.int(),
});
export type CartLineRow = z.infer<typeof CartLineRow>;

/** The wallet in each row of a cart, and the cart itself where there is one. */
const Head = z.object({
  walletId: z.uuid(),
  customerId: z.uuid(),
  walletCurrency: Currency,
  nextOrderId: z.uuid().nullable(),
  shownTotal: z.bigint().nullable(),
  lastOrderId: z.uuid().nullable(),
  lastCheckoutAt: z.date().nullable(),
  rates: DatedRates,
});
/** An empty cart has one row, without a line. */
export const CartRow = z.union([Head.extend(CartLineRow.shape), Head.extend({ id: z.null() })]);
export type CartRow = z.infer<typeof CartRow>;

export type CartOwner = { readonly customerId: string; readonly walletId: string };
export type StoredCart = z.infer<typeof Head> & { readonly lines: readonly CartLineRow[] };

/** With the rates of the moment. */
export const cartColumns = (
  now: Date,
) => sql.fragment`${ratesAt(now)} as rates, wallet.wallet_id as "walletId", wallet.customer_id as "customerId",
  wallet.currency as "walletCurrency", cart.next_order_id as "nextOrderId", cart.shown_total as "shownTotal",
  cart.last_order_id as "lastOrderId", cart.last_checkout_at as "lastCheckoutAt", item.id, item.quantity,
  item.noted_price as "notedPrice", item.noted_currency as "notedCurrency", v.id as "variantId", v.name as "variantName",
  v.price_minor as "priceMinor", v.currency, v.available, p.id as "productId", p.name as "productName",
  coalesce(b.title, '') as "brandName", p.region, p.image_file_id as "imageFileId", p.active as "isActive",
  p.permanent_out_of_stock as "isPermanentOutOfStock", coalesce(discount.basis_points, 0) as "discountBasisPoints"`;
export const cartTables = sql.fragment`read.wallets wallet
  left join app.cart cart on cart.wallet_id = wallet.wallet_id
  left join app.cart_item item on item.wallet_id = cart.wallet_id
  left join app.product_variant v on v.id = item.variant_id
  left join app.product p on p.id = v.product_id
  left join app.brand b on b.id = p.brand_id
  ${discountOn(sql.fragment`wallet.customer_id`, sql.fragment`p.id`)}`;
/** Only the owner's cart, lines oldest first. */
export const ofCart = ({ customerId, walletId }: CartOwner) => sql.fragment`where wallet.wallet_id = ${walletId}
  and wallet.customer_id = ${customerId} order by item.added_at, item.id`;

/** @throws ApiError 422 where there are no rows, because the wallet belongs to another customer */
export function cartOf(rows: readonly CartRow[]): StoredCart {
  const [first] = rows;
  if (!first) throw invalidField('wallet_id', 'No wallet selected');
  return { ...first, lines: rows.filter((row) => row.id !== null) };
}

/** A wallet's cart at one moment. @throws ApiError 422 where the wallet is not the customer's */
export const readCart = async (database: Queryable, owner: CartOwner, now: Date): Promise<StoredCart> =>
  cartOf(await database.any(sql.type(CartRow)`select ${cartColumns(now)} from ${cartTables} ${ofCart(owner)}`));

/** Makes the cart of a wallet at its first use. The caller has checked the wallet's owner. */
export const makeCart = (database: Queryable, { customerId, walletId }: CartOwner): Promise<boolean> =>
  writesOf('cart').add(database, { walletId, customerId });

const items = writesOf('cart_item');
const AddOutcome = z.enum(['added', 'no-cart', 'not-sold', 'out-of-stock', 'too-many-pieces', 'too-many-lines']);
export type AddOutcome = z.infer<typeof AddOutcome>;
const Added = z.object({ outcome: AddOutcome });

/** Adds a variant, or raises the quantity of its line: see rules/carts.sql. */
export function addCartItem(
  database: Queryable,
  { customerId, walletId }: CartOwner,
  item: { readonly id: string; readonly variantId: string; readonly quantity: number },
  limits: { readonly lines: number; readonly quantity: number },
): Promise<AddOutcome> {
  return database.oneFirst(sql.type(Added)`select app.add_cart_item(${customerId}, ${walletId}, ${item.id},
    ${item.variantId}, ${item.quantity}, ${limits.lines}, ${limits.quantity}) as outcome`);
}

/** False where the cart has no such line. */
export async function setCartItemQuantity(
  database: Queryable,
  walletId: string,
  itemId: string,
  quantity: number,
): Promise<boolean> {
  const { rowCount } = await database.query(sql.void`
    update app.cart_item item set quantity = ${quantity}, noted_price = v.price_minor,
      noted_currency = v.currency
    from app.product_variant v where v.id = item.variant_id and item.id = ${itemId} and item.wallet_id = ${walletId}`);
  return rowCount > 0;
}

/** False where the cart has no such line. */
export const removeCartItem = async (database: Queryable, walletId: string, id: string): Promise<boolean> =>
  (await items.remove(database, { id, walletId })) > 0;

export const clearCart = (database: Queryable, walletId: string): Promise<number> =>
  items.remove(database, { walletId });

/** Runs after a change by the customer: notices of removed lines and changed prices are shown once. */
export async function settleNotices(database: Queryable, walletId: string): Promise<void> {
  await database.query(sql.void`select from app.settle_cart(${walletId})`);
}

/** Stores the total that the customer is shown, because a checkout charges exactly that. Where a crash loses it, the checkout is refused. */
export async function noteShownTotal(database: Queryable, walletId: string, total: bigint): Promise<void> {
  await database.query(sql.void`update app.cart set shown_total = ${total}, updated_at = now()
    from ${WITHOUT_WAITING} where wallet_id = ${walletId} and shown_total is distinct from ${total}`);
}
