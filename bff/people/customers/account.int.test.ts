import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { DOCUMENT_RULES } from '#bff/contract/base/upload-rules.ts';
import { ApiKeyCreated } from '#bff/contract/identity/api-key.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createCustomer, fund, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { pdfOf } from '#infra/proof/testing/papers.ts';
import { listAuditEvents } from '#projections/models/audit-trail.ts';
import { findCustomer } from '#projections/models/customers.ts';

const COMPANY = {
  company_name: 'Acme GmbH',
  business_type: 'llc',
  full_company_address: 'Unter den Linden 1, Berlin',
  phone_number: '+49 30 000',
  company_email: 'office@acme.example',
  website: 'acme.example',
  contact_person: 'Jörg Weiß',
  contact_number: '+49 30 001',
  contact_email: 'joerg@acme.example',
  company_registration_no: 'HRB 1',
  date_of_incorporation: '2001-02-28',
  vat_tax_registration: 'DE1',
  country_of_registration: 'DE',
};
const BANKING = {
  bank_name: 'Deutsche Bank',
  full_bank_address: 'Taunusanlage 12, Frankfurt',
  account_beneficiary_name: 'Acme GmbH',
  currency: 'EUR',
  account_iban: 'DE89 3704 0044 0532 0130 00',
  bic_swift: 'DEUTDEFF',
};
const PDF = pdfOf(randomBytes(2_000));

