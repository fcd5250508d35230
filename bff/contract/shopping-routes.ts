import { AddToCartBody, Cart, CartQuery, CartSaved, UpdateCartItemBody } from './cart.ts';
import { dataOf, PageQuery, pageOf } from './common.ts';
import {
  CheckoutAnswer,
  CheckoutBody,
  CodeLife,
  CodeReveal,
  CodeRevealExportQuery,
  CodeRevealListQuery,
  CreditNoteParams,
  GiftCodesAnswer,
  OrderCodeParams,
  OrderDetail,
  OrderPage,
  OrderSaved,
  ReleaseRestBody,
} from './order.ts';
import { PDF, routesFor } from './route.ts';

const cart = routesFor({ auth: 'customer', ability: 'cart:write', tag: 'Cart' });

export const cartRoutes = {
  getCart: cart.get('/cart', 'The cart of a wallet.', Cart, { query: CartQuery }),
  addToCart: cart.post('/cart', 'Add a product; one that is in the cart already gains the quantity.', CartSaved, {
    expects: { nothing: 'a cart costs nothing; its checkout names the total' },
    body: AddToCartBody,
    status: 201,
  }),
  updateCartLine: cart.put('/cart/:id', 'Set the quantity of a line; below 1 removes it.', CartSaved, {
    expects: { nothing: 'a cart costs nothing; its checkout names the total' },
    body: UpdateCartItemBody,
  }),
  removeCartLine: cart.delete('/cart/:id', 'Remove a line.', CartSaved, {
    expects: { nothing: 'a cart costs nothing; its checkout names the total' },
    query: CartQuery,
  }),
  clearCart: cart.delete('/cart', 'Empty the cart.', CartSaved, {
    expects: { nothing: 'a cart costs nothing' },
    query: CartQuery,
  }),
};

const checkout = routesFor({ auth: 'customer', ability: 'orders:write', tag: 'Orders' });

export const checkoutRoutes = {
  checkout: checkout.post(
    '/checkout',
    'Place an order of what is in the cart, and pay it at once where the wallet’s funds cover it.',
    CheckoutAnswer,
    { expects: ['expect_total'], body: CheckoutBody, status: 201 },
  ),
};

const order = routesFor({ auth: 'customer', ability: 'orders:read', tag: 'Orders' });

export const orderRoutes = {
  listOrders: order.get('/orders', 'Orders, newest first.', OrderPage, { query: PageQuery }),
  getOrder: order.get('/orders/:id', 'One order.', dataOf(OrderDetail)),
  cancelOrder: order.post('/orders/:id/cancel', 'Cancel an order that is not paid yet.', OrderSaved, {
    expects: { nothing: 'only an order that is not paid is cancelled, so no money moves' },
    ability: 'orders:write',
  }),
  releaseRestOfOrder: order.post(
    '/orders/:id/release',
    'Give up what was not delivered of an order; it is refunded.',
    OrderSaved,
    { expects: ['amount'], ability: 'orders:write', body: ReleaseRestBody },
  ),
  getOrderCodes: order.get(
    '/orders/:id/download-codes',
    'The gift codes of an order, those that are delivered; each look is recorded in the order’s history.',
    GiftCodesAnswer,
    { ability: 'codes:read' },
  ),
  getOrderCodeLives: order.get(
    '/orders/:id/codes',
    'The codes of an order without the codes: how each ends, when it was allocated, and when it was shown.',
    pageOf(CodeLife),
    { query: PageQuery },
  ),
  getOrderCodeProof: order.file(
    '/orders/:id/codes/:codeId/proof',
    'The life of one code as a file that anybody can check, by the log’s published key alone.',
    'application/json',
    { params: OrderCodeParams },
  ),
  getOrderReveals: order.get(
    '/code-reveals',
    'Each time that codes were shown: when, to whom, and from where; newest first.',
    pageOf(CodeReveal),
    { query: CodeRevealListQuery },
  ),
  exportOrderReveals: order.file('/code-reveals/export', 'The same as CSV.', 'text/csv', {
    query: CodeRevealExportQuery,
  }),
  getOrderInvoice: order.file(
    '/orders/:id/download-invoice',
    'The invoice as PDF; a proforma while the order is not paid.',
    PDF,
  ),
  getOrderCreditNote: order.file('/orders/:id/credit-notes/:creditNoteId', 'A credit note of the order as PDF.', PDF, {
    params: CreditNoteParams,
  }),
};
