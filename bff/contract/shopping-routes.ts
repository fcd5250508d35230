import { AddToCartBody, Cart, CartQuery, CartSaved, UpdateCartItemBody } from './cart.ts';
import { PageQuery, UuidParams } from './common.ts';
import {
  CheckoutAnswer,
  CheckoutBody,
  CodeLifePage,
  CodeRevealExportQuery,
  CodeRevealListQuery,
  CodeRevealPage,
  CreditNoteParams,
  GiftCodesAnswer,
  OrderAnswer,
  OrderCodeParams,
  OrderPage,
  OrderSaved,
  ReleaseRestBody,
} from './order.ts';
import { defineRoutes } from './route.ts';

const cart = { auth: 'customer', ability: 'cart:write', tag: 'Cart' } as const;

export const cartRoutes = defineRoutes(cart, {
  show: {
    call: 'GET /cart',
    query: CartQuery,
    response: Cart,
    summary: 'The cart of a wallet.',
  },
  add: {
    call: 'POST /cart',
    expects: { nothing: 'a cart costs nothing; its checkout names the total' },
    operation: 'addToCart',
    body: AddToCartBody,
    response: CartSaved,
    status: 201,
    idempotent: true,
    summary: 'Add a product; one that is in the cart already gains the quantity.',
  },
  update: {
    call: 'PUT /cart/:id',
    expects: { nothing: 'a cart costs nothing; its checkout names the total' },
    operation: 'updateCartLine',
    body: UpdateCartItemBody,
    response: CartSaved,
    summary: 'Set the quantity of a line; below 1 removes it.',
  },
  remove: {
    call: 'DELETE /cart/:id',
    expects: { nothing: 'a cart costs nothing; its checkout names the total' },
    operation: 'removeCartLine',
    query: CartQuery,
    response: CartSaved,
    summary: 'Remove a line.',
  },
  clear: {
    call: 'DELETE /cart',
    expects: { nothing: 'a cart costs nothing' },
    query: CartQuery,
    response: CartSaved,
    summary: 'Empty the cart.',
  },
});

const checkout = { auth: 'customer', ability: 'orders:write', tag: 'Orders' } as const;

export const checkoutRoutes = defineRoutes(checkout, {
  checkout: {
    call: 'POST /checkout',
    expects: ['expect_total'],
    body: CheckoutBody,
    response: CheckoutAnswer,
    status: 201,
    idempotent: true,
    summary: 'Place an order of what is in the cart, and pay it at once where the wallet’s funds cover it.',
  },
});

const order = { auth: 'customer', ability: 'orders:read', tag: 'Orders' } as const;

export const orderRoutes = defineRoutes(order, {
  list: {
    call: 'GET /orders',
    query: PageQuery,
    response: OrderPage,
    summary: 'Orders, newest first.',
  },
  show: { call: 'GET /orders/:id', params: UuidParams, response: OrderAnswer, summary: 'One order.' },
  cancel: {
    call: 'POST /orders/:id/cancel',
    expects: { nothing: 'only an order that is not paid is cancelled, so no money moves' },
    ability: 'orders:write',
    response: OrderSaved,
    idempotent: true,
    summary: 'Cancel an order that is not paid yet.',
  },
  release: {
    call: 'POST /orders/:id/release',
    expects: ['amount'],
    operation: 'releaseRestOfOrder',
    ability: 'orders:write',
    body: ReleaseRestBody,
    response: OrderSaved,
    idempotent: true,
    summary: 'Give up what was not delivered of an order; it is refunded.',
  },
  codes: {
    call: 'GET /orders/:id/download-codes',
    ability: 'codes:read',
    response: GiftCodesAnswer,
    summary: 'The gift codes of an order, those that are delivered; each look is recorded in the order’s history.',
  },
  codeLives: {
    call: 'GET /orders/:id/codes',
    query: PageQuery,
    response: CodeLifePage,
    summary: 'The codes of an order without the codes: how each ends, when it was allocated, and when it was shown.',
  },
  codeProof: {
    call: 'GET /orders/:id/codes/:codeId/proof',
    params: OrderCodeParams,
    file: 'application/json',
    summary: 'The life of one code as a file that anybody can check, by the log’s published key alone.',
  },
  reveals: {
    call: 'GET /code-reveals',
    query: CodeRevealListQuery,
    response: CodeRevealPage,
    summary: 'Each time that codes were shown: when, to whom, and from where; newest first.',
  },
  exportReveals: {
    call: 'GET /code-reveals/export',
    query: CodeRevealExportQuery,
    file: 'text/csv',
    summary: 'The same as CSV.',
  },
  invoice: {
    call: 'GET /orders/:id/download-invoice',
    file: 'application/pdf',
    summary: 'The invoice as PDF; a proforma while the order is not paid.',
  },
  creditNote: {
    call: 'GET /orders/:id/credit-notes/:creditNoteId',
    params: CreditNoteParams,
    file: 'application/pdf',
    summary: 'A credit note of the order as PDF.',
  },
});
