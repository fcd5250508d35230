import { z } from 'zod';
import { Money, named, savedOf, Uuid, wholeNumberInput } from '#bff/contract/base/common.ts';
import { routesFor } from '#bff/contract/base/route.ts';
import { MAX_QUANTITY, MIN_QUANTITY } from '#core/aggregates/order/limits.ts';

const CartVariant = z.object({
  id: Uuid,
  name: z.string(),
  stock_amount: z.int().nullable(),
  /** Price of one in the product's own currency. */
  price: Money,
  product: z.object({
    id: Uuid,
    name: z.string(),
    brand_name: z.string(),
    region: z.string(),
    images: z.array(z.object({ SmallUrl: z.string(), MediumUrl: z.string(), MediumLargeUrl: z.string() })),
  }),
});

export const CartItem = named('CartItem', {
  id: Uuid,
  quantity: z.int(),
  /** Price of one, in the wallet's currency. */
  unit_price: Money,
  /** The line before discount, in the wallet's currency. */
  price: Money,
  /** The line's discount; zero amount when there is none. */
  discount: Money,
  conversion_fee: Money,
  /** What the line costs: price − discount + conversion fee. */
  total: Money,
  variant: CartVariant,
});
export type CartItem = z.infer<typeof CartItem>;

export const CartIssue = named('CartIssue', {
  id: Uuid,
  variant_id: Uuid,
  name: z.string(),
  code: z.enum(['unavailable', 'price_changed', 'too_much', 'nothing_to_pay']),
  message: z.string(),
});
export type CartIssue = z.infer<typeof CartIssue>;

const CartTotals = named('CartTotals', {
  items_count: z.int(),
  subtotal: Money,
  discount: Money,
  conversion_fees: Money,
  total: Money,
});

export const CartValidation = named('CartValidation', {
  valid: z.boolean(),
  has_changes: z.boolean(),
  invalid_items: z.array(CartIssue),
  removed_items: z.array(CartIssue),
  updated_items: z.array(CartIssue),
});
export type CartValidation = z.infer<typeof CartValidation>;

const CartMeta = named('CartMeta', {
  wallet_id: Uuid,
  totals: CartTotals,
  /** Not all of it is in stock, and the store delivers the available part where the customer agrees (`allow_partial`). */
  may_deliver_in_part: z.boolean(),
  /** An order that is not paid within it is cancelled. */
  pay_within_hours: z.int(),
  validation: CartValidation,
});

export const Cart = named('Cart', {
  data: z.array(CartItem),
  meta: CartMeta,
});
export type Cart = z.infer<typeof Cart>;

const wholeNumber = z
  .number({ error: 'Quantity must be a number' })
  .int('Quantity must be a whole number')
  .max(MAX_QUANTITY, 'Quantity must be at most 99999');

const CartQuery = z.object({ wallet_id: z.guid('No wallet selected').toLowerCase() });

const AddToCartBody = z.object({
  variant_id: Uuid,
  quantity: wholeNumberInput(wholeNumber.min(MIN_QUANTITY, 'Quantity must be at least 1')),
  wallet_id: z.guid('No wallet selected').toLowerCase(),
});

const UpdateCartItemBody = z.object({
  /** Below 1 removes the line. */
  quantity: wholeNumberInput(wholeNumber.min(-MAX_QUANTITY, 'Quantity must be at least 1')),
  wallet_id: z.guid('No wallet selected').toLowerCase(),
});

/** Each change answers with the whole cart, so the screen needs no second call. */
export const CartSaved = savedOf(z.array(CartItem)).extend({ meta: CartMeta });
export type CartSaved = z.infer<typeof CartSaved>;

const own = routesFor({ auth: 'customer', ability: 'cart:write', tag: 'Cart' });

export const cartRoutes = {
  getCart: own.get('/cart', 'The cart of a wallet.', Cart, { query: CartQuery }),
  addToCart: own.post('/cart', 'Add a product; one that is in the cart already gains the quantity.', CartSaved, {
    expects: { nothing: 'a cart costs nothing; its checkout names the total' },
    body: AddToCartBody,
    status: 201,
  }),
  updateCartLine: own.put('/cart/:id', 'Set the quantity of a line; below 1 removes it.', CartSaved, {
    expects: { nothing: 'a cart costs nothing; its checkout names the total' },
    body: UpdateCartItemBody,
  }),
  removeCartLine: own.delete('/cart/:id', 'Remove a line.', CartSaved, {
    expects: { nothing: 'a cart costs nothing; its checkout names the total' },
    query: CartQuery,
  }),
  clearCart: own.delete('/cart', 'Empty the cart.', CartSaved, {
    expects: { nothing: 'a cart costs nothing' },
    query: CartQuery,
  }),
};
