import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { buildApp } from '#bff/app/app.ts';
import { ExplainAnswer } from '#bff/contract/office/admin-explain.ts';
import { createAdministrator, forgetConfirmation, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { THEIR_IBAN } from '#infra/proof/api/bank-desk.ts';
import { auditBooks } from '#infra/proof/api/books.ts';
import { fund } from '#infra/proof/api/customers.ts';
import { createPayoutDesk } from '#infra/proof/api/payout-desk.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

/** The bank had the file, and refused one transfer of it: that payout goes back, and no booking says that it left the bank. */
describe('a file of which the bank has paid a part', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const { admin, customer, requested, fileOf, fetch, step, importFile, linesOf, lineOf, csv, mt940, today, tomorrow } =
    await createPayoutDesk(test);
  const second = await createAdministrator(test, 'approver');
  await fund(test, customer, 'EUR', 10_000n);
  after(() => test.stop());

  const bankOf = async () => {
    const { lines } = (await admin.get('/api/admin/ledger/trial-balance')).json().data;
    const ofBank = (line: { class: string; currency: string }) =>
      line.class === 'assets:bank' && line.currency === 'EUR';
    return BigInt(lines.find(ofBank).balance.amount);
  };
  const walletOf = async () => {
    const { data } = (await admin.get(`/api/admin/users/${customer.customerId}/wallets`)).json();
    return data.find(({ currency }: { currency: string }) => currency === 'EUR').available.decimal;
  };
  const reject = (id: string) =>
    admin.send('POST', `/api/admin/withdrawals/${id}/reject`, { admin_notes: 'AC04: the account is closed' });
  const show = async (id: string) => (await admin.get(`/api/admin/withdrawals/${id}`)).json().data;
  const messageOf = async (answer: ReturnType<typeof step>) => {
    const refused = await answer;
    assertStatus(refused, 409);
    return refused.json().message as string;
  };

  it('is withdrawn for what is left, by two, once the payments of the bank are booked', async () => {
    // Given a file of three that the bank had. It paid the first, and refused the others.
    const [paid, closed, again] = [await requested('10.00'), await requested('20.00'), await requested('30.00')];
    const made = await fileOf([paid.id, closed.id, again.id]);
    assertStatus(made, 201);
    const { id, reference } = made.json().data;
    assertStatus(await fetch(admin, id), 200);
    const bank = await bankOf();
    assert.match((await reject(closed.id)).json().message, new RegExp(`withdraw ${reference} first.*paid in part`));
    assert.match(await messageOf(step(admin, id, 'withdraw')), /Import the statements/);
    const paper = mt940(
      `${today()},90.00,EUR,,X,,P0`,
      `${today()},-10.00,EUR,${paid.reference},Ada Byron,${THEIR_IBAN},P1`,
      `${tomorrow()},1.00,EUR,,X,,P2`,
    );
    const imported = await importFile(paper);
    assertStatus(imported, 201);
    // Then what the statement shows is booked first.
    assert.match(
      await messageOf(step(admin, id, 'withdraw')),
      new RegExp(
        `shows ${paid.reference} as paid on ${today()}: book it first, then withdraw what is left of ${reference}`,
      ),
    );
    const { data: lines } = await linesOf(imported.json().data[0].id);
    const line = lines.find(
      (each: { document: { reference: string } | null }) => each.document?.reference === paid.reference,
    );
    const booked = { value_date: line.value_date, bank_line_id: line.id };
    assertStatus(await admin.send('POST', `/api/admin/withdrawals/${paid.id}/complete`, booked), 200);

    // When two administrators withdraw what is left
    const asked = await step(admin, id, 'withdraw');
    assertStatus(asked, 200);
    assert.equal(asked.json().data.withdrawn_at, null);
    assert.match(await messageOf(step(admin, id, 'withdraw')), /A second administrator has to withdraw/);
    assertStatus(await reject(closed.id), 409);
    await forgetConfirmation(test, second);
    assert.equal((await step(second, id, 'withdraw')).json().code, 'step_up_required');
    const sure = await createAdministrator(test, 'approver');
    const done = await step(sure, id, 'withdraw');
    assertStatus(done, 200);
    assert.deepEqual([done.json().data.completed, done.json().data.withdrawn_at !== null], [1, true]);

    // Then one of them is rejected, another one is paid by another file, and this one is not given out any more.
    assertStatus(await fetch(admin, id), 409);
    assertStatus(await reject(closed.id), 200);
    const next = await fileOf([again.id]);
    assertStatus(next, 201);
    assert.equal(await walletOf(), '60.00');
    assert.equal(bank - (await bankOf()), 1_000n, 'what never left the bank is not booked there');
    const [first, other] = [await show(paid.id), await show(again.id)];
    assert.deepEqual([first.payout_file.reference, first.status], [reference, 'completed']);
    assert.equal(other.payout_file.reference, next.json().data.reference);
    const filesOf = async (of: string) => {
      const { data } = ExplainAnswer.parse(
        (await admin.get(`/api/admin/ledger/explain?subject=withdrawal-${of}@2`)).json(),
      );
      return data.map(({ what }) => what).filter((what) => what.startsWith('In the payout file'));
    };
    assert.deepEqual(await filesOf(paid.id), [`In the payout file ${reference}`]);
    await auditBooks(test);
  });

  it('stays as it is while the bank may have paid what is left, and once all of it is paid', async () => {
    const [one, two] = [await requested('4.00'), await requested('5.00')];
    const { id, reference } = (await fileOf([one.id, two.id])).json().data;
    assertStatus(await fetch(admin, id), 200);
    const complete = (of: string, as: TestAdministrator = admin) =>
      as.send('POST', `/api/admin/withdrawals/${of}/complete`, {});
    assertStatus(await complete(one.id), 200);
    const paper = mt940(
      `${today()},-5.00,EUR,${two.reference},Ada Byron,${THEIR_IBAN},P3`,
      `${tomorrow()},1.00,EUR,,X,,P4`,
    );
    assertStatus(await importFile(paper), 201);
    assert.match(await messageOf(step(admin, id, 'withdraw')), new RegExp(`shows ${two.reference} as paid`));
    assertStatus(await complete(two.id), 200);
    assert.match(
      await messageOf(step(admin, id, 'withdraw')),
      new RegExp(`All of ${reference} is paid: nothing of it is left to withdraw`),
    );
  });

  it('pays the rest once where the bank shows it after all, and that is in another file by then', async () => {
    const withdrawnInPart = async () => {
      const [one, two] = [await requested('1.50'), await requested('2.50')];
      const { id } = (await fileOf([one.id, two.id])).json().data;
      assertStatus(await fetch(admin, id), 200);
      assertStatus(await admin.send('POST', `/api/admin/withdrawals/${one.id}/complete`, {}), 200);
      const name = two.reference.slice(-3);
      const paper = mt940(`${today()},1.00,EUR,,X,,Q${name}`, `${tomorrow()},1.00,EUR,,X,,R${name}`);
      assertStatus(await importFile(paper), 201);
      for (const as of [admin, await createAdministrator(test, 'approver')]) {
        assertStatus(await step(as, id, 'withdraw'), 200);
      }
      const next = await fileOf([two.id]);
      assertStatus(next, 201);
      return { two, next: next.json().data };
    };
    const complete = (of: string, line: object) => admin.send('POST', `/api/admin/withdrawals/${of}/complete`, line);
    // Given the rest is in a file that nobody has fetched: the bank's line is of the first one.
    const { two, next } = await withdrawnInPart();
    const line = await lineOf('2.50', two.reference);
    assert.match(await messageOf(complete(two.id, line)), /nobody has fetched yet/);
    assert.match(await messageOf(fetch(admin, next.id)), new RegExp(`shows ${two.reference} as paid`));
    assertStatus(await step(admin, next.id, 'withdraw'), 200);
    assertStatus(await complete(two.id, line), 200);
    // Given one that was fetched, too, and the bank makes both: the second line is a duplicate.
    const again = await withdrawnInPart();
    assertStatus(await fetch(admin, again.next.id), 200);
    assertStatus(await complete(again.two.id, await lineOf('2.50', again.two.reference)), 200);
    const second = `${tomorrow()},-2.50,EUR,${again.two.reference},Ada Byron,${THEIR_IBAN},S1`;
    const [found] = (await linesOf((await importFile(csv(second))).json().data[0].id)).data;
    assert.equal(found.result, 'duplicate');
    assert.match(found.reason, new RegExp(`names ${again.two.reference}, which another line has paid already`));
    await auditBooks(test);
  });

  it('is not withdrawn while the lists are behind the ledger, because what they lack may be paid', async () => {
    const [one, two] = [await requested('6.00'), await requested('7.00')];
    const { id } = (await fileOf([one.id, two.id])).json().data;
    assertStatus(await fetch(admin, id), 200);
    assertStatus(await importFile(mt940(`${today()},1.00,EUR,,X,,P5`, `${tomorrow()},1.00,EUR,,X,,P6`)), 201);
    assertStatus(await step(admin, id, 'withdraw'), 200);
    assertStatus(await admin.send('POST', `/api/admin/withdrawals/${one.id}/complete`, {}), 200);
    // Given another server whose lists do not show that payment.
    const readModels = { ...test.deps.readModels, waitForPosition: async () => false };
    const app = await buildApp({ ...test.deps, readModels });
    const { headers } = await createAdministrator(test, 'approver');
    const withdraw = (from: typeof app) =>
      from.inject({ method: 'POST', url: `/api/admin/payout-batches/${id}/withdraw`, headers });
    try {
      const refused = await withdraw(app);
      assertStatus(refused, 503);
      assert.equal(refused.json().code, 'not_current');
      // Nor is anything put into a file by such lists: it may be completed.
      const three = await requested('8.00');
      const payload = { withdrawal_ids: [three.id] };
      const made = await app.inject({ method: 'POST', url: '/api/admin/payout-batches', headers, payload });
      assert.equal(made.json().code, 'not_current');
    } finally {
      await app.close();
    }
    assertStatus(await withdraw(test.app), 200);
    assert.equal((await show(one.id)).payout_file.id, id);
    assert.equal((await show(two.id)).payout_file, null);
  });
});
