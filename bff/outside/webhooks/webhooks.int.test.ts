import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import {
  MAX_WEBHOOK_ENDPOINTS,
  type WebhookDelivery,
  WebhookDeliveryPage,
  WebhookMessage,
  WebhookSecretShown,
} from '#bff/contract/outside/webhook.ts';
import type { WebhookEventType } from '#bff/contract/outside/webhook-events.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { createCustomer, fund } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { deliverDue } from './deliver.ts';
import { claimDue } from './delivery-store.ts';
import { followLog } from './follow-log.ts';

const DAY_MS = 24 * 3_600_000;

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

describe('webhooks', async () => {
  let received: Received[] = [];
  let answers: number[] = [];
  let place: LogPlace | null = null;

  const test = await startTestApp();
  const store = createEventStoreDb(createEventStoreClient(test.eventstoreUrl));
  const receiver = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answers.shift() ?? 200).end('as you wish');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => receiver.once('listening', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  const customer = await createCustomer(test);
  afterEach(async () => {
    received = [];
    answers = [];
    await test.deps.database.query(sql.typeAlias('void')`delete from app.webhook_endpoint`);
  });
  after(async () => {
    receiver.close();
    await test.stop();
  });

  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, who = customer) =>
    test.app.inject({
      method,
      url: `/api/webhooks${path}`,
      headers: who.headers,
      ...(payload === undefined ? {} : { payload }),
    });
  async function register(events: readonly WebhookEventType[] = ['deposit.approved'], at = url) {
    const answer = await call('POST', '', { url: at, events });
    assertStatus(answer, 201);
    const { data, secret } = WebhookSecretShown.parse(answer.json());
    return { id: data.id, secret };
  }
  async function logOf(endpointId: string): Promise<WebhookDelivery[]> {
    const answer = await call('GET', `/${endpointId}/deliveries`);
    assertStatus(answer, 200);
    return WebhookDeliveryPage.parse(answer.json()).data;
  }
  /** Runs the follower from its checkpoint to the end of the log; `saves` false is a crash before the checkpoint was stored. */
  async function follow(saves = true): Promise<void> {
    const stop = new AbortController();
    const end = await newestFollowed();
    let reached = place;
    const following = followLog({
      deps: test.deps,
      store,
      signal: stop.signal,
      checkpoint: {
        load: async () => place,
        save: async (saved) => {
          reached = saved;
        },
        noteHalt: async () => undefined,
      },
    });
    await eventually(() => assert.ok((reached?.position ?? -1n) >= end));
    stop.abort();
    await following;
    if (saves) place = reached;
  }
  /** Its last event is of another stream. */
  async function newestFollowed(): Promise<bigint> {
    const prefixes = ['order-', 'deposit-', 'withdrawal-'];
    for await (const { position } of store.readAll({ direction: 'backwards', prefixes, maxCount: 1 })) return position;
    return -1n;
  }
  const verified = (secret: string) => {
    const { headers, body } = received.at(-1) ?? assert.fail('nothing was received');
    return WebhookMessage.parse(new Webhook(secret).verify(body, headers as Record<string, string>));
  };

  it('sends an endpoint what it subscribed to, signed, and without anything else', async () => {
    const { id, secret } = await register(['deposit.approved']);
    const depositId = await fund(test, customer, 'USD', 12_345n);
    await follow();
    assert.equal(await deliverDue(test.deps), 1);
    const message = verified(secret);
    assert.deepEqual(
      [message.type, message.version, message.data.object, message.data.id, message.data.amount?.formatted],
      ['deposit.approved', 1, 'deposit', depositId, '$123.45'],
    );
    assert.equal(message.id, received[0]?.headers['webhook-id']);
    const [delivery] = await logOf(id);
    assert.deepEqual(
      [delivery?.status, delivery?.attempts, delivery?.answer_status, delivery?.answer, delivery?.next_attempt_at],
      ['delivered', 1, 200, 'as you wish', null],
    );
    assert.throws(() => new Webhook(`whsec_${'A'.repeat(43)}=`).verify(received[0]?.body ?? '', {}));
  });

  it('sends nothing of a log that is not the one that was followed, and says why', async () => {
    // A customer of its own: mails of one kind to an address are few.
    const owner = await createCustomer(test);
    assertStatus(await call('POST', '', { url, events: ['deposit.approved'] }, owner), 201);
    await fund(test, owner, 'USD', 500n);
    await follow();
    await fund(test, owner, 'USD', 600n);
    assert.ok(place?.event);
    const stop = new AbortController();
    const halts: (string | null)[] = [];
    let known: LogPlace = { ...place, event: { ...place.event, hash: 'of another event' } };
    const following = followLog({
      deps: test.deps,
      store,
      signal: stop.signal,
      checkpoint: {
        load: async () => known,
        save: async (saved) => {
          known = saved;
        },
        noteHalt: async (reason) => void halts.push(reason),
      },
    });
    await eventually(() => assert.match(halts[0] ?? '', /another log than the one that was followed up to revision/));
    assert.equal(known.position, place.position);
    // As `ledger followers --accept` does, without a new start.
    known = place;
    await eventually(() => assert.ok(place && known.position > place.position));
    assert.equal(halts.at(-1), null);
    stop.abort();
    await following;
    assert.equal(await deliverDue(test.deps), 2);
  });

  it('mails the owner of the account where it was added', async () => {
    await register();
    const mail = test.mails.findLast(({ to }) => to === customer.email);
    assert.match(`${mail?.subject} ${mail?.text}`, /endpoint was added.*127\.0\.0\.1/s);
  });

  it('sends nothing of others, and nothing from before the endpoint', async () => {
    await fund(test, customer, 'USD', 1_000n);
    await register();
    await fund(test, await createCustomer(test), 'USD', 2_000n);
    await follow();
    assert.equal(await deliverDue(test.deps), 0);
    assert.deepEqual(received, []);
  });

  it('tries again after growing pauses, under the same id, until it arrives', async () => {
    const { id, secret } = await register();
    await fund(test, customer, 'USD', 1_000n);
    await follow();
    answers = [500, 302];
    assert.equal(await deliverDue(test.deps), 1);
    const [failed] = await logOf(id);
    assert.deepEqual([failed?.status, failed?.answer_status], ['pending', 500]);
    assert.equal(await deliverDue(test.deps), 0, 'not before its time');
    test.advance(5_000);
    assert.equal(await deliverDue(test.deps), 1, 'a redirect is not followed: it has not arrived');
    test.advance(5_000);
    assert.equal(await deliverDue(test.deps), 0, 'the second pause is longer');
    test.advance(60_000);
    assert.equal(await deliverDue(test.deps), 1);
    assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 1);
    verified(secret);
    const [delivered] = await logOf(id);
    assert.deepEqual([delivered?.status, delivered?.attempts], ['delivered', 3]);
  });

  it('loses nothing and doubles nothing by a crash of the follower or of an attempt', async () => {
    const { id, secret } = await register();
    await fund(test, customer, 'USD', 1_000n);
    await follow(false);
    await follow();
    const at = test.deps.clock();
    const lostAt = new Date(at.getTime() + 60_000);
    const taken = await claimDue(test.deps, { at, lostAt, perEndpoint: 5, perCustomer: 5, limit: 50, except: [] });
    assert.equal(taken.length, 1);
    // … and the process dies before it is sent.
    assert.equal(await deliverDue(test.deps), 0);
    test.advance(60_000);
    assert.equal(await deliverDue(test.deps), 1);
    assert.equal((await logOf(id)).length, 1);
    verified(secret);
  });

  it('a customer whose endpoints hang holds up nobody else', async () => {
    for (let index = 0; index < MAX_WEBHOOK_ENDPOINTS; index += 1) await register(['deposit.approved'], `${url}/hangs`);
    for (let index = 0; index < 6; index += 1) await fund(test, customer, 'USD', 1_000n);
    const other = await createCustomer(test);
    assertStatus(await call('POST', '', { url, events: ['deposit.approved'] }, other), 201);
    await fund(test, other, 'USD', 2_000n);
    await follow();
    const released = Promise.withResolvers<void>();
    const hanging = {
      ...test.deps.webhooks,
      post: async (...[at, ...rest]: Parameters<typeof test.deps.webhooks.post>) => {
        if (at.endsWith('/hangs')) await released.promise;
        return test.deps.webhooks.post(at, ...rest);
      },
    };
    const delivering = deliverDue({ ...test.deps, webhooks: hanging });
    await eventually(() => assert.equal(received.length, 1));
    assert.match(received[0]?.body ?? '', /\$20\.00/);
    released.resolve();
    assert.equal(await delivering, 6 * MAX_WEBHOOK_ENDPOINTS + 1);
  });

  it('sends a test, and sends again what is asked for', async () => {
    const { id, secret } = await register();
    const sent = await call('POST', `/${id}/test`);
    assertStatus(sent, 202);
    await deliverDue(test.deps);
    assert.equal(verified(secret).type, 'test');
    assertStatus(await call('POST', `/${id}/deliveries/${sent.json().data.id}/redeliver`), 202);
    await deliverDue(test.deps);
    assert.equal(received.length, 2);
    assert.equal(received[0]?.body, received[1]?.body);
  });

  it('signs under both secrets for a day after a rotation', async () => {
    const { id, secret: old } = await register();
    const rotated = await call('POST', `/${id}/rotate-secret`);
    assertStatus(rotated, 200);
    const { secret } = WebhookSecretShown.parse(rotated.json());
    await call('POST', `/${id}/test`);
    await deliverDue(test.deps);
    verified(old);
    verified(secret);
    test.advance(DAY_MS);
    await call('POST', `/${id}/test`);
    await deliverDue(test.deps);
    assert.ok(received.at(-1)?.headers['webhook-signature']?.toString().split(' ').length === 1);
  });

  it('mails the owner when its address or its secret is changed, and not when nothing of that is', async () => {
    const owner = await createCustomer(test);
    const mails = () =>
      test.mails.filter(({ to }) => to === owner.email).map(({ subject, text }) => ({ subject, text }));
    const added = await call('POST', '', { url, events: ['deposit.approved'] }, owner);
    const { id } = WebhookSecretShown.parse(added.json()).data;
    assert.equal(mails().length, 1);
    assertStatus(await call('PATCH', `/${id}`, { events: ['deposit.rejected'] }, owner), 200);
    assertStatus(await call('PATCH', `/${id}`, { url, is_enabled: false }, owner), 200);
    assert.equal(mails().length, 1);

    const moved = `${url}/elsewhere`;
    assertStatus(await call('PATCH', `/${id}`, { url: moved }, owner), 200);
    assertStatus(await call('PATCH', `/${id}`, { url: moved }, owner), 200);
    assert.equal(mails().length, 2);
    assert.equal(mails()[1]?.subject, 'The address of a webhook endpoint was changed');
    assert.ok(mails()[1]?.text.includes(`go to ${moved} from now on. Before, they went to ${url}.`));

    assertStatus(await call('POST', `/${id}/rotate-secret`, {}, owner), 200);
    assert.equal(mails()[2]?.subject, 'A webhook endpoint has a new secret');
    assert.match(mails()[2]?.text ?? '', /elsewhere are signed with a new secret.*not you, remove it in the settings/s);
  });

  it('switches off an endpoint that fails for days, mails its owner once, and goes on when it is switched on', async () => {
    const { id } = await register();
    await fund(test, customer, 'USD', 1_000n);
    await follow();
    answers = Array.from({ length: 50 }, () => 503);
    for (let hour = 0; hour < 100; hour += 1) {
      await deliverDue(test.deps);
      test.advance(3_600_000);
      if (hour % 24 === 0) await call('POST', `/${id}/test`);
    }
    const mails = test.mails.filter(({ to, subject }) => to === customer.email && /switched off/.test(subject));
    assert.equal(mails.length, 1);
    assert.match(mails[0]?.text ?? '', /127\.0\.0\.1/);
    assert.equal((await call('GET', '')).json().data[0].status, 'given-up');
    assertStatus(await call('POST', `/${id}/test`), 409);

    answers = [];
    received = [];
    const on = await call('PATCH', `/${id}`, { is_enabled: true });
    assertStatus(on, 200);
    assert.deepEqual([on.json().data.status, on.json().data.failing_since], ['enabled', null]);
    await deliverDue(test.deps);
    assert.ok(received.length > 0, 'what waited is sent');
  });

  it('switches off an endpoint at once that answers that it is gone, and mails its owner why', async () => {
    // A customer of its own: mails of one kind to an address are few.
    const owner = await createCustomer(test);
    const made = await call('POST', '', { url, events: ['deposit.approved'] }, owner);
    const { id } = WebhookSecretShown.parse(made.json()).data;
    assertStatus(await call('POST', `/${id}/test`, undefined, owner), 202);
    answers = [410];
    await deliverDue(test.deps);
    const [endpoint] = (await call('GET', '', undefined, owner)).json().data;
    assert.deepEqual([endpoint.status, endpoint.failing_since], ['given-up', null]);
    const mail = test.mails.find(({ to, subject }) => to === owner.email && /switched off/.test(subject));
    assert.match(mail?.text ?? '', /because it answered that it is gone \(410\)/);
  });

  it('sends nothing while it is switched off', async () => {
    const { id } = await register();
    assertStatus(await call('PATCH', `/${id}`, { is_enabled: false }), 200);
    await fund(test, customer, 'USD', 1_000n);
    await follow();
    assert.deepEqual(await logOf(id), []);
  });

  it('keeps secrets, messages and answers sealed', async () => {
    const { secret, id } = await register();
    await call('POST', `/${id}/test`);
    await deliverDue(test.deps);
    const rows = await test.deps.database.any(
      sql.type(z.object({ row: z.string() }))`select row(endpoint.*, delivery.*)::text as row
        from app.webhook_endpoint endpoint join app.webhook_delivery delivery using (endpoint_id)`,
    );
    const text = rows.map(({ row }) =>
      row.replace(/\\x([0-9a-f]+)/g, (_all, hex) => Buffer.from(hex, 'hex').toString('latin1')),
    );
    assert.equal(rows.length, 1);
    for (const open of [secret, secret.slice(6), '"type":"test"', 'as you wish'])
      assert.ok(!text.join().includes(open), open);
  });

  it('belongs to one customer: nobody else sees, changes or uses it', async () => {
    const { id } = await register();
    const delivery = (await call('POST', `/${id}/test`)).json().data.id;
    const stranger = await createCustomer(test);
    assert.deepEqual((await call('GET', '', undefined, stranger)).json().data, []);
    const tried = [
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/rotate-secret`],
      ['POST', `/${id}/test`],
      ['GET', `/${id}/deliveries`],
      ['POST', `/${id}/deliveries/${delivery}/redeliver`],
    ] as const;
    for (const [method, path] of tried) {
      assertStatus(await call(method, path, method === 'PATCH' ? {} : undefined, stranger), 404);
    }
    assertStatus(await call('POST', `/${id}/deliveries/${randomUUID()}/redeliver`), 404);
  });

  it('takes no address that nothing may be sent to, and no more than ten', async () => {
    const refused = async (at: string, events: readonly string[] = ['order.paid']) => {
      const answer = await call('POST', '', { url: at, events });
      assertStatus(answer, 422);
      return answer.json().errors;
    };
    assert.deepEqual(await refused('http://example.com/hook'), { url: ['The address must begin with https://'] });
    assert.deepEqual(await refused('https://169.254.169.254/latest'), { url: ['The address is not a public one.'] });
    assert.deepEqual(await refused('https://[fd00::1]/'), { url: ['The address is not a public one.'] });
    assert.deepEqual(await refused('https://ada:secret@example.com/'), {
      url: ['The address must not hold a name or password.'],
    });
    assert.ok((await refused('file:///etc/passwd')).url);
    assert.ok((await refused('https://example.com', [])).events);
    assert.ok((await refused('https://example.com', ['order.eaten']))['events.0']);
    for (let index = 0; index < MAX_WEBHOOK_ENDPOINTS; index += 1) await register(['order.paid']);
    assertStatus(await call('POST', '', { url, events: ['order.paid'] }), 409);
  });
});
