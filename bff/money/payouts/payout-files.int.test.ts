import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { ExplainAnswer } from '#bff/contract/office/admin-explain.ts';
import { sendRecords } from '#bff/identity/audit/keep-record.ts';
import { answersAreKept } from '#bff/kit/http/keep-answers.ts';
import { withLease } from '#bff/kit/tables/lease.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { leaseOfWithdrawal } from '#bff/money/bank/batch-store.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { THEIR_IBAN } from '#infra/proof/api/bank-desk.ts';
import { createCustomer, fund, type TestCustomer } from '#infra/proof/api/customers.ts';
import { createPayoutDesk } from '#infra/proof/api/payout-desk.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('a payout in a file for the bank', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const desk = await createPayoutDesk(test);
  const { admin, customer, linesOf, importFile, csv, mt940, today, tomorrow } = desk;
  const { withdraw, requested, fileOf, made, fetch, step, lineOf } = desk;
  after(() => test.stop());

  it('comes back in a statement by its end-to-end id, and is paid once', async () => {
    const other = await createAdministrator(test);
    await fund(test, customer, 'EUR', 9_000n);
    const [first, second] = [await withdraw(other, '20.50'), await withdraw(other, '10.00')];
    assert.match((await fileOf([first.id], other)).json().message, /made by you: another administrator pays it/);
    assertStatus(await fileOf([first.id], await createAdministrator(test, 'finance')), 403);
    const twice = await Promise.all([fileOf([first.id, second.id]), fileOf([second.id, first.id])]);
    assert.deepEqual(twice.map(({ statusCode }) => statusCode).sort(), [201, 409]);
    const batch = twice.find(({ statusCode }) => statusCode === 201)?.json().data;
    const refused = twice.find(({ statusCode }) => statusCode === 409)?.json().message;
    assert.match(refused, new RegExp(`is in the file ${batch.reference} already`));
    assert.deepEqual([batch.sum.decimal, batch.transfers, batch.completed], ['30.50', 2, 0]);
    const inNoFile = async () =>
      (await admin.get('/api/admin/withdrawals?status=not_in_a_file'))
        .json()
        .data.map(({ reference }: { reference: string }) => reference);
    const third = await withdraw(other, '1.00');
    assert.deepEqual(await inNoFile(), [third.reference]);
    const { data: shown } = (await admin.get(`/api/admin/withdrawals/${first.id}`)).json();
    assert.deepEqual(shown.payout_file, { id: batch.id, reference: batch.reference, created_at: batch.created_at });
    const narrowed = (await admin.get(`/api/admin/payout-batches?file=${batch.id}`)).json();
    assert.deepEqual([narrowed.data.length, narrowed.meta.total, narrowed.data[0].reference], [1, 1, batch.reference]);
    assert.equal((await admin.get(`/api/admin/payout-batches?file=${randomUUID()}`)).json().meta.total, 0);

    const fetched = await fetch(admin, batch.id);
    assert.match(fetched.body, new RegExp(`<EndToEndId>${first.reference}</EndToEndId>`));
    assert.match(fetched.body, new RegExp(`<NbOfTxs>2</NbOfTxs><CtrlSum>30.50</CtrlSum>.*<IBAN>${THEIR_IBAN}</IBAN>`));
    const reject = { admin_notes: 'No' };
    const rejected = await admin.send('POST', `/api/admin/withdrawals/${first.id}/reject`, reject);
    assert.match(rejected.json().message, new RegExp(`withdraw ${batch.reference} first`));

    const line = `${today()},-20.50,EUR,${first.reference},Ada Byron,${THEIR_IBAN},P1`;
    const [{ id: statementId }] = (await importFile(csv(line))).json().data;
    const [found] = (await linesOf(statementId)).data;
    assert.deepEqual([found.result, found.certainty, found.document.reference], ['to_decide', 'sure', first.reference]);
    const early = await step(admin, batch.id, 'withdraw');
    assert.match(
      early.json().message,
      new RegExp(`Import the statements of NL91\\w+ \\(camt\\.053 or MT940\\) from ${today()} to a later day`),
    );
    assertStatus(await importFile(mt940(`${today()},4.00,EUR,,Anybody,,P0`)), 201);
    assert.equal((await step(admin, batch.id, 'withdraw')).json().code, 'statement_missing');
    assertStatus(await importFile(mt940(`${tomorrow()},5.00,EUR,,Anybody,,P2`)), 201);
    const shownPaid = await step(admin, batch.id, 'withdraw');
    assert.match(shownPaid.json().message, new RegExp(`shows ${first.reference} as paid on ${today()}`));
    const paid = { value_date: found.value_date, bank_line_id: found.id };
    assertStatus(await admin.send('POST', `/api/admin/withdrawals/${first.id}/complete`, paid), 200);
    assert.equal((await linesOf(statementId)).data[0].result, 'booked');

    // The entry in the books refers to the paper, with the file and the line of the bank.
    const explained = await admin.get(`/api/admin/ledger/explain?subject=withdrawal-${first.id}@2`);
    const { data: nodes } = ExplainAnswer.parse(explained.json());
    const factsOf = (what: string) =>
      new Map(nodes.find((node) => node.what === what)?.facts.map(({ name, value }) => [name, value]));
    assert.equal(factsOf(`In the payout file ${batch.reference}`).get('end-to-end id'), first.reference);
    assert.equal(factsOf('Line of the bank').get('value date'), today());
    assert.ok(nodes.some(({ what }) => what === `Withdrawal ${first.reference}`));
  });

  it('that nobody fetched is withdrawn by one, and is not given out any more', async () => {
    await fund(test, customer, 'EUR', 5_000_000n);
    const { id, other } = await made('11.00');
    assertStatus(await step(other, id, 'withdraw'), 200);
    const gone = await fetch(admin, id);
    assertStatus(gone, 409);
    assert.match(gone.json().message, /was withdrawn/);
  });

  it('that was fetched is withdrawn by two, with a statement of a later day, and each payment keeps its id', async () => {
    const { id, withdrawal, other, reference } = await made('12.00');
    const endToEnd = async (batch: string) => /<EndToEndId>(.*?)</.exec((await fetch(admin, batch)).body)?.[1];
    const before = await endToEnd(id);
    assertStatus(await importFile(mt940(`${tomorrow()},6.00,EUR,,Anybody,,P3`)), 201);
    const asked = await step(admin, id, 'withdraw');
    assertStatus(asked, 200);
    assert.equal(asked.json().data.withdrawn_at, null);
    const again = await step(admin, id, 'withdraw');
    assertStatus(again, 409);
    assert.match((await step(await broughtInByAdmin(), id, 'withdraw')).json().message, /brought one another in/);
    assert.match(again.json().message, new RegExp(`A second administrator has to withdraw ${reference}`));
    const done = await step(other, id, 'withdraw');
    assertStatus(done, 200);
    assert.notEqual(done.json().data.withdrawn_at, null);
    const next = await fileOf([withdrawal.id]);
    assertStatus(next, 201);
    assert.equal(await endToEnd(next.json().data.id), before);
    const trail = JSON.stringify((await admin.get(`/api/admin/audit?kind=payout-batch&id=${id}`)).json());
    for (const said of ['fetched', 'A first administrator asked to withdraw', 'was withdrawn'])
      assert.ok(trail.includes(said), said);
  });

  it('waits for a second administrator where its sum is too much for one, though no payment is', async () => {
    const { id, awaits_second } = await madeByCustomer(['4000.00', '4000.00']);
    assert.equal(awaits_second, true);
    assertStatus(await fetch(admin, id), 409);
    assert.match((await step(admin, id, 'confirm')).json().message, /another administrator has to confirm it/);
    assertStatus(await step(await createAdministrator(test, 'finance'), id, 'confirm'), 403);
    assert.match((await step(await broughtInByAdmin(), id, 'confirm')).json().message, /brought one another in/);
    const second = await createAdministrator(test, 'approver');
    await setRoles(admin, 'finance');
    assert.match((await step(second, id, 'confirm')).json().message, /may not decide about it any more/);
    await setRoles(admin, 'owner');
    assertStatus(await step(second, id, 'confirm'), 200);
    assertStatus(await fetch(admin, id), 200);
  });

  it('waits while the account of its customer is frozen, because a thief may have asked for it', async () => {
    const robbed = await createCustomer(test);
    await fund(test, robbed, 'EUR', 5_000n);
    const { id } = await requested('42.00', robbed);
    const path = `/api/admin/users/${robbed.customerId}`;
    const put = () => fileOf([id]);
    const reason = 'The customer called: this was somebody else';
    assertStatus(await admin.send('POST', `${path}/freeze`, { reason }), 200);
    const refused = await put();
    assertStatus(refused, 409);
    assert.match(refused.json().message, /waits: the account of its customer is frozen/);
    const byHand = await admin.send('POST', `/api/admin/withdrawals/${id}/complete`, {});
    assertStatus(byHand, 409);
    assert.match(byHand.json().message, /waits: the account of its customer is frozen/);
    assert.match(byHand.json().message, /If the bank has paid it, complete it from its line in Bank statements/);
    assertStatus(await admin.send('POST', `${path}/unfreeze`), 200);
    const made = await put();
    assertStatus(made, 201);
    const { id: file, reference } = made.json().data;
    assertStatus(await admin.send('POST', `${path}/freeze`, { reason }), 200);
    const held = await fetch(admin, file);
    assertStatus(held, 409);
    assert.match(held.json().message, new RegExp(`is frozen.*Withdraw ${reference}, and make another file`));
    assertStatus(await admin.send('POST', `${path}/unfreeze`), 200);
    assertStatus(await fetch(admin, file), 200);
    // The bank may have it, so it is shown from then on.
    assertStatus(await admin.send('POST', `${path}/freeze`, { reason }), 200);
    assertStatus(await fetch(admin, file), 200);
  });

  const renamed = async ({ headers }: TestCustomer) => {
    const url = '/api/user/company-detail';
    const { id: _id, documents: _documents, ...details } = (await test.app.inject({ url, headers })).json().data;
    const payload = { ...details, company_name: 'Another Company Ltd' };
    assertStatus(await test.app.inject({ method: 'PUT', url, headers, payload }), 200);
  };

  it('that a line of the bank shows as paid is booked, whatever stops payouts by then', async () => {
    const robbed = await createCustomer(test);
    await fund(test, robbed, 'EUR', 900_000n);
    const small = await requested('43.00', robbed);
    const large = await requested('4700.00', robbed);
    await renamed(robbed);
    const complete = (id: string, body: object, as = admin) =>
      as.send('POST', `/api/admin/withdrawals/${id}/complete`, body);
    assert.equal((await complete(small.id, {})).json().code, 'company_unapproved');
    const reason = 'The customer called: this was somebody else';
    assertStatus(await admin.send('POST', `/api/admin/users/${robbed.customerId}/freeze`, { reason }), 200);
    assert.equal((await complete(small.id, {})).json().code, 'not_payable');
    const done = await complete(small.id, await lineOf('43.00', small.reference));
    assertStatus(done, 200);
    assert.equal(done.json().data.status, 'completed');
    // A large one takes two administrators as ever; the second one need not name the line again.
    assertStatus(await complete(large.id, {}), 409);
    const first = await complete(large.id, await lineOf('4700.00', large.reference));
    assert.equal(first.json().data.awaits_second_approval !== null, true);
    const second = await complete(large.id, {}, await createAdministrator(test, 'approver'));
    assertStatus(second, 200);
    assert.equal(second.json().data.status, 'completed');
  });

  it('is not confirmed while the company in it waits for its approval, or its account is frozen', async () => {
    const changed = await createCustomer(test);
    await fund(test, changed, 'EUR', 900_000n);
    const file = await madeByCustomer(['4100.00', '4100.00'], changed);
    assert.equal(file.awaits_second, true);
    const second = await createAdministrator(test, 'approver');
    const confirm = async () => (await step(second, file.id, 'confirm')).json().message;
    await renamed(changed);
    assert.match(await confirm(), /waits until the changed company of its customer is approved/);
    const path = `/api/admin/users/${changed.customerId}`;
    const { company } = (await admin.get(path)).json().data;
    assertStatus(await admin.send('POST', `${path}/approve`, { company_updated_at: company.updated_at }), 200);
    assertStatus(await admin.send('POST', `${path}/freeze`, { reason: 'The customer called' }), 200);
    assert.match(await confirm(), /the account of its customer is frozen/);
    assertStatus(await admin.send('POST', `${path}/unfreeze`), 200);
    assertStatus(await step(second, file.id, 'confirm'), 200);
  });

  it('is not completed by hand before the bank can have its file, which would be paid again', async () => {
    const many = await createCustomer(test);
    await fund(test, many, 'EUR', 900_000n);
    const file = await madeByCustomer(['4000.00', '4000.00'], many);
    assert.equal(file.awaits_second, true);
    const [{ id: one }] = (await admin.get(`/api/admin/withdrawals?user_id=${many.customerId}`)).json().data;
    const complete = (as: TestAdministrator) => as.send('POST', `/api/admin/withdrawals/${one}/complete`, {});
    // Its maker decides one by one what takes two together.
    const early = await complete(admin);
    assertStatus(early, 409);
    assert.match(early.json().message, new RegExp(`in the file ${file.reference}, which nobody has fetched yet`));
    const second = await createAdministrator(test, 'approver');
    assertStatus(await step(second, file.id, 'confirm'), 200);
    assertStatus(await complete(second), 409);
    assertStatus(await fetch(admin, file.id), 200);
    assertStatus(await complete(second), 200);
  });

  it('is not completed by hand while a file is being made of it', async () => {
    const { id } = await requested('13.00');
    const batch = randomUUID();
    const { completing } = await withLease(test.deps.database, [leaseOfWithdrawal(id)], async () => {
      const completing = admin.send('POST', `/api/admin/withdrawals/${id}/complete`, {}).then((answer) => answer);
      await test.deps.database.query(sql.void`
        insert into app.payout_batch (batch_id, currency, sum, transfers, file_sealed, created_by, created_at)
        values (${batch}, 'EUR', 1300, 1, '', ${admin.administratorId}, now())`);
      await test.deps.database.query(sql.void`insert into app.payout_batch_item (batch_id, withdrawal_id, end_to_end_id)
        values (${batch}, ${id}, 'WDR')`);
      return { completing };
    });
    assertStatus(await completing, 409);
  });

  it('has its record in the log even where the event store was away when it was made', async () => {
    const { id: withdrawal } = await requested('41.00');
    const execute = () => Promise.reject(new DomainError('unavailable', 'The event store is away.'));
    const cutOff = await buildApp({ ...test.deps, ledger: { execute } });
    const made = await cutOff.inject({
      method: 'POST',
      url: '/api/admin/payout-batches',
      headers: admin.headers,
      payload: { withdrawal_ids: [withdrawal] },
    });
    assertStatus(made, 201);
    const { id } = made.json().data;
    const fetched = await cutOff.inject({ url: `/api/admin/payout-batches/${id}/file`, headers: admin.headers });
    assertStatus(fetched, 200);
    await cutOff.close();
    const recorded = async () => {
      const { data } = (await admin.get('/api/admin/audit?type=AdministratorActed&per_page=100')).json();
      return data
        .filter((event: { data: { subject?: { id: string } } }) => event.data.subject?.id === id)
        .map((event: { data: { action: string } }) => event.data.action)
        .sort();
    };
    assert.deepEqual(await recorded(), []);
    await test.deps.database.query(sql.void`update app.action_record set written_at = now() - interval '5 minutes'`);
    await sendRecords(test.deps);
    await eventually(async () => assert.deepEqual(await recorded(), ['payouts-exported', 'payouts-fetched']));
  });

  it('takes no payment whose first approval is of somebody tied to its maker, or of nobody any more', async () => {
    const first = await createAdministrator(test, 'approver');
    const { id } = await requested('4600.00');
    assertStatus(await first.send('POST', `/api/admin/withdrawals/${id}/complete`, {}), 200);
    const tied = await createAdministrator(test, 'approver');
    await test.deps.database.query(sql.void`insert into app.administrator_tie (administrator_id, brought_in_by, tied_at)
      values (${tied.administratorId}, ${first.administratorId}, now())`);
    assert.match((await fileOf([id], tied)).json().message, /brought you in, or whom you brought in/);
    await setRoles(first, 'finance');
    assert.match((await fileOf([id])).json().message, /has to be approved by a first administrator/);
    await setRoles(first, 'approver');
    assertStatus(await fileOf([id]), 201);
  });

  it('is one of what was asked for first under its key, and no other', async () => {
    const [one, two] = [await requested('17.00'), await requested('18.00')];
    const key = { 'idempotency-key': randomUUID() };
    const file = (...ids: string[]) => fileOf(ids, admin, key);
    const free = async () => {
      await answersAreKept(test.deps);
      await test.deps.database.query(sql.void`delete from app.idempotency_key where key = ${key['idempotency-key']}`);
    };
    const first = await file(one.id);
    assertStatus(first, 201);
    await free();
    assert.equal((await file(one.id)).json().data.id, first.json().data.id);
    await free();
    const other = await file(one.id, two.id);
    assertStatus(other, 422);
    assert.equal(other.json().code, 'idempotency_key_reused');
  });

  it('that an administrator made takes two, also when its maker may not approve any more', async () => {
    const maker = await createAdministrator(test, 'approver');
    const { id } = await withdraw(maker, '12.00');
    await setRoles(maker, 'finance');
    const alone = await fileOf([id]);
    assertStatus(alone, 409);
    assert.match(alone.json().message, /has to be approved by a first administrator/);
    const first = await createAdministrator(test, 'approver');
    const approved = await first.send('POST', `/api/admin/withdrawals/${id}/complete`, {});
    assert.equal(approved.json().data.awaits_second_approval, true);
    assertStatus(await fileOf([id]), 201);
  });

  const setRoles = ({ administratorId }: TestAdministrator, role: string) =>
    test.deps.database.query(
      sql.void`update app.administrator set roles = ${sql.array([role], 'text')} where administrator_id = ${administratorId}`,
    );
  /** An approver whom the administrator of this story has just brought in. */
  async function broughtInByAdmin() {
    const approver = await createAdministrator(test, 'approver');
    await test.deps.database.query(sql.void`insert into app.administrator_tie (administrator_id, brought_in_by, tied_at)
      values (${approver.administratorId}, ${admin.administratorId}, now())`);
    return approver;
  }

  /** Withdrawals that the customer asked for: nobody has approved them yet. */
  async function madeByCustomer(amounts: readonly string[], of = customer) {
    const ids = [];
    for (const amount of amounts) ids.push((await requested(amount, of)).id);
    const file = await fileOf(ids);
    assertStatus(file, 201);
    return file.json().data;
  }
});
