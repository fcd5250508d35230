import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { keepRates } from '#bff/money/rates/rate-store.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createProduct } from '#infra/proof/api/catalogue.ts';
import { createCustomer, proofOf, send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { leftOfDay, limitOfDay } from './approve.ts';
import { ratesToJudgeBy } from './approver.ts';

describe('two accounts of one mailbox', async () => {
  const test = await startTestApp({
    settings: { approvals: { approvalLimitPerDay: '1000', discountsAlone: 2 } },
  });
  const customer = await createCustomer(test);
  after(() => test.stop());

  /** Accounts from before nobody was invited to the mailbox of another. */
  const pair = async (): Promise<readonly [TestAdministrator, TestAdministrator]> => {
    const [one, two] = [await createAdministrator(test), await createAdministrator(test)];
    const email = one.email.replace('@', '+2@');
    await test.deps.database.query(sql.void`
      update app.administrator set email = ${email} where administrator_id = ${two.administratorId}`);
    return [one, two];
  };
  const deposit = async (): Promise<string> => {
    const depositId = randomUUID();
    await send(test, {
      type: 'RequestDeposit',
      depositId,
      number: `DEP-${depositId.slice(0, 6)}`,
      note: null,
      customerId: customer.customerId,
      walletId: customer.wallets.USD,
      amount: { amount: 60_000n, currency: 'USD' },
    });
    await send(test, proofOf(depositId));
    return depositId;
  };
  const approve = (as: TestAdministrator, id: string) =>
    as.send('POST', `/api/admin/deposits/${id}/approve`, { approved_amount: '600', admin_notes: 'Seen' });

  it('have one limit of the day, also for two at once', async () => {
    const [one, two] = await pair();
    const ids = [await deposit(), await deposit()] as const;
    const answers = await Promise.all([approve(one, ids[0]), approve(two, ids[1])]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [200, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409);
    assert.match(refused?.json().message, /\$400\.00 of it is left/);
    for (const { administratorId } of [one, two]) {
      const { amount } = await leftOfDay(test.deps, { administratorId } as never);
      assert.equal(limitOfDay(test.deps.rules()).amount - amount, 60_000n);
    }
    const id = ids[answers[0]?.statusCode === 409 ? 0 : 1];
    assertStatus(await approve(await createAdministrator(test), id), 200);
  });

  it('have one number of discounts that are granted alone', async () => {
    const [one, two] = await pair();
    const grant = async (as: TestAdministrator) => {
      const { customerId } = await createCustomer(test);
      const { productId } = await createProduct(test);
      const shown = (await as.get(`/api/admin/users/${customerId}/discounts`)).json();
      const body = { user_id: customerId, product_id: productId, percentage: 5 };
      const answer = await as.send('POST', '/api/admin/discounts', body);
      assertStatus(answer, 200);
      return [shown.left_alone, !/A second administrator/.test(answer.json().message)];
    };
    assert.deepEqual(await grant(one), [2, true]);
    assert.deepEqual(await grant(two), [1, true]);
    assert.deepEqual(await grant(one), [0, false]);
    assert.deepEqual(await grant(await createAdministrator(test)), [2, true]);
  });

  it('are judged by the rates of others', async () => {
    const [one, two] = await pair();
    const other = await createAdministrator(test);
    const record = (rate: string, { administratorId: by }: TestAdministrator) => {
      const at = test.deps.clock();
      const from = at.toISOString().slice(0, 10);
      return keepRates(test.deps.database, [{ id: randomUUID(), currency: 'GBP', from, rate, quote: rate }], {
        source: 'hand',
        by,
        at,
      });
    };
    await record('1.2', other);
    await record('1.3', two);
    for (const as of [one, two]) assert.equal((await ratesToJudgeBy(test.deps, as))[1].GBP, '1.2');
    assert.equal((await ratesToJudgeBy(test.deps, other))[1].GBP, '1.3');
  });

  it('decide nothing about a customer of the name of either', async () => {
    const [one, two] = await pair();
    const { customerId } = await createCustomer(test);
    const { productId } = await createProduct(test);
    await test.deps.database.query(sql.void`
      update app.company set contact_person = ${one.name.toUpperCase()} where customer_id = ${customerId}`);
    const discount = { user_id: customerId, product_id: productId, percentage: 5 };
    for (const as of [one, two]) {
      assert.equal((await as.send('POST', '/api/admin/discounts', discount)).json().code, 'own_customer');
    }
    assertStatus(await (await createAdministrator(test)).send('POST', '/api/admin/discounts', discount), 200);
  });

  it('do not approve a company that the other one edited', async () => {
    const [one, two] = await pair();
    const { customerId } = await createCustomer(test);
    const path = `/api/admin/users/${customerId}`;
    const details = {
      company_name: 'Edited Ltd',
      business_type: 'llc',
      full_company_address: 'Street 1',
      phone_number: '+48 42 000 00 00',
      company_email: 'edited@customer.example',
      website: null,
      contact_person: 'Ewa Zak',
      contact_number: '+48 42 000 00 01',
      contact_email: 'ewa@customer.example',
      company_registration_no: 'KRS 2',
      date_of_incorporation: '2015-03-02',
      vat_tax_registration: 'PL1234567890',
      country_of_registration: 'PL',
    };
    assertStatus(await one.send('POST', `${path}/company-details`, details), 200);
    const shown = (await one.get(path)).json().data.company.updated_at;
    const refused = await two.send('POST', `${path}/approve`, { company_updated_at: shown });
    assertStatus(refused, 403);
    assert.equal(refused.json().code, 'own_edit');
    const other = await createAdministrator(test);
    assertStatus(await other.send('POST', `${path}/approve`, { company_updated_at: shown }), 200);
    assertStatus(await two.send('POST', `${path}/approve`, { company_updated_at: shown }), 200);
  });

  it('confirm no change to one another, which another owner confirms', async () => {
    const [one, two] = await pair();
    const [proposer, other] = [await createAdministrator(test), await createAdministrator(test)];
    const path = '/api/admin/administrators';
    const others = (await other.get('/api/admin/approvals')).json().meta.to_confirm;
    const proposed = await proposer.send('POST', `${path}/${one.administratorId}/roles`, {
      roles: ['owner', 'finance'],
    });
    assertStatus(proposed, 200);
    const { id } = proposed.json().proposal;
    const mayConfirm = async (as: TestAdministrator) => {
      const { data, meta } = (await as.get('/api/admin/approvals?kind=administrator')).json();
      const { proposals } = (await as.get(path)).json();
      return [data[0].may_confirm, meta.to_confirm - others, proposals[0].may_confirm, proposals[0].may_refuse];
    };
    assert.deepEqual(await mayConfirm(two), [false, 0, false, false]);
    assert.deepEqual(await mayConfirm(other), [true, 1, true, true]);
    for (const as of [one, two]) {
      const refused = await as.send('POST', `${path}/changes/${id}/confirm`, {});
      assertStatus(refused, 409);
      assert.match(refused.json().message, /about your own account/);
    }
    assertStatus(await other.send('POST', `${path}/changes/${id}/confirm`, {}), 200);
    // Where nobody else could confirm, it waits for its time.
    await test.deps.database.query(sql.void`update app.administrator set is_active = false
      where administrator_id <> all(${sql.array(
        [one, two, proposer].map((each) => each.administratorId),
        'uuid',
      )})`);
    const alone = await proposer.send('POST', `${path}/${one.administratorId}/roles`, { roles: ['owner'] });
    assertStatus(alone, 200);
    assert.ok(alone.json().proposal.due_at);
  });
});
