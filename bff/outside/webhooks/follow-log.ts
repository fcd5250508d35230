import { setTimeout as delay } from 'node:timers/promises';
import { v5 } from 'uuid';
import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, type WebhookEventType } from '#bff/contract/outside/webhook-events.ts';
import type { BffDeps } from '#bff/kit/deps.ts';
import { ledgerCodec, type RecordedLedgerEvent } from '#core/aggregates/events.ts';
import { type CheckpointPort, followFromCheckpoint } from '#core/kernel/following/checkpoint.ts';
import type { SubscriptionStatus } from '#core/kernel/following/subscription-runner.ts';
import type { EventStore } from '#core/kernel/log/event-store.ts';
import { insertDelivery } from './delivery-store.ts';
import { hasEndpoints, listListeners } from './endpoint-store.ts';
import { isPlacement, messageOf, type Placement } from './message.ts';

const NAMESPACE = '9a0f5a55-6a0e-5c39-8f0c-2f1f3e1d7b64';
const PREFIXES = ['order-', 'deposit-', 'withdrawal-'];
/** Small batches, because the checkpoint is stored after each, and a crash repeats what comes after it. */
const BATCH_EVENTS = 200;
/** The pause after a small batch, so that a busy log needs ten rounds a second instead of one for each event. */
const GATHER_MS = 100;
/** The pause while there are no endpoints: one checkpoint a second (the bench's row 'transactions of Postgres for a purchase'). */
const IDLE_GATHER_MS = 1_000;
/** A receiver reads the object at once, so the lists should show it by then. */
const SHOWN_LIMIT_MS = 5_000;

const TYPE_OF = new Map<RecordedLedgerEvent['type'], WebhookEventType>(
  WEBHOOK_EVENT_TYPES.map((type) => [WEBHOOK_EVENTS[type].event, type]),
);

type Options = {
  readonly deps: Pick<BffDeps, 'database' | 'crypto' | 'readModels' | 'webhooks' | 'clock' | 'logger'>;
  readonly store: EventStore;
  readonly checkpoint: CheckpointPort;
  readonly signal: AbortSignal;
  readonly onStatus?: (status: SubscriptionStatus) => void;
};

/**
 * Follows the log and stores a delivery for every subscribed endpoint; deliver.ts sends them. A delivery's id is derived from event and
 * endpoint, so a repetition after a crash changes nothing. Resolves when `signal` is aborted, or when an event cannot be read.
 */
export async function followLog({ deps, store, checkpoint, signal, onStatus }: Options): Promise<SubscriptionStatus> {
  return followFromCheckpoint({
    store,
    prefixes: PREFIXES,
    signal,
    logger: deps.logger,
    limits: { batchEvents: BATCH_EVENTS },
    checkpoint,
    ...(onStatus ? { onStatus } : {}),
    decode: (stored) => ledgerCodec.decode(stored),
    async onBatch(events, place) {
      let noted = 0;
      const hasListeners = await hasEndpoints(deps.database);
      if (hasListeners) {
        for (const event of events) noted += await noteDeliveries(event);
      }
      if (noted > 0) await deps.readModels.waitForPosition(place.position, SHOWN_LIMIT_MS);
      await checkpoint.save(place);
      if (noted > 0) await deps.webhooks.wake();
      const gatherMs = hasListeners ? GATHER_MS : IDLE_GATHER_MS;
      if (events.length < BATCH_EVENTS) await delay(gatherMs, undefined, { signal }).catch(() => undefined);
    },
  });

  /** Returns the number of endpoints. */
  async function noteDeliveries(event: RecordedLedgerEvent): Promise<number> {
    const type = TYPE_OF.get(event.type);
    if (type === undefined) return 0;
    const placement = await placementOf(event);
    const endpoints = await listListeners(deps.database, placement.data.customerId, { type, position: event.position });
    for (const endpointId of endpoints) {
      const deliveryId = v5(`${event.id}/${endpointId}`, NAMESPACE);
      const body = JSON.stringify(messageOf(deliveryId, type, event, placement));
      await insertDelivery(deps, { deliveryId, endpointId, type, body, at: deps.clock() });
    }
    return endpoints.length;
  }

  async function placementOf(event: RecordedLedgerEvent): Promise<Placement> {
    if (isPlacement(event)) return event;
    for await (const stored of store.readStream(event.streamId, { maxCount: 1 })) {
      const first = ledgerCodec.decode(stored);
      if (isPlacement(first)) return first;
    }
    throw new Error(`The stream ${event.streamId} does not say whose it is.`);
  }
}
