import { orderPaymentReference, reactionTo, refusalOf } from './reaction.ts';

/** An order placed → its payment requested from the wallet, which takes it at once or queues it. */
export const requestOrderPayment = reactionTo(
  'OrderPlaced',
  'request-order-payment',
  async ({ data }, { send, logger }) => {
    const { orderId, number, walletId, total, conversionFees } = data;
    const refusal = await refusalOf(
      send('request-payment', {
        type: 'RequestPayment',
        walletId,
        reference: orderPaymentReference(orderId),
        amount: total,
        conversionFee: conversionFees,
        document: { kind: 'order', id: orderId, number },
      }),
      'not_found',
      'invalid_value',
      'reference_reused',
    );
    // No later attempt would succeed: the order stays unpaid and expires. No money has moved.
    if (refusal)
      logger.error({ orderId, walletId, refusal }, 'the wallet of an order refused to be asked for its payment');
  },
);
