import { dataOf, PageQuery, pageOf } from '#bff/contract/base/common.ts';
import { PDF, routesFor } from '#bff/contract/base/route.ts';
import {
  AdminOrderAnswer,
  AdminOrderListQuery,
  AdminOrderPage,
  AdminOrderSaved,
  AdminOrderSearchQuery,
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
  OrderStatusBody,
  ReleaseRestBody,
} from './order.ts';

const desk = routesFor({ auth: 'administrator', permission: 'orders:read', tag: 'Admin: orders' });

export const adminOrderRoutes = {
  adminListOrders: desk.get('/admin/orders', 'Orders.', AdminOrderPage, {
    background: true,
    query: AdminOrderListQuery,
  }),
  searchOrders: desk.get('/admin/orders/search', 'Search orders by number or customer.', AdminOrderPage, {
    query: AdminOrderSearchQuery,
  }),
  adminGetOrder: desk.get('/admin/orders/:id', 'One order.', AdminOrderAnswer),
  adminGetOrderInvoice: desk.file('/admin/orders/:id/download-invoice', 'The invoice as PDF.', PDF),
  getOrderSalesInvoice: desk.file('/admin/orders/:id/download-sales-invoice', 'The sales invoice as PDF.', PDF),
  adminGetOrderCreditNote: desk.file(
    '/admin/orders/:id/credit-notes/:creditNoteId',
    'A credit note of the order as PDF.',
    PDF,
    { params: CreditNoteParams },
  ),
  setOrderStatus: desk.patch(
    '/admin/orders/:id/status',
    'Change the status, where the order’s state allows it.',
    AdminOrderSaved,
    { expects: ['expect_refund'], permission: 'orders:decide', body: OrderStatusBody },
  ),
  fulfillOrder: desk.post(
    '/admin/orders/:id/fulfill',
    'Try to allocate the codes of a paid order now.',
    AdminOrderSaved,
    { expects: { nothing: 'it delivers what was paid for' }, permission: 'orders:decide' },
  ),
  releaseRestOfOrderAsAdministrator: desk.post(
    '/admin/orders/:id/release',
    'Give up what was not delivered of an order; it is refunded.',
    AdminOrderSaved,
    { expects: ['amount'], permission: 'orders:decide', body: ReleaseRestBody },
  ),
};

const own = routesFor({ auth: 'customer', ability: 'orders:write', tag: 'Orders' });

export const checkoutRoutes = {
  checkout: own.post(
    '/checkout',
    'Place an order of what is in the cart, and pay it at once where the wallet’s funds cover it.',
    CheckoutAnswer,
    { expects: ['expect_total', 'expect_lines'], body: CheckoutBody, status: 201 },
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
