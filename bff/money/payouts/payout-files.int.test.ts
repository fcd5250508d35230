import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { ExplainAnswer } from '#bff/contract/office/admin-explain.ts';
import { sendRecords } from '#bff/identity/audit/keep-record.ts';
import { answersAreKept } from '#bff/kit/http/keep-answers.ts';
import { withLease } from '#bff/kit/tables/lease.ts';
import { sql } from '#bff/kit/tables/sql.ts';
import { leaseOfWithdrawal, lockBatches } from '#bff/money/bank/batch-store.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { DomainError } from '#core/kernel/errors.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createBankDesk, THEIR_IBAN } from '#infra/proof/api/bank-desk.ts';
import { createCustomer, fund, send, type TestCustomer } from '#infra/proof/api/customers.ts';
import { changeTo, DEMO_SELLER } from '#infra/proof/api/settings.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { adoptSection } from '#infra/seed/settings.ts';

describe('a payout in a file for the bank', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const { admin, customer, linesOf, importFile, csv, mt940, today } = await createBankDesk(test);
  const dayFromNow = (days: number) =>
    new Date(test.deps.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const tomorrow = () => dayFromNow(1);
  const yesterday = () => dayFromNow(-1);
  after(() => test.stop());

  it('comes back in a statement by its end-to-end id, and is paid once', async () => {
    const other = await createAdministrator(test);
    await fund(test, customer, 'EUR', 9_000n);
    const withdraw = async (amount: string) => {
      const body = { user_id: customer.customerId, wallet_id: customer.wallets.EUR, amount };
      const made = await other.send('POST', '/api/admin/withdrawals', body);
      assertStatus(made, 201);
      return made.json().data;
    };
    const [first, second] = [await withdraw('20.50'), await withdraw('10.00')];
    const exported = (as: TestAdministrator, ...ids: string[]) =>
      as.send('POST', '/api/admin/payout-batches', { withdrawal_ids: ids });
    assert.match((await exported(other, first.id)).json().message, /made by you: another administrator pays it/);
    assertStatus(await exported(await createAdministrator(test, 'finance'), first.id), 403);
    const twice = await Promise.all([exported(admin, first.id, second.id), exported(admin, second.id, first.id)]);
    assert.deepEqual(twice.map(({ statusCode }) => statusCode).sort(), [201, 409]);
    const batch = twice.find(({ statusCode }) => statusCode === 201)?.json().data;
    const refused = twice.find(({ statusCode }) => statusCode === 409)?.json().message;
    assert.match(refused, new RegExp(`is in the file ${batch.reference} already`));
    assert.deepEqual([batch.sum.decimal, batch.transfers, batch.completed], ['30.50', 2, 0]);
    const inNoFile = async () =>
      (await admin.get('/api/admin/withdrawals?status=not_in_a_file'))
        .json()
        .data.map(({ reference }: { reference: string }) => reference);
    const third = await withdraw('1.00');
    assert.deepEqual(await inNoFile(), [third.reference]);
    const { data: shown } = (await admin.get(`/api/admin/withdrawals/${first.id}`)).json();
    assert.deepEqual(shown.payout_file, { id: batch.id, reference: batch.reference, created_at: batch.created_at });
    const narrowed = (await admin.get(`/api/admin/payout-batches?file=${batch.id}`)).json();
    assert.deepEqual([narrowed.data.length, narrowed.meta.total, narrowed.data[0].reference], [1, 1, batch.reference]);
    assert.equal((await admin.get(`/api/admin/payout-batches?file=${randomUUID()}`)).json().meta.total, 0);

    const fetched = await admin.get(`/api/admin/payout-batches/${batch.id}/file`);
    assert.match(fetched.body, new RegExp(`<EndToEndId>${first.reference}</EndToEndId>`));
    assert.match(fetched.body, new RegExp(`<NbOfTxs>2</NbOfTxs><CtrlSum>30.50</CtrlSum>.*<IBAN>${THEIR_IBAN}</IBAN>`));
    const reject = { admin_notes: 'No' };
    const rejected = await admin.send('POST', `/api/admin/withdrawals/${first.id}/reject`, reject);
    assert.match(rejected.json().message, new RegExp(`Withdraw ${batch.reference} first`));

    const line = `${today()},-20.50,EUR,${first.reference},Ada Byron,${THEIR_IBAN},P1`;
    const [{ id: statementId }] = (await importFile(csv(line))).json().data;
    const [found] = (await linesOf(statementId)).data;
    assert.deepEqual([found.result, found.certainty, found.document.reference], ['to_decide', 'sure', first.reference]);
    const early = await admin.send('POST', `/api/admin/payout-batches/${batch.id}/withdraw`);
    assert.match(
      early.json().message,
      new RegExp(`Import the statements of NL91\\w+ \\(camt\\.053 or MT940\\) from ${today()} to a later day`),
    );
    assertStatus(await importFile(mt940(`${today()},4.00,EUR,,Anybody,,P0`)), 201);
    assert.equal((await step(admin, batch.id, 'withdraw')).json().code, 'statement_missing');
    assertStatus(await importFile(mt940(`${tomorrow()},5.00,EUR,,Anybody,,P2`)), 201);
    const shownPaid = await admin.send('POST', `/api/admin/payout-batches/${batch.id}/withdraw`);
    assert.match(shownPaid.json().message, new RegExp(`shows ${first.reference} as paid on ${today()}`));
    const paid = { value_date: found.value_date, bank_line_id: found.id };
    assertStatus(await admin.send('POST', `/api/admin/withdrawals/${first.id}/complete`, paid), 200);
    assert.equal((await linesOf(statementId)).data[0].result, 'booked');
    const taken = await admin.send('POST', `/api/admin/payout-batches/${batch.id}/withdraw`);
    assert.match(taken.json().message, /as paid on|1 of its transfers are completed/);

    // The entry in the books refers to the paper, with the file and the line of the bank.
    const explained = await admin.get(`/api/admin/ledger/explain?subject=withdrawal-${first.id}@2`);
    const { data: nodes } = ExplainAnswer.parse(explained.json());
    const factsOf = (what: string) =>
      new Map(nodes.find((node) => node.what === what)?.facts.map(({ name, value }) => [name, value]));
    assert.equal(factsOf(`In the payout file ${batch.reference}`).get('end-to-end id'), first.reference);
    assert.equal(factsOf('Line of the bank').get('value date'), today());
    assert.ok(nodes.some(({ what }) => what === `Withdrawal ${first.reference}`));
  });

  const made = async (...amounts: string[]) => {
    const other = await createAdministrator(test);
    const ids = [];
    for (const amount of amounts) {
      const body = { user_id: customer.customerId, wallet_id: customer.wallets.EUR, amount };
      const answer = await other.send('POST', '/api/admin/withdrawals', body);
      assertStatus(answer, 201);
      ids.push(answer.json().data.id);
    }
    const file = await admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: ids });
    assertStatus(file, 201);
    return { ids, other, ...file.json().data };
  };
  const step = (as: TestAdministrator, id: string, what: string) =>
    as.send('POST', `/api/admin/payout-batches/${id}/${what}`);
  const fetch = (as: TestAdministrator, id: string) => as.get(`/api/admin/payout-batches/${id}/file`);

  it('that nobody fetched is withdrawn by one, and is not given out any more', async () => {
    await fund(test, customer, 'EUR', 5_000_000n);
    const { id, other } = await made('11.00');
    assertStatus(await step(other, id, 'withdraw'), 200);
    const gone = await fetch(admin, id);
    assertStatus(gone, 409);
    assert.match(gone.json().message, /was withdrawn/);
  });

  it('that was fetched is withdrawn by two, with a statement of a later day, and each payment keeps its id', async () => {
    const { id, ids, other, reference } = await made('12.00');
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
    const next = await admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: ids });
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
    const put = () => admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: [id] });
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

  /** The line of a statement that shows a payout as made. */
  const lineOf = async (amount: string, reference: string) => {
    const imported = await importFile(
      csv(`${today()},-${amount},EUR,${reference},Ada Byron,${THEIR_IBAN},${reference}`),
    );
    assertStatus(imported, 201);
    const [found] = (await linesOf(imported.json().data[0].id)).data;
    return { value_date: found.value_date, bank_line_id: found.id };
  };
  const renamed = async ({ headers }: TestCustomer) => {
    const url = '/api/user/company-detail';
    const { id: _id, documents: _documents, ...details } = (await test.app.inject({ url, headers })).json().data;
    const payload = { ...details, company_name: 'Another Company Ltd' };
    assertStatus(await test.app.inject({ method: 'PUT', url, headers, payload }), 200);
  };

  it('is not fetched while a statement is imported that shows it as paid', async () => {
    const { database } = test.deps;
    await fund(test, customer, 'EUR', 1_500n);
    const { ids, id } = await made('15.00');
    const { reference } = (await admin.get(`/api/admin/withdrawals/${ids[0]}`)).json().data;
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = database.transaction(async (transaction) => {
      await lockBatches(transaction);
      held.resolve();
      await release.promise;
    });
    await held.promise;
    // The fetch has looked at the lines of the bank, and waits for its turn.
    const fetching = fetch(admin, id);
    await eventually(async () =>
      assert.ok(
        await database.exists(sql.void`select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`),
      ),
    );
    assertStatus(await importFile(csv(`${today()},-15.00,EUR,${reference},Ada Byron,${THEIR_IBAN},P15`)), 201);
    release.resolve();
    await holding;
    assert.equal((await fetching).json().code, 'changed_elsewhere');
    assert.equal((await fetch(admin, id)).json().code, 'batch_paid');
  });

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

  it('that was paid without its file, which nobody fetched, is booked once the file is withdrawn', async () => {
    const { id, reference } = await requested('44.00');
    const other = await requested('45.00');
    const file = await admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: [id, other.id] });
    assertStatus(file, 201);
    const { id: fileId, reference: number } = file.json().data;
    const paid = await lineOf('44.00', reference);
    const complete = () => admin.send('POST', `/api/admin/withdrawals/${id}/complete`, paid);
    const early = await complete();
    assertStatus(early, 409);
    assert.match(early.json().message, new RegExp(`If it was paid otherwise, withdraw ${number} first`));
    const again = await fetch(admin, fileId);
    assertStatus(again, 409);
    assert.match(again.json().message, new RegExp(`shows ${reference} as paid.*the bank would pay again by ${number}`));
    assertStatus(await step(admin, fileId, 'withdraw'), 200);
    assertStatus(await complete(), 200);
  });

  it('that was completed while nobody had fetched its file is not paid again by that, and the file can be withdrawn', async () => {
    const { id } = await requested('46.00');
    const file = await admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: [id] });
    assertStatus(file, 201);
    const { id: fileId, reference } = file.json().data;
    // As release 0.2.0 lets an administrator do.
    const now = new Date().toISOString();
    await send(test, { type: 'CompleteWithdrawal', withdrawalId: id, note: null, by: ALONE, now });
    const again = await fetch(admin, fileId);
    assertStatus(again, 409);
    assert.match(again.json().message, new RegExp(`1 of its transfers are completed: .* again by ${reference}`));
    assertStatus(await step(admin, fileId, 'withdraw'), 200);
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

  it('stays in its file until statements begin with the earlier of the seller’s day and UTC’s, and go past the later one', async () => {
    const { id } = await made('14.50');
    assertStatus(await fetch(admin, id), 200);
    const at = (time: string) =>
      test.deps.database.query(sql.void`update app.payout_batch set created_at = ${`${today()} ${time}`}::timestamptz,
        fetched_at = ${`${today()} ${time}`}::timestamptz where batch_id = ${id}`);
    const dayIn = (timeZone: string) => changeTo(test, 'seller', { ...DEMO_SELLER, timeZone });
    const refusal = async () => (await step(admin, id, 'withdraw')).json().message;
    // The statements that are there are of today and tomorrow.
    await at('00:30Z');
    await dayIn('Etc/GMT+12');
    assert.match(await refusal(), new RegExp(`from ${yesterday()} to a later day than ${today()} first`));
    await at('23:30Z');
    await dayIn('Pacific/Kiritimati');
    assert.match(
      await refusal(),
      new RegExp(`fetched on ${tomorrow()}.*from ${today()} to a later day than ${tomorrow()} first`),
    );
    await dayIn('UTC');
    assertStatus(await step(admin, id, 'withdraw'), 200);
  });

  it('stays in its file while a gap of the statements may hide its payment', async () => {
    const { id } = await made('14.00');
    assertStatus(await fetch(admin, id), 200);
    const isRefused = async () => {
      const refused = await step(admin, id, 'withdraw');
      assert.equal(refused.json().code, 'statement_missing');
      assert.match(refused.json().message, /to a later day than .* first, without a gap/);
    };
    const madeDaysAgo = (days: number) =>
      test.deps.database.query(
        sql.void`update app.payout_batch set created_at = now() - ${days} * interval '1 day' where batch_id = ${id}`,
      );
    // It was fetched again today. Perhaps the bank has had it since it was made, and no statement reaches back to that day.
    await madeDaysAgo(9);
    await isRefused();
    await madeDaysAgo(0);
    const behindGap = mt940(`${tomorrow()},7.00,EUR,,Anybody,,P8`)
      .replace(/(:60F:C\d{6}EUR)[\d,]+/, (_, head) => `${head}9000,00`)
      .replace(/(:62F:C\d{6}EUR)[\d,]+/, (_, head) => `${head}9007,00`);
    assertStatus(await importFile(behindGap, admin, { confirmed: 'true' }), 201);
    await isRefused();
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
    const file = (as: TestAdministrator) => as.send('POST', '/api/admin/payout-batches', { withdrawal_ids: [id] });
    const tied = await createAdministrator(test, 'approver');
    await test.deps.database.query(sql.void`insert into app.administrator_tie (administrator_id, brought_in_by, tied_at)
      values (${tied.administratorId}, ${first.administratorId}, now())`);
    assert.match((await file(tied)).json().message, /brought you in, or whom you brought in/);
    await setRoles(first, 'finance');
    assert.match((await file(admin)).json().message, /has to be approved by a first administrator/);
    await setRoles(first, 'approver');
    assertStatus(await file(admin), 201);
  });

  it('is one of what was asked for first under its key, and no other', async () => {
    const [one, two] = [await requested('17.00'), await requested('18.00')];
    const key = { 'idempotency-key': randomUUID() };
    const file = (...ids: string[]) => admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: ids }, key);
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

  it('is not fetched where the bank shows a payment of the day before its request: west of UTC it is the same day', async () => {
    const { ids, id } = await made('16.00');
    const { reference } = (await admin.get(`/api/admin/withdrawals/${ids[0]}`)).json().data;
    const before = yesterday();
    assertStatus(await importFile(csv(`${before},-16.00,EUR,${reference},Ada Byron,${THEIR_IBAN},P16`)), 201);
    const refused = await fetch(admin, id);
    assertStatus(refused, 409);
    assert.match(refused.json().message, new RegExp(`shows ${reference} as paid on ${before}`));
  });

  it('that an administrator made takes two, also when its maker may not approve any more', async () => {
    const maker = await createAdministrator(test, 'approver');
    const body = { user_id: customer.customerId, wallet_id: customer.wallets.EUR, amount: '12.00' };
    const asked = await maker.send('POST', '/api/admin/withdrawals', body);
    assertStatus(asked, 201);
    const { id } = asked.json().data;
    await setRoles(maker, 'finance');
    const file = () => admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: [id] });
    const alone = await file();
    assertStatus(alone, 409);
    assert.match(alone.json().message, /has to be approved by a first administrator/);
    const first = await createAdministrator(test, 'approver');
    const approved = await first.send('POST', `/api/admin/withdrawals/${id}/complete`, {});
    assert.equal(approved.json().data.awaits_second_approval, true);
    assertStatus(await file(), 201);
  });

  it('is withdrawn with the statements of the account that the file is paid from, not of the one of today', async () => {
    const { id } = await made('15.00');
    assertStatus(await fetch(admin, id), 200);
    const other = { currency: 'EUR', account: 'DE02120300000000202051', bic: 'BYLADEM1001' } as const;
    const money = { ...SECTIONS.money.standard, payoutAccounts: [other] };
    const adopted = await adoptSection(test.deps.ledger, 'money', money);
    assert.ok(await test.deps.settings.reached(adopted, 5_000));
    const ofOther = mt940(`${today()},5.00,EUR,,Anybody,,P9`, `${tomorrow()},5.00,EUR,,Anybody,,P10`);
    assertStatus(await importFile(ofOther.replace(/:25:.*/, `:25:${other.account}`)), 201);
    const refused = await step(admin, id, 'withdraw');
    assert.equal(refused.json().code, 'statement_missing');
    assert.match(refused.json().message, /Import the statements of NL91/);
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
    const file = await admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: ids });
    assertStatus(file, 201);
    return file.json().data;
  }

  async function requested(amount: string, of = customer) {
    const bankDetails = {
      bankName: 'Sparkasse',
      accountName: 'Ada Byron',
      accountNumber: THEIR_IBAN,
      swiftCode: 'COLSDE33',
    };
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/withdrawals',
      headers: of.headers,
      payload: { amount, currency: 'EUR', bankDetails },
    });
    assertStatus(answer, 201);
    return answer.json().data;
  }
});
