import type { z } from 'zod';
import type { CodeRevealExportQuery } from '#bff/contract/shop/order.ts';
import { orderRoutes } from '#bff/contract/shop/order-routes.ts';
import { sendDownload, sendPdf } from '#bff/kit/files/send-file.ts';
import { exportTable } from '#bff/kit/files/table-export.ts';
import { feature } from '#bff/kit/http/register-routes.ts';
import { conflict, found, notFound } from '#bff/kit/lib/api-error.ts';
import { daysAsked, pageAsked } from '#bff/kit/lib/asked.ts';
import { presentList } from '#bff/kit/lib/present.ts';
import { drawCreditNoteOf, drawOrderInvoice } from '#bff/papers/invoices/order-papers.ts';
import { sendCodeProof } from '#bff/papers/statements/code-proof.ts';
import { findOrderToOpen } from '#projections/models/order-lines.ts';
import { findOrder, listOwnOrders, type OrderListItem, type OrderView } from '#projections/models/orders.ts';
import { listOwnCodes, listOwnReveals, type RevealFilters } from '#projections/models/reveals.ts';
import { findOwnOrder, findOwnOrderDetail } from './own-order.ts';
import { presentOrder } from './present.ts';
import { releaseCommand, releasedMessage } from './release-rest.ts';
import { countReveal, revealCodes } from './reveal-codes.ts';
import { presentCode, presentReveal, REVEAL_COLUMNS, revealPages, sealedOrigin } from './reveals.ts';

const NO_CODES = 'No codes found for this order.';

export const registerOrders = feature(orderRoutes, (deps) => {
  const { database } = deps;

  async function ownOrder(customerId: string, orderId: string, message = 'Order not found'): Promise<OrderListItem> {
    return found(await findOrder(database, orderId, customerId), message);
  }

  return {
    async listOrders({ actor, query }) {
      return presentList(await listOwnOrders(database, actor.customerId, pageAsked(query)), presentOrder);
    },
    async getOrder({ actor, params }) {
      return { data: found(await findOwnOrderDetail(deps, actor.customerId, params.id), 'Order not found') };
    },
    async cancelOrder({ actor, params, execute }) {
      const order = await ownOrder(actor.customerId, params.id);
      if (order.cancelledAt === null && order.paidAt !== null) {
        throw conflict('order_paid', 'This order is paid and cannot be cancelled here. Please contact us.');
      }
      await execute({ type: 'CancelOrder', orderId: order.orderId, reason: 'customer', note: null });
      const after = found(await findOwnOrder(deps, actor.customerId, params.id), 'Order not found');
      // Its payment may have been made since the check. Then it is refunded.
      return { message: `Your order was cancelled. ${paymentOf(after.order)}`, data: after.detail };
    },
    async releaseRestOfOrder({ actor, params, body, execute }) {
      const order = await ownOrder(actor.customerId, params.id);
      await execute(releaseCommand(order, body.amount));
      const after = found(await findOwnOrder(deps, actor.customerId, params.id), 'Order not found');
      return { message: releasedMessage(after.order), data: after.detail };
    },
    async getOrderCodes({ actor, params, request, execute, reply }) {
      const { order, lines } = found(await findOrderToOpen(database, params.id, actor.customerId), NO_CODES);
      if (lines.every((line) => line.delivered === 0)) throw notFound(NO_CODES);
      await countReveal(deps, actor.customerId, lines);
      const from = await sealedOrigin(deps.notes, actor.customerId, request);
      const data = await revealCodes(deps.codes, order, lines, (shown) =>
        execute({ type: 'RevealCodes', orderId: order.orderId, ...shown, from }),
      );
      reply.header('cache-control', 'private, no-store');
      return { data: { data } };
    },
    async getOrderCodeLives({ actor, params, query }) {
      await ownOrder(actor.customerId, params.id);
      const page = await listOwnCodes(database, actor.customerId, { orderId: params.id, ...pageAsked(query) });
      return presentList(page, presentCode);
    },
    async getOrderCodeProof({ actor, params, reply }) {
      const { order, lines } = found(await findOrderToOpen(database, params.id, actor.customerId), NO_CODES);
      if (lines.every((line) => line.delivered === 0)) throw notFound(NO_CODES);
      // All codes of the order are opened for it, as for a look.
      await countReveal(deps, actor.customerId, lines);
      return sendCodeProof(deps, reply, order.orderId, params.codeId);
    },
    async getOrderReveals({ actor, query }) {
      const page = await listOwnReveals(database, actor.customerId, { ...pageAsked(query), ...filtersOf(query) });
      return presentList(page, (reveal) => presentReveal(deps.notes, actor.customerId, reveal));
    },
    async exportOrderReveals({ actor, query, reply }) {
      const pages = revealPages(deps, actor.customerId, filtersOf(query));
      return sendDownload(reply, { ...(await exportTable('csv', REVEAL_COLUMNS, pages)), name: 'code-reveals.csv' });
    },
    async getOrderInvoice({ actor, params, reply }) {
      const order = await ownOrder(actor.customerId, params.id, 'No invoice found for this order.');
      return sendPdf(reply, await drawOrderInvoice(deps, order));
    },
    async getOrderCreditNote({ actor, params, reply }) {
      const order = await ownOrder(actor.customerId, params.id);
      return sendPdf(reply, await drawCreditNoteOf(deps, order, params.creditNoteId));
    },
  };
});

/** What happened to the money of a cancelled order; its refund may still be under way. */
function paymentOf({ paidAt, refundedAt }: Pick<OrderView, 'paidAt' | 'refundedAt'>): string {
  if (paidAt === null) return 'No payment was taken.';
  return refundedAt === null ? 'Its payment is on its way back to your wallet.' : 'Its payment is back in your wallet.';
}

const filtersOf = (query: z.output<typeof CodeRevealExportQuery>): RevealFilters => ({
  orderNumber: query.order || undefined,
  actorKind: query.by,
  ...daysAsked(query),
});
