import type { AdminOrder, AdminOrderDetail, AdminOrderListQuery, AdminOrderPage } from '#bff/contract/shop/order.ts';
import { adminOrderRoutes } from '#bff/contract/shop/order-routes.ts';
import { type RecordingCall, recordAction } from '#bff/identity/audit/record-action.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { sendPdf } from '#bff/kit/files/send-file.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, found } from '#bff/kit/lib/api-error.ts';
import { requireShownAmount } from '#bff/kit/lib/as-shown.ts';
import { pageAsked } from '#bff/kit/lib/asked.ts';
import { presentList, presentPerson } from '#bff/kit/lib/present.ts';
import { drawCreditNoteOf, drawOrderInvoice } from '#bff/papers/invoices/order-papers.ts';
import { presentOrder, presentOrderDetail } from '#bff/shop/orders/present.ts';
import { listReveals } from '#bff/shop/orders/reveals.ts';
import { ORDER_FULFILMENTS, ORDER_PAYMENTS, orderStateOf } from '#core/aggregates/states.ts';
import { findOrderWithLines } from '#projections/models/order-lines.ts';
import { findOrder, listOrders, type OrderListItem, type OrderSort } from '#projections/models/orders.ts';
import { releaseCommand, releasedMessage } from './release-rest.ts';
import { allowedStatuses, fulfilmentObstacle, offersOf } from './status.ts';

/** Numbers ascend with time, and time has an index. */
const SORTS: Readonly<Record<AdminOrderListQuery['sort_by'], OrderSort>> = {
  created_at: 'placed_at',
  order_number: 'placed_at',
  total: 'total',
  payment_status: 'payment_status',
  fulfillment_status: 'fulfilment_status',
};

const NO_ORDER = 'There is no such order.';

export const registerAdminOrders = feature(adminOrderRoutes, (deps) => {
  const { database } = deps;
  const find = async (id: string) => found(await findOrder(database, id), NO_ORDER);
  const show = async (id: string): Promise<AdminOrderDetail> => {
    const { order, lines } = found(await findOrderWithLines(database, id), NO_ORDER);
    const reveals = await listReveals(deps, order);
    return { ...presentOrderDetail(order, lines, reveals), user: presentPerson(order), ...offersOf(order) };
  };
  /** Serves the queue of waiting orders in its order: an earlier paid order is not overtaken. Returns the order's id. */
  const fulfil = async (call: RecordingCall, order: OrderListItem): Promise<string> => {
    const obstacle = fulfilmentObstacle(order);
    if (obstacle !== null) throw conflict('invalid_state', obstacle);
    await recordAction(
      call,
      'fulfilment-requested',
      ['order', order.orderId],
      { number: order.number },
      { wait: 'shown' },
    );
    const served = await find(order.orderId);
    // Codes for a part of it are progress, too.
    if (served.fulfilledAt === null && served.held === order.held) {
      throw conflict(
        'out_of_stock',
        'There are not enough gift codes in stock for this order and those that were paid before it. It stays paid, and is fulfilled by itself as soon as codes are added.',
      );
    }
    return order.orderId;
  };

  return {
    adminListOrders: ({ query }) => orderPage(deps, query),
    searchOrders: ({ query }) => orderPage(deps, query, query.term),
    adminGetOrder: async ({ params }) => ({ data: await show(params.id) }),
    adminGetOrderInvoice: async ({ params, reply }) =>
      sendPdf(reply, await drawOrderInvoice(deps, await find(params.id))),
    getOrderSalesInvoice: async ({ params, reply }) =>
      sendPdf(reply, await drawOrderInvoice(deps, await find(params.id), 'Sales invoice')),
    adminGetOrderCreditNote: async ({ params, reply }) =>
      sendPdf(reply, await drawCreditNoteOf(deps, await find(params.id), params.creditNoteId)),
    setOrderStatus: async (call) => {
      const order = await find(call.params.id);
      const { status } = call.body;
      if (!allowedStatuses(order).includes(status)) {
        // A repetition: the order already is in the requested state.
        if (status === 'cancelled' && order.cancelledAt !== null) {
          return { message: 'Order has been cancelled', data: await show(order.orderId) };
        }
        throw conflict('invalid_state', `This order cannot be set to ${status} as it stands. Nothing was changed.`);
      }
      if (status === 'completed') {
        return { message: 'Order has been fulfilled', data: await show(await fulfil(call, order)) };
      }
      const refund = orderStateOf(presentOrder(order)) === 'paid' ? order.total : 0n;
      requireShownAmount('expect_refund', 'The refund', call.body.expect_refund, refund, order.currency);
      await call.execute(
        { type: 'CancelOrder', orderId: order.orderId, reason: 'administrator', note: null },
        { wait: 'shown' },
      );
      return { message: 'Order has been cancelled', data: await show(order.orderId) };
    },
    fulfillOrder: async (call) => {
      const order = await find(call.params.id);
      const data = await show(await fulfil(call, order));
      const isWhole = data.fulfilled_at !== null;
      return {
        message: isWhole ? 'Order has been fulfilled' : 'The codes that are in stock have been delivered',
        data,
      };
    },
    releaseRestOfOrderAsAdministrator: async (call) => {
      const order = await find(call.params.id);
      await call.execute(releaseCommand(order, call.body.amount), { wait: 'shown' });
      return { message: releasedMessage(await find(order.orderId)), data: await show(order.orderId) };
    },
  };
});

const present = (row: OrderListItem): AdminOrder => ({ ...presentOrder(row), user: presentPerson(row) });

async function orderPage(
  { database }: Pick<BffDeps, 'database'>,
  query: AdminOrderListQuery,
  search?: string,
): Promise<AdminOrderPage> {
  const page = await listOrders(database, {
    ...pageAsked(query),
    sortBy: SORTS[query.sort_by],
    sortOrder: query.sort_order,
    // The screens have statuses that no order of this ledger has. Such a filter finds nothing.
    paymentStatus: query.payment_status && ORDER_PAYMENTS.filter((status) => status === query.payment_status),
    fulfilmentStatus:
      query.fulfillment_status && ORDER_FULFILMENTS.filter((status) => status === query.fulfillment_status),
    customerId: query.user_id,
    search,
  });
  return presentList(page, present);
}
