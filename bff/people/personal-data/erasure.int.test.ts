import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { z } from 'zod';
import { buildApp } from '#bff/app/app.ts';
import { answersAreKept } from '#bff/kit/http/keep-answers.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { runWith } from '#core/cli/testing/cli-story.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createEventStoreClient } from '#infra/adapters/eventstore/client.ts';
import { createEventStoreDb } from '#infra/adapters/eventstore/eventstore-db.ts';
import { formOf } from '#infra/proof/api/administrators.ts';
import { auditBooks } from '#infra/proof/api/books.ts';
import { createCustomer, type TestCustomer } from '#infra/proof/api/customers.ts';
import { createErasureDesk, type ErasureDesk } from '#infra/proof/api/erasure-desk.ts';
import { createPerson, type Person } from '#infra/proof/api/person.ts';
import { ONE_PIXEL_PNG } from '#infra/proof/api/pictures.ts';
import { placesWith } from '#infra/proof/api/places-with.ts';
import { createSignUps, PASSWORD } from '#infra/proof/api/sign-ups.ts';
import { assertStatus, startTestApp, type TestApp } from '#infra/proof/api/test-app.ts';
import { runNotary } from '#infra/wiring/run-notary.ts';
import { projections, READ_MODEL_VERSION } from '#projections/projections.ts';
import { rebuildAndCompare } from '#projections/rebuild/rebuild.ts';
import { dropEndedInvoices } from './kept-invoices.ts';

const DAY_MS = 24 * 3_600_000;

