import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { z } from 'zod';
import { ApiKeyCreated } from '#bff/contract/identity/api-key.ts';
import type { OutgoingMail } from '#bff/kit/mails/mail-queue.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from './administrators.ts';
import { createCustomer, fund } from './customers.ts';
import { createSignUps } from './sign-ups.ts';
import { assertStatus, startTestApp } from './test-app.ts';

const IBAN = 'DE89370400440532013000';
const NOTE = 'note-of-the-customer-7f3a';
const ANSWER_NOTE = 'note-of-the-office-91cc';
const REFUSED = 'nobody-here@refused.example';

describe('what a main job leaves behind', async () => {
  const log: string[] = [];
  const arrived: OutgoingMail[] = [];
  const test = await startTestApp({}, { write: (line) => log.push(line) }, async (mail) => {
    if (mail.to === REFUSED) throw new Error(`550 <${mail.to}>: no such mailbox`);
    arrived.push(mail);
  });
  after(() => test.stop());

  /** Every row of the schemas as text, bytes in hexadecimal. */
  async function rowsOf(...schemas: string[]): Promise<{ table: string; row: string }[]> {
    const tables = await test.deps.database.any(
      sql.type(z.object({ schema: z.string(), name: z.string() }))`select table_schema as schema, table_name as name
        from information_schema.tables
        where table_type = 'BASE TABLE' and table_schema = any(${sql.array(schemas, 'text')})`,
    );
    const rows = await Promise.all(
      tables.map(async ({ schema, name }) => {
        const found = await test.deps.database.any(
          sql.type(z.object({ row: z.string() }))`select t::text as row from ${sql.identifier([schema, name])} as t`,
        );
        return found.map(({ row }) => ({ table: `${schema}.${name}`, row }));
      }),
    );
    return rows.flat();
  }

  async function assertNowhere(secrets: Readonly<Record<string, string>>, ...schemas: string[]): Promise<void> {
    const rows = await rowsOf(...schemas);
    assert.ok(
      rows.some(({ table }) => table === 'bullmq.job'),
      'jobs were looked at',
    );
    for (const [what, secret] of Object.entries(secrets)) {
      assert.ok(secret.length >= 8, what);
      const hex = Buffer.from(secret).toString('hex');
      const tables = rows.filter(({ row }) => row.includes(secret) || row.includes(hex)).map(({ table }) => table);
      assert.deepEqual(tables, [], `${what} lies in the clear`);
      assert.ok(!log.join('').includes(secret), `${what} is in the log`);
    }
  }

  it('holds no bank account, note, link or token in the clear: not in tables, jobs or the log', async () => {
    const { post, signUp } = createSignUps(test);
    const mailTo = (email: string) =>
      eventually(() => arrived.find(({ to }) => to === email) ?? assert.fail(`no mail to ${email}`));
    const tokenIn = (mail: OutgoingMail) => /\/([A-Za-z0-9_-]{43})\b/.exec(mail.text)?.[1] ?? '';
    assertStatus(await signUp('anna@first.example'), 201);
    const verification = tokenIn(await mailTo('anna@first.example'));
    const customer = await createCustomer(test);
    assertStatus(await post('/api/auth/forgot-password', { email: customer.email }), 200);
    const reset = tokenIn(await mailTo(customer.email));
    assertStatus(
      await post('/api/auth/sign-up', {
        name: 'Ben',
        email: REFUSED,
        password: 'correct horse battery',
        password_confirmation: 'correct horse battery',
      }),
      201,
    );

    await fund(test, customer, 'EUR', 100_000n);
    const office = await createAdministrator(test);
    const ask = async (url: string, payload: object) => {
      const headers = { ...customer.headers, 'idempotency-key': randomUUID() };
      const send = () => test.app.inject({ method: 'POST', url, payload, headers });
      const first = await send();
      assertStatus(first, 201);
      // The answer is stored whole: a repetition contains the notes.
      await eventually(async () => {
        const again = await send();
        assert.equal(again.headers['idempotency-replayed'], 'true');
        assert.deepEqual(again.json(), first.json());
      });
      return first.json().data;
    };
    const decide = async (url: string) =>
      assertStatus(
        await office.send('POST', url, { admin_notes: ANSWER_NOTE }, { 'idempotency-key': randomUUID() }),
        200,
      );
    const bank = {
      bank_name: 'A bank',
      full_bank_address: 'Berlin',
      account_beneficiary_name: 'Anna',
      currency: 'EUR',
      account_iban: IBAN,
      bic_swift: 'COBADEFFXXX',
    };
    assertStatus(
      await test.app.inject({
        method: 'POST',
        url: '/api/user/banking-detail',
        payload: bank,
        headers: customer.headers,
      }),
      201,
    );
    const deposit = await ask('/api/deposits', { wallet_id: customer.wallets.EUR, amount: '20', user_notes: NOTE });
    await decide(`/api/admin/deposits/${deposit.id}/reject`);
    const bankDetails = { bankName: 'A bank', accountName: 'Anna', accountNumber: IBAN, swiftCode: 'COBADEFFXXX' };
    const withdrawal = await ask('/api/withdrawals', {
      amount: '30',
      currency: 'EUR',
      bankDetails: { ...bankDetails, additionalInfo: NOTE },
    });
    await decide(`/api/admin/withdrawals/${withdrawal.id}/reject`);
    const made = await test.app.inject({ method: 'POST', url: '/api/api-key', headers: customer.headers });
    const apiKey = ApiKeyCreated.parse(made.json()).token.plain_text_token;

    await eventually(() => assert.match(log.join(''), /no such mailbox/));
    await assertNowhere({ IBAN, NOTE, ANSWER_NOTE, verification, reset, apiKey }, 'app', 'bullmq', 'read');
    await assertNowhere({ REFUSED, email: customer.email }, 'bullmq');
  });
});
