import { moneyJson } from '#bff/contract/base/money-json.ts';
import { WEBHOOK_MESSAGE_VERSION, WEBHOOK_TEST_TYPE, type WebhookMessage } from '#bff/contract/outside/webhook.ts';
import type { WebhookEventType } from '#bff/contract/outside/webhook-events.ts';
import type { RecordedLedgerEvent } from '#core/aggregates/events.ts';
import type { Money } from '#core/kernel/money/money.ts';

export const WEBHOOK_SETTINGS = '/settings/account?tab=webhooks';

/** The first event of an order, deposit or withdrawal, which names its owner. */
export type Placement = Extract<
  RecordedLedgerEvent,
  { type: 'OrderPlaced' | 'DepositRequested' | 'WithdrawalRequested' }
>;

export const isPlacement = (event: RecordedLedgerEvent): event is Placement =>
  event.type === 'OrderPlaced' || event.type === 'DepositRequested' || event.type === 'WithdrawalRequested';

export function messageOf(
  id: string,
  type: WebhookEventType,
  event: RecordedLedgerEvent,
  placement: Placement,
): WebhookMessage {
  const { object, objectId, amount } = aboutOf(placement);
  return {
    id,
    type,
    version: WEBHOOK_MESSAGE_VERSION,
    timestamp: event.metadata.time,
    data: {
      object,
      id: objectId,
      number: placement.data.number,
      wallet_id: placement.data.walletId,
      amount: moneyJson(movedBy(event) ?? amount),
    },
  };
}

/** The amount of an event, where it differs from the original amount of its object. */
function movedBy(event: RecordedLedgerEvent): Money | undefined {
  switch (event.type) {
    case 'DepositApproved':
      return event.data.approvedAmount;
    case 'OrderRestReleased':
    case 'OrderRefunded':
      return event.data.amount;
    default:
      return undefined;
  }
}

function aboutOf({ type, data }: Placement) {
  switch (type) {
    case 'OrderPlaced':
      return { object: 'order', objectId: data.orderId, amount: data.total } as const;
    case 'DepositRequested':
      return { object: 'deposit', objectId: data.depositId, amount: data.amount } as const;
    case 'WithdrawalRequested':
      return { object: 'withdrawal', objectId: data.withdrawalId, amount: data.amount } as const;
  }
}

export const testMessageOf = (id: string, endpointId: string, at: Date): WebhookMessage => ({
  id,
  type: WEBHOOK_TEST_TYPE,
  version: WEBHOOK_MESSAGE_VERSION,
  timestamp: at.toISOString(),
  data: { object: 'endpoint', id: endpointId, number: null, wallet_id: null, amount: null },
});
