/**
 * The events that customers' systems can subscribe to, each with its event of the ledger. The settings, the document, the follower of the
 * log and its test all use this table.
 */
export const WEBHOOK_EVENTS = {
  'order.placed': { event: 'OrderPlaced', meaning: 'An order was placed.' },
  'order.paid': { event: 'OrderPaid', meaning: 'An order was paid from its wallet.' },
  'order.fulfilled': { event: 'OrderFulfilled', meaning: 'The gift codes of an order are ready.' },
  'order.partlyfulfilled': {
    event: 'OrderPartlyFulfilled',
    meaning: 'Some gift codes of an order are ready; it waits for the rest.',
  },
  'order.restreleased': { event: 'OrderRestReleased', meaning: 'What was not delivered of an order was given up.' },
  'order.cancelled': { event: 'OrderCancelled', meaning: 'An order was cancelled, or expired unpaid.' },
  'order.refunded': {
    event: 'OrderRefunded',
    meaning: 'The payment of an order, or of its released rest, is back in its wallet.',
  },
  'deposit.requested': { event: 'DepositRequested', meaning: 'A deposit was announced.' },
  'deposit.approved': { event: 'DepositApproved', meaning: 'A deposit was approved and its wallet credited.' },
  'deposit.rejected': { event: 'DepositRejected', meaning: 'A deposit was rejected; no funds were credited.' },
  'withdrawal.requested': { event: 'WithdrawalRequested', meaning: 'A withdrawal was requested.' },
  'withdrawal.completed': { event: 'WithdrawalCompleted', meaning: 'A withdrawal was paid out to the bank.' },
  'withdrawal.rejected': { event: 'WithdrawalRejected', meaning: 'A withdrawal was rejected; the amount is back.' },
  'withdrawal.failed': { event: 'WithdrawalFailed', meaning: 'The wallet did not cover a withdrawal.' },
} as const;
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_TYPES = Object.keys(WEBHOOK_EVENTS) as [WebhookEventType, ...WebhookEventType[]];
