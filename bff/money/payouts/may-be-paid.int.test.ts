import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { lockBatches } from '#bff/money/bank/batch-store.ts';
import { SECTIONS } from '#core/aggregates/settings/sections.ts';
import { ALONE } from '#core/aggregates/testing/approval.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { THEIR_IBAN } from '#infra/proof/api/bank-desk.ts';
import { fund, send } from '#infra/proof/api/customers.ts';
import { createPayoutDesk } from '#infra/proof/api/payout-desk.ts';
import { changeTo, DEMO_SELLER } from '#infra/proof/api/settings.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { adoptSection } from '#infra/seed/settings.ts';

/** The bank must not be told twice to pay, and what it may have paid must not go into another file. */
describe('a payout that the bank may have paid', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const desk = await createPayoutDesk(test);
  const { admin, customer, importFile, csv, mt940, today, tomorrow, yesterday } = desk;
  const { requested, fileOf, made, fetch, step, lineOf } = desk;
  await fund(test, customer, 'EUR', 100_000n);
  after(() => test.stop());

  it('is not fetched while a statement is imported that shows it as paid', async () => {
    const { database } = test.deps;
    const { id, withdrawal } = await made('15.00');
    const { reference } = withdrawal;
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

  it('is not fetched where the bank shows a payment of the day before its request: west of UTC it is the same day', async () => {
    const { id, withdrawal } = await made('16.00');
    const { reference } = withdrawal;
    const before = yesterday();
    assertStatus(await importFile(csv(`${before},-16.00,EUR,${reference},Ada Byron,${THEIR_IBAN},P16`)), 201);
    const refused = await fetch(admin, id);
    assertStatus(refused, 409);
    assert.match(refused.json().message, new RegExp(`shows ${reference} as paid on ${before}`));
  });

  it('that was paid without its file, which nobody fetched, is booked once the file is withdrawn', async () => {
    const { id, reference } = await requested('44.00');
    const other = await requested('45.00');
    const file = await fileOf([id, other.id]);
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
    const file = await fileOf([id]);
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

  it('stays in its file until statements begin with the earlier of the seller’s day and UTC’s, and go past the later one', async () => {
    const { id } = await made('14.50');
    assertStatus(await fetch(admin, id), 200);
    const at = (time: string) =>
      test.deps.database.query(sql.void`update app.payout_batch set created_at = ${`${today()} ${time}`}::timestamptz,
        fetched_at = ${`${today()} ${time}`}::timestamptz where batch_id = ${id}`);
    const dayIn = (timeZone: string) => changeTo(test, 'seller', { ...DEMO_SELLER, timeZone });
    const refusal = async () => (await step(admin, id, 'withdraw')).json().message;
    assertStatus(
      await importFile(mt940(`${today()},4.00,EUR,,Anybody,,P0`, `${tomorrow()},5.00,EUR,,Anybody,,P2`)),
      201,
    );
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
});
