import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from '#bff/kit/tables/sql.ts';
import { returnReference } from '#core/aggregates/suspense/line-stream.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator, type TestAdministrator } from '#infra/proof/api/administrators.ts';
import { createBankDesk, THEIR_IBAN } from '#infra/proof/api/bank-desk.ts';
import { closeMonth } from '#infra/proof/api/close-month.ts';
import { send } from '#infra/proof/api/customers.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('lines of the bank', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const { admin, deposit, linesOf, importFile, csv, mt940, today } = await createBankDesk(test);
  after(() => test.stop());

  it('are held in suspense where they belong to nobody known, until they are a deposit or went back', async () => {
    const [finance, approver] = [
      await createAdministrator(test, 'finance'),
      await createAdministrator(test, 'approver'),
    ];
    const rows = ['F1', 'F2', 'F3'].map((reference) => `${today()},33.33,EUR,,Mr Nobody,,${reference}`);
    const [{ id: statementId }] = (await importFile(mt940(...rows))).json().data;
    const [toAssign, toReturn, late] = (await linesOf(statementId)).data.map(({ id }: { id: string }) => id);
    const step = (as: TestAdministrator, id: string, what: string, body: object = { value_date: today() }) =>
      as.send('POST', `/api/admin/bank-lines/${id}/${what}`, body);
    const owed = async () => {
      const { lines } = (await admin.get('/api/admin/ledger/trial-balance')).json().data;
      const of = (name: string) =>
        lines.find((each: { class: string; currency: string }) => each.class === name && each.currency === 'EUR');
      return BigInt(of('liabilities:suspense')?.balance.amount ?? 0n);
    };
    const before = await owed();
    assertStatus(await step(await createAdministrator(test, 'approver'), toAssign, 'hold'), 403);
    for (const id of [toAssign, toReturn, late]) assertStatus(await step(finance, id, 'hold'), 200);
    assertStatus(await step(finance, toAssign, 'hold'), 200);
    assert.equal((await owed()) - before, -9_999n);
    const listed = (await finance.get('/api/admin/bank-suspense')).json();
    assert.deepEqual([listed.data[0].id, listed.data[0].name, listed.meta.held[0].lines], [toAssign, 'Mr Nobody', 3]);
    assert.equal(listed.meta.held[0].sum.decimal, '99.99');
    const depositId = await deposit('DEP-900021', 4_000n);

    // A deposit was approved from the line, and the process that takes the line out of suspense died first.
    const approved = await deposit('DEP-900020', 3_333n);
    const seen = { approved_amount: '33.33', admin_notes: 'Seen' };
    assertStatus(await admin.send('POST', `/api/admin/deposits/${approved}/approve`, seen), 200);
    const known = (state: string, id: string | null) =>
      test.deps.database.query(
        sql.typeAlias('void')`update read.booked_lines set state = ${state}, document_id = ${id},
          document_kind = ${id && 'deposit'} where line_id = ${late}`,
      );
    await known('booked', depositId);
    for (const [what, body] of [
      ['return', { value_date: today() }],
      ['assign', { deposit_id: approved }],
    ] as const) {
      const answer = await step(what === 'return' ? approver : finance, late, what, body);
      assertStatus(answer, 409);
      assert.match(answer.json().message, /was assigned to DEP-900021 already/);
    }
    await known('held', null);

    const approve = (amount: string, line?: string) =>
      admin.send('POST', `/api/admin/deposits/${depositId}/approve`, {
        approved_amount: amount,
        value_date: today(),
        admin_notes: 'Found',
        ...(line && { bank_line_id: line }),
      });
    assert.match((await approve('33.00', toAssign)).json().errors.approved_amount[0], /all of it, and no more/);
    assertStatus(await approve('33.33', toAssign), 200);
    assert.equal((await owed()) - before, -6_666n);
    assertStatus(await step(finance, toReturn, 'return'), 403);
    assert.match((await step(admin, toReturn, 'return')).json().message, /You have imported this line yourself/);
    assertStatus(await step(approver, toReturn, 'return'), 200);
    assert.match((await step(approver, toAssign, 'return')).json().message, /was assigned to DEP-900021 already/);
    // The deposit was approved without its line, so the line is taken out afterwards.
    const other = await deposit('DEP-900022', 3_333n);
    const body = { approved_amount: '33.33', value_date: today(), admin_notes: 'Found' };
    assertStatus(await step(finance, late, 'assign', { deposit_id: other }), 422);
    assertStatus(await admin.send('POST', `/api/admin/deposits/${other}/approve`, body), 200);
    assertStatus(await step(finance, late, 'assign', { deposit_id: other }), 200);
    assert.equal(await owed(), before);
    const transfer = `${today()},-33.33,EUR,${returnReference(toReturn)},Mr Nobody,,F9`;
    const [{ id: laterId }] = (await importFile(csv(transfer))).json().data;
    const [gone] = (await linesOf(laterId)).data;
    assert.deepEqual(
      [gone.result, gone.certainty, gone.document.kind, gone.document.reference],
      ['booked', 'sure', 'suspense', returnReference(toReturn)],
    );
    const results = (await linesOf(statementId)).data.map(({ result }: { result: string }) => result).sort();
    assert.deepEqual(results, ['booked', 'booked', 'returned']);
  });

  it('go back from suspense by a file: once, by another than who held or imported them, and come back matched', async () => {
    const [finance, approver] = [
      await createAdministrator(test, 'finance'),
      await createAdministrator(test, 'approver'),
    ];
    const other = await createAdministrator(test, 'approver');
    const holder = await createAdministrator(test);
    const rows = [
      `${today()},21.00,EUR,,Eve Poe,${THEIR_IBAN},R1`,
      `${today()},22.00,EUR,,Nobody,,R2`,
      `${today()},4500.01,EUR,,Eve Poe,${THEIR_IBAN},R3`,
    ];
    const [{ id: statementId }] = (await importFile(mt940(...rows))).json().data;
    const { data: lines } = await linesOf(statementId);
    const idOf = (decimal: string) =>
      lines.find(({ amount }: { amount: { decimal: string } }) => amount.decimal === decimal).id as string;
    const [small, nameless, large] = [idOf('21.00'), idOf('22.00'), idOf('4500.01')];
    const step = (as: TestAdministrator, id: string, what: string, body: object) =>
      as.send('POST', `/api/admin/bank-lines/${id}/${what}`, body);
    for (const id of [small, nameless, large]) {
      assertStatus(await step(id === large ? holder : finance, id, 'hold', { value_date: today() }), 200);
    }
    const file = (as: TestAdministrator, ...ids: string[]) =>
      as.send('POST', '/api/admin/payout-batches/returns', { line_ids: ids });
    assertStatus(await file(finance, small), 403);
    assert.match((await file(approver, small, nameless)).json().message, /does not say from which account it came/);
    assert.match((await file(holder, large)).json().message, /put this line into suspense yourself/);
    assert.match((await file(admin, small)).json().message, /imported this line yourself/);
    const twice = await Promise.all([file(approver, small), file(other, small)]);
    assert.deepEqual(twice.map(({ statusCode }) => statusCode).sort(), [201, 409]);
    const batch = twice.find(({ statusCode }) => statusCode === 201)?.json().data;
    assert.deepEqual([batch.kind, batch.sum.decimal, batch.completed], ['returns', '21.00', 0]);
    const endToEnd = returnReference(small);
    const { body } = await approver.get(`/api/admin/payout-batches/${batch.id}/file`);
    assert.match(
      body,
      new RegExp(`<EndToEndId>${endToEnd}</EndToEndId>.*<Nm>Eve Poe</Nm>.*<IBAN>${THEIR_IBAN}</IBAN>`),
    );
    assertStatus(await finance.get(`/api/admin/payout-batches/${batch.id}/file`), 403);
    const listed = (await finance.get('/api/admin/bank-suspense?per_page=50')).json().data;
    assert.equal(listed.find(({ id }: { id: string }) => id === small).payout_file.reference, batch.reference);

    // A line that goes back cannot pay a deposit while the bank may have the file.
    const depositId = await deposit('DEP-900041', 2_100n);
    const seen = { approved_amount: '21.00', value_date: today(), admin_notes: 'Found', bank_line_id: small };
    const approved = await admin.send('POST', `/api/admin/deposits/${depositId}/approve`, seen);
    assert.match(approved.json().message, new RegExp(`is in the file ${batch.reference}`));

    const transfer = `${today()},-21.00,EUR,${endToEnd},Eve Poe,${THEIR_IBAN},R9`;
    const [{ id: laterId }] = (await importFile(csv(transfer))).json().data;
    const [waits] = (await linesOf(laterId)).data;
    assert.deepEqual(
      [waits.result, waits.certainty, waits.document.kind, waits.document.line_id],
      ['to_decide', 'sure', 'suspense', small],
    );
    const undone = await approver.send('POST', `/api/admin/payout-batches/${batch.id}/withdraw`);
    assertStatus(undone, 409);
    assertStatus(await step(approver, small, 'return', { value_date: waits.value_date }), 200);
    const [booked] = (await linesOf(laterId)).data;
    assert.deepEqual([booked.result, booked.document.reference], ['booked', returnReference(small)]);
    const { data: files } = (await finance.get(`/api/admin/payout-batches?file=${batch.id}`)).json();
    assert.deepEqual([files[0].completed, files[0].transfers], [1, 1]);
  });

  it('of a table that a person can type match deposits, and are never paid out of', async () => {
    const [finance, approver] = [
      await createAdministrator(test, 'finance'),
      await createAdministrator(test, 'approver'),
    ];
    const typed = ['T1', 'T2', 'T3'].map((reference) => `${today()},4000.00,EUR,,Mallory,${THEIR_IBAN},${reference}`);
    const [{ id: statementId }] = (await importFile(csv(...typed), finance)).json().data;
    const ids = (await linesOf(statementId)).data.map(({ id }: { id: string }) => id);
    for (const id of ids)
      assertStatus(await finance.send('POST', `/api/admin/bank-lines/${id}/hold`, { value_date: today() }), 200);
    const file = await approver.send('POST', '/api/admin/payout-batches/returns', { line_ids: ids });
    assertStatus(file, 409);
    assert.match(file.json().message, /No balance of the bank proves that this money came/);
    const back = await approver.send('POST', `/api/admin/bank-lines/${ids[0]}/return`, { value_date: today() });
    assert.match(back.json().message, /No balance of the bank proves that this money came/);
  });

  it('leave suspense today where the month of their deposit was closed meanwhile', async () => {
    const finance = await createAdministrator(test, 'finance');
    const [year, month] = today().split('-').map(Number);
    const lastDay = new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, 0)).toISOString().slice(0, 10);
    const [{ id: statementId }] = (await importFile(csv(`${lastDay},12.34,EUR,,Late,,G1`))).json().data;
    const [{ id: line }] = (await linesOf(statementId)).data;
    const step = (what: string, body: object) => finance.send('POST', `/api/admin/bank-lines/${line}/${what}`, body);
    assertStatus(await step('hold', { value_date: lastDay }), 200);
    const depositId = await deposit('DEP-900031', 1_234n);
    const body = { approved_amount: '12.34', value_date: lastDay, admin_notes: 'Seen' };
    assertStatus(await admin.send('POST', `/api/admin/deposits/${depositId}/approve`, body), 200);
    assertStatus(await closeMonth(finance, lastDay.slice(0, 7)), 200);
    assertStatus(await step('assign', { deposit_id: depositId }), 200);
    assert.equal((await linesOf(statementId)).data[0].result, 'booked');
  });

  const heldLine = async (text: string, holder: TestAdministrator, importer = admin): Promise<string> => {
    const imported = await importFile(text, importer, { confirmed: 'true' });
    assertStatus(imported, 201);
    const [{ id }] = (await linesOf(imported.json().data[0].id)).data;
    assertStatus(await holder.send('POST', `/api/admin/bank-lines/${id}/hold`, { value_date: today() }), 200);
    return id;
  };
  const wayOut = async (as: TestAdministrator, id: string) => [
    await as.send('POST', `/api/admin/bank-lines/${id}/return`, { value_date: today() }),
    await as.send('POST', '/api/admin/payout-batches/returns', { line_ids: [id] }),
  ];

  it('are not assigned to one deposit together, also at the same moment', async () => {
    const finance = await createAdministrator(test, 'finance');
    for (const turn of [1, 2, 3]) {
      const depositId = await deposit(`DEP-90005${turn}`, 2_300n);
      const body = { approved_amount: '23.00', value_date: today(), admin_notes: 'Seen' };
      assertStatus(await admin.send('POST', `/api/admin/deposits/${depositId}/approve`, body), 200);
      const rows = ['M', 'N'].map((name) => `${today()},23.00,EUR,,Mr Nobody,,${name}${turn}`);
      const [{ id: statementId }] = (await importFile(mt940(...rows))).json().data;
      const ids: string[] = (await linesOf(statementId)).data.map(({ id }: { id: string }) => id);
      for (const id of ids)
        assertStatus(await finance.send('POST', `/api/admin/bank-lines/${id}/hold`, { value_date: today() }), 200);
      const answers = await Promise.all(
        ids.map((id) => finance.send('POST', `/api/admin/bank-lines/${id}/assign`, { deposit_id: depositId })),
      );
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409]);
      const refused = answers.find(({ statusCode }) => statusCode === 409);
      assert.match(refused?.json().message, new RegExp(`Another line of the bank is DEP-90005${turn} already`));
    }
  });

  it('of which one deposit has two, as in old books: one of them is taken back into suspense, and may go to its sender', async () => {
    const [finance, approver] = [
      await createAdministrator(test, 'finance'),
      await createAdministrator(test, 'approver'),
    ];
    const number = 'DEP-900061';
    const depositId = await deposit(number, 2_600n);
    const body = { approved_amount: '26.00', value_date: today(), admin_notes: 'Seen' };
    assertStatus(await admin.send('POST', `/api/admin/deposits/${depositId}/approve`, body), 200);
    const rows = ['M', 'N'].map((name) => `${today()},26.00,EUR,,Eve Poe,${THEIR_IBAN},${name}26`);
    const [{ id: statementId }] = (await importFile(mt940(...rows))).json().data;
    const lines = async () => (await linesOf(statementId)).data;
    const [one, two]: string[] = (await lines()).map(({ id }: { id: string }) => id);
    const step = (
      as: TestAdministrator,
      id: string | undefined,
      what: string,
      form: object = { deposit_id: depositId },
    ) => as.send('POST', `/api/admin/bank-lines/${id}/${what}`, form);
    const document = { kind: 'deposit', id: depositId, number } as const;
    const amount = { amount: 2_600n, currency: 'EUR' } as const;
    const assign = (lineId = '') => send(test, { type: 'AssignBankLine', lineId, amount, document });
    for (const id of [one, two]) assertStatus(await step(finance, id, 'hold', { value_date: today() }), 200);
    await assign(one);
    const only = await step(finance, one, 'take-back');
    assertStatus(only, 409);
    assert.match(only.json().message, /No other line of the bank is DEP-900061/);
    const euros = async () =>
      (await admin.get('/api/admin/ledger/reconciliation'))
        .json()
        .data.currencies.find((each: { currency: string }) => each.currency === 'EUR');
    const before = await euros();
    await assign(two);
    assert.notDeepEqual(await euros(), before);
    const listed = async (state: string) => {
      const { data } = (await finance.get(`/api/admin/bank-suspense?per_page=100&state=${state}`)).json();
      const own = data.filter(({ id }: { id: string }) => id === one || id === two);
      return own.map(
        ({ is_second: isSecond, document: paper }: { is_second: boolean; document: { id: string } | null }) => [
          isSecond,
          paper?.id,
        ],
      );
    };
    assert.deepEqual(await listed('booked'), [
      [true, depositId],
      [true, depositId],
    ]);
    assertStatus(await step(approver, two, 'take-back'), 403);
    assertStatus(await step(finance, two, 'take-back', { deposit_id: await deposit('DEP-900062', 2_600n) }), 409);
    // Of two that are asked for at once, one stays.
    const answers = await Promise.all([one, two].map((id) => step(finance, id, 'take-back')));
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 409]);
    const back = answers[0]?.statusCode === 200 ? one : two;
    assertStatus(await step(finance, back, 'take-back'), 200);
    assert.deepEqual([await listed('booked'), await listed('held')], [[[false, depositId]], [[false, undefined]]]);
    assert.deepEqual((await lines()).map(({ result }: { result: string }) => result).sort(), ['booked', 'in_suspense']);
    assert.deepEqual(await euros(), before);
    const [entry] = (await admin.get('/api/admin/audit?type=BankLineHeldInSuspense')).json().data;
    assert.match(entry.summary ?? JSON.stringify(entry), /is not deposit DEP-900061, which another line pays/);
    assert.match(
      (await step(finance, back, 'assign')).json().message,
      /Another line of the bank is DEP-900061 already/,
    );
    assertStatus(await step(approver, back, 'return', { value_date: today() }), 200);
  });

  it('go back by nobody who was just brought in by who held them, or by who imported them', async () => {
    const holder = await createAdministrator(test);
    const id = await heldLine(mt940(`${today()},17.00,EUR,,Eve Poe,${THEIR_IBAN},B1`), holder);
    for (const first of [holder, admin]) {
      const broughtIn = await createAdministrator(test, 'approver');
      await test.deps.database.query(sql.typeAlias('void')`
        insert into app.administrator_tie (administrator_id, brought_in_by, tied_at)
        values (${broughtIn.administratorId}, ${first.administratorId}, now())`);
      for (const answer of await wayOut(broughtIn, id)) {
        assertStatus(answer, 409);
        assert.match(answer.json().message, /brought one another in a short time ago/);
      }
    }
    const approver = await createAdministrator(test, 'approver');
    assertStatus(await approver.send('POST', '/api/admin/payout-batches/returns', { line_ids: [id] }), 201);
  });

  it('show the account of who paid to who asks for it, on the record', async () => {
    const [finance, auditor] = [await createAdministrator(test, 'finance'), await createAdministrator(test, 'auditor')];
    const imported = await importFile(mt940(`${today()},19.00,EUR,,Eve Poe,${THEIR_IBAN},V1`));
    const [{ id, iban }] = (await linesOf(imported.json().data[0].id)).data;
    assert.doesNotMatch(iban, /0532013/);
    const reveal = (as: TestAdministrator, line: string) => as.send('POST', `/api/admin/bank-lines/${line}/reveal`, {});
    const recorded = async () => {
      const { data } = (await admin.get('/api/admin/audit?type=AdministratorActed&per_page=100')).json();
      return data.filter((event: { data: { subject?: { id: string } } }) => event.data.subject?.id === id).length;
    };
    assertStatus(await reveal(finance, id), 403);
    assert.equal(await recorded(), 0);
    const shown = await reveal(auditor, id);
    assertStatus(shown, 200);
    assert.equal(shown.json().data.iban, THEIR_IBAN);
    assert.match(String(shown.headers['cache-control']), /no-store/);
    assertStatus(await reveal(auditor, '5f'.repeat(32)), 404);
    await eventually(async () => assert.equal(await recorded(), 1));
  });

  it('pay nobody out of a strange account, a doubted line, or what stands behind a gap', async () => {
    const [holder, approver] = [await createAdministrator(test), await createAdministrator(test, 'approver')];
    const date = today().slice(2).replaceAll('-', '');
    const raw = (account: string, number: number, opening: string, amount: string, closing: string) =>
      `:20:A\n:25:${account}\n:28C:${number}\n:60F:C${date}EUR${opening},00\n:61:${date}C${amount},00NTRFNONREF//N${number}\n:86:/IBAN/${THEIR_IBAN}/NAME/Eve Poe/REMI/x\n:62F:C${date}EUR${closing},00\n-\n`;
    const strange = await heldLine(raw('DE02120300000000202051', 1, '100', '11', '111'), holder);
    const doubted = await heldLine(mt940(`${today()},13.00,EUR,,Eve Poe,${THEIR_IBAN},D1`), holder);
    await test.deps.database.query(
      sql.typeAlias('void')`update app.bank_line set doubt = 'asked' where line_id = ${doubted}`,
    );
    const behind = await heldLine(raw('NL91ABNA0417164300', 99, '900000', '12', '900012'), holder);
    for (const [id, why] of [
      [strange, /No balance of the bank proves/],
      [doubted, /No balance of the bank proves|may be one that was imported before/],
      [behind, /No balance of the bank proves/],
    ] as const) {
      for (const answer of await wayOut(approver, id)) {
        assertStatus(answer, 409);
        assert.match(answer.json().message, why);
      }
    }
    const { data } = (await approver.get('/api/admin/bank-suspense?per_page=100')).json();
    for (const id of [strange, doubted, behind]) assert.ok(data.some((line: { id: string }) => line.id === id));
  });
});