describe('the erasure of a customer', async () => {
  const log: string[] = [];
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } }, { write: (line) => log.push(line) });
  const { owner, lastMails, work, ask, decide, requestOf, confirmed } = await createErasureDesk(test);
  after(() => test.stop());

  /** Signs without the key of the events, which is not needed to prove that they lead to the head. */
  const signHead = async () => {
    const head = await runNotary({
      databaseUrl: test.databaseUrl,
      eventstoreUrl: test.eventstoreUrl,
      publicUrl: 'http://localhost:3000',
      eventMacs: undefined,
      notaryKeys: [Buffer.alloc(32, 7)],
      logHeadsTo: { folder: undefined, mails: [], witnesses: [] },
    });
    return head ?? assert.fail('a head');
  };

  describe('who did all that a customer can do', () => {
    let person: Person;
    let requestId: string;
    let headBefore: string;
    let key: string;
    before(async () => {
      person = await createPerson(test, owner);
      const signed = await signHead();
      [headBefore, key] = [signed.note, signed.key];
      const before = await placesWith(test, person.markers.made);
      for (const place of [
        'app.account',
        'app.company',
        'app.support_ticket',
        'banking_detail.sealed, opened',
        'files, opened',
      ]) {
        assert.ok(
          before.some((found) => found.startsWith(place)),
          `${place} was searched: ${before.length} found`,
        );
      }
      const asked = await ask(person);
      assertStatus(asked, 201);
      requestId = asked.json().data.id;
      assertStatus(await decide(requestId, 'confirm', `Identity checked ${person.markers.next('ownernote')}`), 200);
      await work();
    });

    it('leaves no trace in any table, sealed value, file, stream or log line', async () => {
      assert.deepEqual(await placesWith(test, person.markers.made), []);
      const logged = log.join('').toLowerCase();
      assert.deepEqual(
        person.markers.made.filter((marker) => logged.includes(marker)),
        [],
      );
    });

    it('leaves the id of the customer in two tables beside the books: that the key is gone, and the report', async () => {
      const places = (await placesWith(test, [person.customerId])).map((place) => place.split(':')[0] ?? '');
      const beside = places.filter(
        (place) => place.startsWith('app.') || place === 'files' || place.endsWith('opened'),
      );
      assert.deepEqual(beside.toSorted(), ['app.customer_key', 'app.personal_data_request']);
    });

    it('leaves the books sound, and a rebuild does not bring the person back', async () => {
      await auditBooks(test);
      const client = createEventStoreClient(test.eventstoreUrl);
      const report = await rebuildAndCompare({
        databaseUrl: test.databaseUrl,
        projections,
        version: READ_MODEL_VERSION,
        logger: silentLogger,
        store: createEventStoreDb(client),
        signal: AbortSignal.timeout(180_000),
      });
      await client.dispose();
      assert.deepEqual([report.differences, report.isSwitched], [[], true]);
      assert.deepEqual(await placesWith(test, person.markers.made), []);
    });

    it('leaves the log the one whose head was signed before, and a new head follows from it', async () => {
      const dir = await mkdtemp(path.join(tmpdir(), 'erasure-'));
      const file = path.join(dir, 'before.checkpoint');
      await writeFile(file, headBefore);
      const client = createEventStoreClient(test.eventstoreUrl);
      const verified = await runWith(
        { withStore: (read) => read(createEventStoreDb(client), {}) },
        ...['verify', '--against', file, '--key', key],
      );
      await client.dispose();
      await rm(dir, { recursive: true });
      assert.equal(verified.code, 0, verified.err);
      assert.match(verified.text, /before\.checkpoint follows from the first \d+ of them/);
      assert.ok((await signHead()).added > 0);
    });

    it('ends in a report of what was removed and what is kept, until when and why', async () => {
      const { report, status, user } = await requestOf(person.customerId);
      assert.deepEqual([status, user.name, user.email], ['done', 'Erased customer', '']);
      assert.ok(report);
      const removed = new Map(report.removed.map(({ what, count }) => [what, count]));
      assert.equal(removed.get('Rows: account'), 1);
      assert.equal(removed.get('Rows: support ticket'), 2);
      assert.equal(removed.get('Files: company documents'), 2);
      assert.equal(removed.get('Files: payment proofs'), 6);
      const until = `${new Date().getUTCFullYear() + 7}-12-31`;
      assert.equal(report.invoices.length, 2, 'of the order and of the approved deposit');
      assert.ok(report.invoices.every(({ keep_until }) => keep_until === until));
      assert.deepEqual(
        report.kept.map(({ until: end }) => end),
        [null, until],
      );
      for (const { count, why } of report.kept) assert.ok(count > 0 && why !== '');
    });

    it('keeps the invoices, which an owner opens on the record, until their time is over', async () => {
      const { report } = await requestOf(person.customerId);
      const [invoice] = report?.invoices ?? [];
      assert.ok(invoice);
      const url = `/api/admin/personal-data/${requestId}/invoices/${invoice.id}`;
      const opened = await owner.get(url);
      assertStatus(opened, 200);
      assert.equal(opened.rawPayload.subarray(0, 5).toString(), '%PDF-');
      await eventually(async () => {
        const trail = await owner.get(`/api/admin/audit/admin/${owner.administratorId}`);
        assert.match(trail.body, /of an erased customer was opened/);
      });

      assert.equal(await dropEndedInvoices(test.deps), 0);
      const end = Date.parse(`${invoice.keep_until}T23:00:00Z`) - test.deps.clock().getTime();
      test.advance(end);
      assert.equal(await dropEndedInvoices(test.deps), 0, 'on its last day it is still there');
      test.advance(DAY_MS);
      assert.equal(await dropEndedInvoices(test.deps), 2);
      test.advance(-end - DAY_MS);
      assertStatus(await owner.get(url), 404);
    });

    it('is announced once by mail, and lets nobody in any more', async () => {
      const last = lastMails.filter(({ to }) => to === person.email);
      assert.deepEqual(
        last.map(({ subject }) => subject),
        ['Your account is erased'],
      );
      const { post, signUp, mailsTo } = createSignUps(test);
      for (const headers of [person.headers, { authorization: `Bearer ${person.apiKey}` }]) {
        assertStatus(await test.app.inject({ url: '/api/wallets', headers }), 401);
      }
      const known = await post('/api/auth/sign-in', { email: person.email, password: PASSWORD });
      const unknown = await post('/api/auth/sign-in', { email: 'nobody@person.example', password: PASSWORD });
      assert.deepEqual([known.statusCode, known.json().message], [unknown.statusCode, unknown.json().message]);
      assertStatus(await signUp(person.email), 201);
      assert.equal(mailsTo(person.email).at(-1)?.subject, 'Verify your email address');
    });

    it('is told to administrators who would still write something about the person', async () => {
      const user = `/api/admin/users/${person.customerId}`;
      const document = formOf({ document: ONE_PIXEL_PNG }, 'register.png');
      for (const answer of [
        await owner.send('POST', `${user}/revoke`, { reason: 'No papers' }),
        await owner.send('POST', `${user}/company-details/documents`, document),
      ]) {
        assertStatus(answer, 409);
        assert.match(answer.json().message, /This customer was erased: nothing can be changed any more/);
      }
    });

    it('leaves every screen of the back office at work, with no name on it', async () => {
      const id = person.customerId;
      const get = async (url: string) => {
        const answer = await owner.get(url);
        assertStatus(answer, 200);
        return answer.body;
      };
      assert.match(await get(`/api/admin/users/${id}`), /Erased customer/);
      for (const list of ['orders', 'deposits', 'withdrawals', 'transactions']) {
        assert.match(await get(`/api/admin/${list}`), /Erased customer/, list);
      }
      await get(`/api/admin/orders/${person.orderId}/download-invoice`);
      await get(`/api/admin/audit/customer/${id}`);
      await get('/api/admin/support-tickets');
      await get('/api/admin/dashboard/stats');
      const { data } = (await owner.get(`/api/admin/users/${id}/wallets`)).json();
      const credit = { wallet_id: data[0].id, credit_limit: '10' };
      assertStatus(await owner.send('POST', `/api/admin/users/${id}/credit`, credit), 409);
      await get(`/api/admin/transactions/export?user_id=${id}&wallet_id=${data[0].id}&format=csv`);
    });
  });

  /** Where the mail server is away, so that mails wait. */
  async function withWaitingMails(story: (away: TestApp, desk: ErasureDesk, customer: TestCustomer) => Promise<void>) {
    const away = await startTestApp({}, undefined, async () => {
      throw new Error('the mail server is away');
    });
    try {
      await story(away, await createErasureDesk(away), await createCustomer(away));
    } finally {
      await away.stop();
    }
  }

  it('takes mails that wait with it', () =>
    withWaitingMails(async (away, desk, customer) => {
      const { id } = (await desk.ask(customer)).json().data;
      assert.deepEqual((await placesWith(away, [customer.email])).map((place) => place.split(':')[0]).toSorted(), [
        'app.account',
        'job_payload.payload_sealed, opened',
      ]);
      assertStatus(await desk.decide(id, 'confirm'), 200);
      await desk.work();
      assert.deepEqual(await placesWith(away, [customer.email, customer.name.toLowerCase()]), []);
    }));

  it('takes the answer to the owner who confirmed it, which is stored only afterwards', async () => {
    const customer = await createCustomer(test);
    const { data } = (await ask(customer)).json();
    const mayStore = Promise.withResolvers<void>();
    const database: typeof test.deps.database = new Proxy(test.deps.database, {
      get(target, name) {
        if (name !== 'query') return Reflect.get(target, name);
        return async (query: Parameters<typeof target.query>[0]) => {
          if (query.sql.includes('update app.idempotency_key set status')) await mayStore.promise;
          return target.query(query);
        };
      },
    });
    const app = await buildApp({ ...test.deps, database });
    const headers = { ...owner.headers, 'idempotency-key': randomUUID() };
    const url = `/api/admin/personal-data/${data.id}/confirm`;
    const confirmed = await app.inject({ method: 'POST', url, headers, payload: {} });
    assertStatus(confirmed, 200);
    assert.equal(confirmed.json().data.user.email, customer.email);
    await work();
    assert.equal((await requestOf(customer.customerId)).status, 'done');
    mayStore.resolve();
    await answersAreKept({ database });
    await app.close();
    assert.deepEqual(await placesWith(test, [customer.email]), []);
  });

  it('takes a mail that another process queues while it goes on', () =>
    withWaitingMails(async (away, desk, customer) => {
      await desk.confirmed(customer);
      let isQueued = false;
      const removeMentioning = async (texts: readonly string[]) => {
        const removed = await away.deps.jobs.removeMentioning(texts);
        if (!isQueued) await away.deps.mails.send('money', customer, { subject: 'News', paragraphs: [] });
        isQueued = true;
        return removed;
      };
      await desk.work({ jobs: { ...away.deps.jobs, removeMentioning } });
      assert.deepEqual(await placesWith(away, [customer.email]), []);
    }));

  it('takes what was sent from a former address, unless somebody else has it now', async () => {
    const [customer, stranger] = [await createCustomer(test), await createCustomer(test)];
    const former = `former-${customer.email}`;
    for (const email of [former, stranger.email]) {
      await test.deps.database.query(sql.typeAlias('void')`
        insert into app.account_token (token_hash, customer_id, purpose, email, expires_at)
        values (${sql.binary(Buffer.from(email))}, ${customer.customerId}, 'restore-email', ${email}, now())`);
      const payload = { fullName: 'Ada', subject: 'A question', message: 'Where is my card?', email };
      assertStatus(await test.app.inject({ method: 'POST', url: '/api/support/send-ticket', payload }), 201);
    }
    const tickets = () =>
      test.deps.database.anyFirst(sql.type(z.object({ email: z.string() }))`
      select lower(email) as email from app.support_ticket where lower(email) in (${former}, ${stranger.email})`);
    assert.equal((await tickets()).length, 2);

    await confirmed(customer);
    await work();

    assert.deepEqual(await tickets(), [stranger.email]);
  });

  it('goes on where the data of a job cannot be read, and says how many stay', async () => {
    const customer = await createCustomer(test);
    const id = await confirmed(customer);
    const jobId = `of-a-lost-key-${id}`;
    await test.deps.database.query(sql.typeAlias('void')`
      insert into app.job_payload (job_id, payload_sealed) values (${jobId}, ${sql.binary(Buffer.from('lost'))})`);
    await work();
    const { status, report } = await requestOf(customer.customerId);
    assert.equal(status, 'done');
    const stays = report?.kept.find(({ what }) => what === 'Mails that nobody can read');
    assert.equal(stays?.count, 1);
    assert.match(stays?.why ?? '', /The key that they were sealed under is not there/);
    assert.ok(log.some((line) => line.includes('cannot be read') && line.includes(id)));
    await test.deps.database.query(sql.typeAlias('void')`delete from app.job_payload where job_id = ${jobId}`);
    assert.deepEqual(await placesWith(test, [customer.email]), []);
  });

  it('goes on where it was cut off', async () => {
    const customer = await createCustomer(test);
    await confirmed(customer);
    await test.deps.database.query(sql.typeAlias(
      'void',
    )`update app.account set password_hash = ${await test.deps.crypto.hashPassword(PASSWORD)}
      where customer_id = ${customer.customerId}`);
    const signIn = await test.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { email: customer.email, password: PASSWORD },
    });
    assertStatus(signIn, 403);
    assert.equal(signIn.json().code, 'account_closed');
    const steps = ['ledger', 'jobs', 'notes'] as const;
    for (const step of steps) {
      const died = () => Promise.reject(new Error('killed'));
      const deps = {
        ledger: { ledger: { execute: died } },
        jobs: { jobs: { ...test.deps.jobs, removeMentioning: died } },
        notes: { notes: { ...test.deps.notes, erase: died } },
      }[step];
      await work(deps);
      assert.equal((await requestOf(customer.customerId)).status, 'confirmed', `killed at ${step}`);
    }
    await work();
    const { status, report } = await requestOf(customer.customerId);
    assert.equal(status, 'done');
    assert.equal(report?.removed.find(({ what }) => what === 'Rows: account')?.count, 1);
    assert.equal(lastMails.filter(({ to }) => to === customer.email).length, 1);
  });
});
