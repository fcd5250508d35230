import { setTimeout as delay } from 'node:timers/promises';
import type { BffDeps } from '#bff/kit/deps.ts';
import { repeatedJob } from '#bff/kit/jobs/repeated-job.ts';
import { WebhookAddressError } from '#bff/kit/ports/webhooks.ts';
import { webhookGivenUpMail } from '#bff/papers/mails/account-mails.ts';
import { claimDue, type DueDelivery, noteAttempt } from './delivery-store.ts';
import { giveUp, noteArrival, noteFailure } from './endpoint-store.ts';
import { WEBHOOK_SETTINGS } from './message.ts';
import { signedHeaders } from './signature.ts';

export const DELIVER_WEBHOOKS = repeatedJob('webhooks', 10_000);

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** Pauses between attempts. After the last one the delivery has failed, unless somebody sends it again. */
const PAUSES_S = [
  5,
  MINUTE_S,
  5 * MINUTE_S,
  30 * MINUTE_S,
  2 * HOUR_S,
  5 * HOUR_S,
  10 * HOUR_S,
  14 * HOUR_S,
  20 * HOUR_S,
];
/** An endpoint is switched off after this time without a delivery. */
const GIVE_UP_AFTER_MS = 3 * 24 * HOUR_S * 1_000;
/** By Standard Webhooks, an endpoint that answers so wants no more. */
const GONE = 410;
/** Longer than any attempt waits for its answer. */
const LOST_AFTER_MS = 60_000;
/** Deliveries on their way at the same time. A customer's further ones wait until all of theirs have their answer. */
const AT_ONCE = { all: 200, perCustomer: 10, perEndpoint: 5 } as const;
/** While answers are awaited, others' deliveries are looked for this often. */
const LOOK_AGAIN_MS = 1_000;
/** Of one run; the next run continues. */
const MAX_DELIVERIES = 5_000;

type Deps = Pick<BffDeps, 'database' | 'crypto' | 'webhooks' | 'mails' | 'clock' | 'logger' | 'config' | 'security'>;

/**
 * Sends due deliveries until none is left, and waits for their answers. A customer whose endpoints hang holds up nobody
 * else. Safe to repeat, and to run twice at once; returns how many it tried.
 */
export async function deliverDue(deps: Deps): Promise<number> {
  const underWay = new Map<Promise<void>, string>();
  let failure: unknown;
  let tried = 0;
  while (failure === undefined) {
    const at = deps.clock();
    const except = [...new Set(underWay.values())];
    const due = await claimDue(deps, {
      at,
      lostAt: new Date(at.getTime() + LOST_AFTER_MS),
      limit: Math.min(AT_ONCE.all - underWay.size, MAX_DELIVERIES - tried),
      perCustomer: AT_ONCE.perCustomer,
      perEndpoint: AT_ONCE.perEndpoint,
      except,
    });
    for (const delivery of due) {
      const attempting = attempt(deps, delivery)
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => underWay.delete(attempting));
      underWay.set(attempting, delivery.customerId);
    }
    tried += due.length;
    if (due.length === 0 && except.length === 0) break;
    if (underWay.size === 0) continue;
    const lookAgain = new AbortController();
    await Promise.race([...underWay.keys(), delay(LOOK_AGAIN_MS, undefined, { signal: lookAgain.signal })]);
    lookAgain.abort();
  }
  await Promise.all(underWay.keys());
  if (failure !== undefined) throw failure;
  return tried;
}

async function attempt(
  deps: Deps,
  { customerId, deliveryId, endpointId, attempts, url, body, secrets }: DueDelivery,
): Promise<void> {
  const answer = await deps.webhooks
    .post(url, signedHeaders(secrets, { id: deliveryId, at: deps.clock(), body }), body)
    .catch((error: Error) => {
      if (error instanceof WebhookAddressError) {
        // Without the address: the customer typed it.
        deps.security.note('webhook-blocked', { accountId: customerId, detail: `endpoint ${endpointId}` });
      }
      return { status: null, start: error.message };
    });
  const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
  const pauseS = PAUSES_S[attempts - 1];
  const now = deps.clock();
  await noteAttempt(deps, deliveryId, {
    isDelivered,
    answerStatus: answer.status,
    answer: answer.start,
    nextAt: isDelivered || pauseS === undefined ? null : new Date(now.getTime() + pauseS * 1_000),
  });
  if (isDelivered) return noteArrival(deps.database, endpointId);
  if (answer.status === GONE) return switchOff(deps, endpointId, now, 'it answered that it is gone (410)');
  const failingSince = await noteFailure(deps.database, endpointId, now);
  if (failingSince && now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS)
    await switchOff(deps, endpointId, now, 'nothing arrived there for three days');
}

async function switchOff(deps: Deps, endpointId: string, at: Date, why: string): Promise<void> {
  const owner = await giveUp(deps.database, endpointId, at);
  if (!owner) return;
  deps.logger.warn({ endpointId, why }, 'a webhook endpoint is switched off');
  const mail = webhookGivenUpMail({ address: owner.url, why }, `${deps.config.publicUrl}${WEBHOOK_SETTINGS}`);
  await deps.mails.send('webhook', owner, mail, { id: `webhook-off-${endpointId}-${at.getTime()}` });
}