/** A multipart body with one file. */
function fileForm(field: string, name: string, content: Buffer) {
  const boundary = `----test${randomBytes(8).toString('hex')}`;
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n` +
        'content-type: application/octet-stream\r\n\r\n',
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

describe('the account', async () => {
  const test = await startTestApp();
  after(() => test.stop());

  const call = (
    who: TestCustomer,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
  ) => test.app.inject({ method, url, headers: who.headers, ...(payload ? { payload } : {}) });
  const upload = (who: TestCustomer, name: string, content: Buffer, field = 'document') => {
    const form = fileForm(field, name, content);
    return test.app.inject({
      method: 'POST',
      url: '/api/user/company-detail/documents',
      payload: form.payload,
      headers: { ...who.headers, ...form.headers },
    });
  };

  describe('company details', () => {
    it('lead from nothing to a request for approval', async () => {
      const who = await createCustomer(test, 'verified');
      assertStatus(await call(who, 'GET', '/api/user/company-detail'), 404);
      const created = await call(who, 'POST', '/api/user/company-detail', COMPANY);
      assertStatus(created, 201);
      assert.equal(created.json().data.website, 'https://acme.example');
      const user = await call(who, 'GET', '/api/user');
      assert.equal(user.json().data.is_company_detail_complete, true, 'read back at once');

      const early = await call(who, 'POST', '/api/user/company-detail/submit');
      assertStatus(early, 422);
      assert.equal(early.json().message, 'Please upload at least one company document for verification.');

      const uploaded = await upload(who, 'Żaświadczenie "2026".pdf', PDF);
      assertStatus(uploaded, 201);
      assert.equal(uploaded.json().data.content_type, 'application/pdf');
      assertStatus(await call(who, 'POST', '/api/user/company-detail/submit'), 200);
      assertStatus(await call(who, 'POST', '/api/user/company-detail/submit'), 200);
      assert.equal((await findCustomer(test.deps.database, who.customerId))?.status, 'awaiting_approval');

      const opened = await call(who, 'GET', uploaded.json().data.url);
      assertStatus(opened, 200);
      assert.deepEqual(opened.rawPayload, PDF);
      assert.equal(opened.headers['content-type'], 'application/pdf');
      assert.equal(opened.headers['x-content-type-options'], 'nosniff');
      assert.match(String(opened.headers['content-security-policy']), /sandbox/);
    });

    it('name every field that is missing', async () => {
      const who = await createCustomer(test, 'verified');
      const answer = await call(who, 'POST', '/api/user/company-detail', { website: 'not a website at all ::' });
      assertStatus(answer, 422);
      const { errors } = answer.json();
      assert.deepEqual(errors.company_name, ['Company Name is required']);
      assert.deepEqual(errors.business_type, ['Business type is required']);
      assert.equal(Object.keys(errors).filter((field) => field !== 'website').length, 12);
    });

    it('of a day that does not exist are refused before the ledger knows of them', async () => {
      const who = await createCustomer(test, 'verified');
      for (const date_of_incorporation of ['2023-02-30', '2023-04-31', '2023-02-29', '0000-01-01', '2999-01-01']) {
        const answer = await call(who, 'POST', '/api/user/company-detail', { ...COMPANY, date_of_incorporation });
        assertStatus(answer, 422);
        assert.deepEqual(Object.keys(answer.json().errors), ['date_of_incorporation']);
      }
      assert.equal((await call(who, 'GET', '/api/user')).json().data.is_company_detail_complete, false);
      assertStatus(await call(who, 'GET', '/api/user/company-detail'), 404);
    });

    it('are asked for where the ledger alone knows of them: nobody is approved without', async () => {
      const who = await createCustomer(test, 'company');
      await test.deps.database.query(
        sql.typeAlias('void')`delete from app.company where customer_id = ${who.customerId}`,
      );
      assertStatus(await upload(who, 'paper.pdf', PDF), 201);
      const submitted = await call(who, 'POST', '/api/user/company-detail/submit');
      assertStatus(submitted, 422);
      assert.equal(submitted.json().message, 'Please fill in your company details first.');
      await send(test, { type: 'RequestApproval', customerId: who.customerId });
      const administrator = await createAdministrator(test);
      const approved = await administrator.send('POST', `/api/admin/users/${who.customerId}/approve`, {});
      assertStatus(approved, 409);
      assert.match(approved.json().message, /no company details.*Nothing was approved/);
      assertStatus(await call(who, 'POST', '/api/user/company-detail', COMPANY), 201);
      assertStatus(await administrator.send('POST', `/api/admin/users/${who.customerId}/approve`, {}), 200);
    });

    it('take documents by their content, not by their name', async () => {
      const who = await createCustomer(test, 'verified');
      const script = await upload(who, 'harmless.pdf', Buffer.from('<script>alert(1)</script>'));
      assertStatus(script, 422);
      assert.equal(
        script.json().message,
        'File type not supported. Supported formats: PDF, JPEG, PNG, JPG, DOC, DOCX.',
      );
      const gif = await upload(who, 'picture.pdf', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'));
      assertStatus(gif, 422);
      const large = await upload(
        who,
        'large.pdf',
        Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(DOCUMENT_RULES.maxBytes)]),
      );
      assertStatus(large, 422);
      assert.equal(large.json().message, 'File too large. Maximum size is 15MB.');
      assertStatus(await upload(who, 'nothing.pdf', PDF, 'other'), 422);
      assertStatus(await call(who, 'POST', '/api/user/company-detail/documents', {}), 415);
    });

    it('are nobody else’s', async () => {
      const [owner, stranger] = [await createCustomer(test, 'company'), await createCustomer(test, 'company')];
      const { id, url } = (await upload(owner, 'a.pdf', PDF)).json().data;
      assertStatus(await call(stranger, 'GET', url), 404);
      assertStatus(await call(stranger, 'DELETE', `/api/user/company-detail/documents/${id}`), 404);
      assertStatus(await call(owner, 'DELETE', `/api/user/company-detail/documents/${id}`), 200);
      const gone = await call(owner, 'DELETE', `/api/user/company-detail/documents/${id}`);
      assertStatus(gone, 404);
      assert.equal(gone.json().message, 'Document not found or already deleted.');
    });
  });

  it('keeps bank data sealed, and gives it back to its owner alone', async () => {
    const [owner, other] = [await createCustomer(test), await createCustomer(test)];
    assertStatus(await call(owner, 'GET', '/api/user/banking-detail'), 404);
    const wrong = await call(owner, 'POST', '/api/user/banking-detail', { ...BANKING, currency: 'ZZZ', bank_name: '' });
    assertStatus(wrong, 422);
    assert.deepEqual(Object.keys(wrong.json().errors).sort(), ['bank_name', 'currency']);
    assertStatus(await call(owner, 'POST', '/api/user/banking-detail', BANKING), 201);
    const saved = await call(owner, 'PUT', '/api/user/banking-detail', { ...BANKING, ach_routing_no: '021000021' });
    assertStatus(saved, 200);
    const shown = await call(owner, 'GET', '/api/user/banking-detail');
    assert.equal(shown.json().data.data.account_iban, BANKING.account_iban);
    assert.equal(shown.json().data.data.ach_routing_no, '021000021');
    assertStatus(await call(other, 'GET', '/api/user/banking-detail'), 404);

    const user = await call(owner, 'GET', '/api/user');
    assert.equal(user.json().data.bankingDetails.id, shown.json().data.data.id);
    const stolen = test.deps.database.query(
      sql.typeAlias('void')`insert into app.banking_detail (banking_detail_id, customer_id, sealed, account_last_four)
        select gen_random_uuid(), ${other.customerId}, sealed, account_last_four from app.banking_detail
        where customer_id = ${owner.customerId}`,
    );
    await stolen;
    // A value that is copied into another row cannot be opened.
    assertStatus(await call(other, 'GET', '/api/user/banking-detail'), 500);
    await test.deps.database.query(
      sql.typeAlias('void')`delete from app.banking_detail where customer_id = ${other.customerId}`,
    );
  });

  describe('the API key', () => {
    const withKey = (key: string, url: string) => test.app.inject({ url, headers: { authorization: `Bearer ${key}` } });

    it('is shown once, acts within its abilities, and is replaced by the next', async () => {
      const who = await createCustomer(test);
      assert.deepEqual((await call(who, 'GET', '/api/api-key')).json(), {
        has_api_key: false,
        token: null,
        test_token: null,
      });
      const first = await call(who, 'POST', '/api/api-key', { name: 'Shop', abilities: ['wallets:read'] });
      assertStatus(first, 201);
      const { token } = ApiKeyCreated.parse(first.json());
      assert.match(token.plain_text_token, /^gl_live_/);
      const shown = (await call(who, 'GET', '/api/api-key')).json();
      assert.equal(shown.has_api_key, true);
      assert.equal(shown.token.plain_text_token, undefined);

      assertStatus(await withKey(token.plain_text_token, '/api/wallets'), 200);
      const beyond = await withKey(token.plain_text_token, '/api/orders');
      assertStatus(beyond, 403);
      assert.equal(beyond.json().code, 'ability_missing');
      const never = await withKey(token.plain_text_token, '/api/api-key');
      assertStatus(never, 403);
      assert.equal(never.json().code, 'api_key_not_accepted');
      assert.ok((await call(who, 'GET', '/api/api-key')).json().token.last_used_at, 'its use is noted');

      const second = ApiKeyCreated.parse((await call(who, 'POST', '/api/api-key')).json()).token;
      assertStatus(await withKey(token.plain_text_token, '/api/wallets'), 401);
      // Without stated abilities the key neither orders nor reads codes, and without an end it works until it is revoked.
      assertStatus(await withKey(second.plain_text_token, '/api/wallets'), 200);
      assertStatus(await withKey(second.plain_text_token, '/api/orders'), 403);
      assert.equal(second.expires_at, null);
      assert.deepEqual(
        second.abilities.filter((ability) => /^(orders|codes):/.test(ability)),
        [],
      );
      assertStatus(await call(who, 'DELETE', '/api/api-key'), 200);
      assertStatus(await withKey(second.plain_text_token, '/api/wallets'), 401);
      const subjects = test.mails.filter(({ to }) => to === who.email).map(({ subject }) => subject);
      assert.deepEqual(subjects, ['An API key was created', 'An API key was created', 'The API key was revoked']);
      const { items } = await listAuditEvents(test.deps.database, { objectId: who.customerId, limit: 50 });
      const types = items.map(({ type }) => type);
      assert.equal(types.filter((type) => type === 'CustomerApiKeyIssued').length, 2);
      assert.equal(types.filter((type) => type === 'CustomerApiKeyRevoked').length, 2);
      assert.ok(
        !JSON.stringify(items, (_key, value) => (typeof value === 'bigint' ? `${value}` : value)).includes('gl_live_'),
      );
    });

    it('stops at its end', async () => {
      const who = await createCustomer(test);
      const { token } = ApiKeyCreated.parse((await call(who, 'POST', '/api/api-key', { expires_in_days: 1 })).json());
      await test.deps.database.query(
        sql.typeAlias(
          'void',
        )`update app.api_key set expires_at = now() - interval '1 second' where key_id = ${token.id}`,
      );
      assertStatus(await withKey(token.plain_text_token, '/api/wallets'), 401);
    });
  });

  describe('notifications', () => {
    it('show what happened, once each, and count what is unread', async () => {
      const [who, other] = [await createCustomer(test), await createCustomer(test)];
      await fund(test, who, 'USD', 12_345n);
      const list = await call(who, 'GET', '/api/notifications?per_page=4');
      assertStatus(list, 200);
      const { data, meta } = list.json();
      assert.deepEqual(
        data.map((item: { type: string }) => item.type),
        ['DepositApprovedNotification', 'AccountApprovedNotification'],
      );
      assert.equal(data[0].data.amount, '$123.45');
      assert.deepEqual([meta.unread_count, meta.total, meta.from, meta.to], [2, 2, 1, 2]);

      const read = await call(who, 'PATCH', `/api/notifications/${encodeURIComponent(data[0].id)}`, { read: true });
      assertStatus(read, 200);
      assert.equal(read.json().unread_count, 1);
      assertStatus(
        await call(other, 'PATCH', `/api/notifications/${encodeURIComponent(data[0].id)}`, { read: true }),
        404,
      );
      assert.equal((await call(who, 'PATCH', '/api/notifications', { read: true })).json().unread_count, 0);
      assert.ok(
        (await call(who, 'GET', '/api/notifications')).json().data.every((item: { read_at: string }) => item.read_at),
      );
      await send(test, { type: 'RevokeApproval', customerId: who.customerId, note: null });
      const after = (await call(who, 'GET', '/api/notifications')).json();
      assert.equal(after.meta.unread_count, 1);
      assert.equal(after.data[0].type, 'AccountApprovalRevokedNotification');
    });
  });

  describe('support', () => {
    const ticket = { fullName: 'Ann', email: 'ann@example.com', subject: 'Help', message: 'It does not work.' };

    it('takes a ticket from anybody, and mails nobody but a customer’s own address', async () => {
      const answer = await test.app.inject({ method: 'POST', url: '/api/support/send-ticket', payload: ticket });
      assertStatus(answer, 201);
      assert.deepEqual(answer.json(), {
        success: true,
        message: 'Your support ticket has been submitted successfully!',
      });
      assert.equal(test.mails.filter((mail) => mail.to === ticket.email).length, 0);
      const who = await createCustomer(test);
      assertStatus(await call(who, 'POST', '/api/support/send-ticket', { ...ticket, email: who.email }), 201);
      assert.equal(test.mails.filter((mail) => mail.to === who.email).length, 1);
    });

    it('says what is missing', async () => {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/support/send-ticket',
        payload: { fullName: ' ', email: 'ann', subject: '', message: '' },
      });
      assertStatus(answer, 422);
      assert.deepEqual(answer.json().errors, {
        fullName: ['Full name is required'],
        email: ['Please enter a valid email address'],
        subject: ['Subject is required'],
        message: ['Message is required'],
      });
    });
  });
});
