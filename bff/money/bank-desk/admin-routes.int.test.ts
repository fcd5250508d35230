import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, it } from 'node:test';
import { withLine } from '#bff/money/bank/with-line.ts';
import { createAdministrator, formOf } from '#infra/proof/api/administrators.ts';
import { createBankDesk, THEIR_IBAN } from '#infra/proof/api/bank-desk.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';

describe('bank statements in the back office', async () => {
  const test = await startTestApp({ settings: { waits: { newPayeeHours: 0 } } });
  const { admin, deposit, linesOf, importFile, csvOf, csv, today } = await createBankDesk(test);
  after(() => test.stop());

  it('say of each line what it is; a deposit that is approved is booked then', async () => {
    const named = await deposit('DEP-900001', 5_000n);
    await deposit('DEP-900002', 7_000n);
    const file = csv(
      `${today()},50.00,EUR,DEP-900001,Ada Byron,${THEIR_IBAN},B1`,
      `${today()},70.00,EUR,,,${THEIR_IBAN},B2`,
      `${today()},1.23,EUR,hello,Eve,,B3`,
      `${today()},50.00,EUR,DEP-900001,,,B4`,
    );
    const imported = await importFile(file);
    assertStatus(imported, 201);
    assert.equal(imported.json().message, '4 new lines imported.');
    const [{ id }] = imported.json().data;
    const none = { in_suspense: 0, returned: 0, asked: 0, known: 0 };
    const counted = async () => {
      const { data, meta } = await linesOf(id);
      const results = data.map(
        (line: { result: string; certainty: string | null; document: { reference: string } | null }) =>
          [line.result, line.certainty, line.document?.reference ?? null].join(' '),
      );
      return { results: results.sort(), counts: meta.counts };
    };
    const before = await counted();
    assert.deepEqual(before.counts, { booked: 0, to_decide: 2, amount_differs: 0, duplicate: 1, unknown: 1, ...none });
    assert.deepEqual(before.results, [
      'duplicate sure DEP-900001',
      'to_decide likely DEP-900002',
      'to_decide sure DEP-900001',
      'unknown  ',
    ]);
    const approved = await admin.send('POST', `/api/admin/deposits/${named}/approve`, {
      approved_amount: '50.00',
      value_date: today(),
      admin_notes: 'Seen at the bank',
    });
    assertStatus(approved, 200);
    assert.deepEqual((await counted()).counts, {
      booked: 1,
      to_decide: 1,
      amount_differs: 0,
      duplicate: 1,
      unknown: 1,
      ...none,
    });
    const narrowed = await linesOf(id, '?result=unknown');
    assert.deepEqual([narrowed.data.length, narrowed.data[0].name, narrowed.meta.total], [1, 'Eve', 1]);
  });

  it('decide from a line once: with its day and amount, and the line stays with what it paid', async () => {
    const [first, second] = [await deposit('DEP-900011', 4_000n), await deposit('DEP-900012', 4_000n)];
    const imported = await importFile(csv(`${today()},40.00,EUR,,,,E1`));
    const [{ id: statementId }] = imported.json().data;
    const [line] = (await linesOf(statementId)).data;
    const numbers = line.candidates.map(({ reference }: { reference: string }) => reference);
    assert.deepEqual([line.result, numbers], ['unknown', ['DEP-900011', 'DEP-900012']]);
    const approve = (id: string, amount: string) =>
      admin.send('POST', `/api/admin/deposits/${id}/approve`, {
        approved_amount: amount,
        value_date: line.value_date,
        admin_notes: 'From the bank',
        bank_line_id: line.id,
      });
    const unfit = await deposit('DEP-900013', 5_000n);
    const tooMuch = await approve(unfit, '50.00');
    assertStatus(tooMuch, 422);
    assert.match(tooMuch.json().errors.approved_amount[0], /The line of the bank is of €40\.00: no more can be booked/);
    const [one, other] = await Promise.all([approve(first, '40.00'), approve(second, '40.00')]);
    assert.deepEqual([one.statusCode, other.statusCode].sort(), [200, 409]);
    const [winner, loser] = one.statusCode === 200 ? ['DEP-900011', other] : ['DEP-900012', one];
    assert.match(loser.json().message, new RegExp(`This line of the bank is ${winner} already\\. Nothing was changed`));
    const [after] = (await linesOf(statementId)).data;
    assert.deepEqual([after.result, after.document.reference], ['booked', winner]);
    // A decision that is not shown yet may have used the line, so nobody decides while the read models are behind.
    const readModels = { ...test.deps.readModels, waitForPosition: async () => false };
    await assert.rejects(
      withLine({ ...test.deps, readModels }, line.id, async () => assert.fail('decided')),
      { code: 'not_current' },
    );
  });

  it('are of our accounts: another currency is refused, another account confirmed, and both before anything is kept', async () => {
    const stored = async () => (await admin.get('/api/admin/bank-statements')).json().meta.total;
    const before = await stored();
    const wrongCurrency = await importFile(csv(`${today()},1.00,USD,,,,H1`, `${today()},1.00,EUR,,,,H2`));
    assertStatus(wrongCurrency, 422);
    assert.match(
      wrongCurrency.json().errors.statement[0],
      /of NL91ABNA0417164300, our account in EUR, and has lines in USD\. Nothing was imported/,
    );
    // The statement is refused with and without a confirmation, because its account is known to be wrong.
    const lines = [`${today()},1.00,USD,,,,H1`];
    assertStatus(await importFile(csv(...lines), admin, { confirmed: 'true' }), 422);
    const strange = csvOf('DE02 1203 0000 0000 2020 51', `${today()},1.00,EUR,,,,H3`);
    const unnamed = csvOf('', `${today()},1.00,EUR,,,,H4`);
    for (const [file, says] of [
      [
        strange,
        /It is of DE02120300000000202051, which is not among our accounts\. Ours are 000123456789 \(.*\) and NL91ABNA0417164300 \(EUR\)\./,
      ],
      [unnamed, /The file does not say which account it is of/],
    ] as const) {
      const asked = await importFile(file);
      assertStatus(asked, 409);
      assert.equal(asked.json().code, 'confirm_account');
      assert.match(asked.json().message, says);
    }
    assert.equal(await stored(), before);
    const known = (await importFile(csv(`${today()},1.00,EUR,,,,H5`))).json().data[0];
    assert.deepEqual([known.account, known.is_own_account], ['NL91ABNA0417164300', true]);
    const taken = await importFile(strange, admin, { confirmed: 'true' });
    assertStatus(taken, 201);
    const [{ id, account, is_own_account }] = taken.json().data;
    assert.deepEqual([account, is_own_account], ['DE02120300000000202051', false]);
    assert.equal((await linesOf(id)).meta.statement.is_own_account, false);
    const trail = await admin.get('/api/admin/audit?action=statement-imported');
    assert.match(
      JSON.stringify(trail.json().data),
      /1 new line of the bank was imported, of an account that was confirmed/,
    );
  });

  it('change nothing when they come again, and take only what is new', async () => {
    const rows = [`${today()},3.00,EUR,a,Ada,,C1`, `${today()},3.00,EUR,a,Ada,,C2`];
    assertStatus(await importFile(csv(...rows)), 201);
    const again = await importFile(csv(...rows));
    assertStatus(again, 201);
    assert.deepEqual(again.json(), { message: 'Nothing is new: every line of the file is known.', data: [] });
    const more = await importFile(csv(...rows, `${today()},4.00,EUR,b,,,C3`));
    assert.deepEqual([more.json().message, more.json().data[0].lines], ['1 new line imported, 2 known.', 1]);
    // A number of the bank does not make two payers one.
    const other = await importFile(csv(`${today()},3.00,EUR,a,Eve,,C1`));
    assert.equal(other.json().message, '1 new line imported.');
  });

  it('ask of a line that may be a known one, and decide nothing from it before', async () => {
    const file = csv(`${today()},6.00,EUR,DEP-900031,Ada Byron,,`);
    const [{ id: first }] = (await importFile(file)).json().data;
    const again = await importFile(file);
    assert.match(again.json().message, /^0 new lines imported, 1 that may be known: say of each/);
    const [{ id: second, asked, lines: stored }] = again.json().data;
    assert.deepEqual([asked, stored], [1, 1]);
    const [line] = (await linesOf(second)).data;
    const [known] = (await linesOf(first)).data;
    assert.deepEqual([line.result, line.earlier.map(({ id }: { id: string }) => id)], ['asked', [known.id]]);
    const hold = () => admin.send('POST', `/api/admin/bank-lines/${line.id}/hold`, {});
    assert.equal((await hold()).json().code, 'line_in_doubt');
    const answer = (is: string, ids = [line.id], as = admin) =>
      as.send('POST', `/api/admin/bank-statements/${second}/answer`, { line_ids: ids, is });
    assertStatus(await answer('same', [line.id], await createAdministrator(test, 'auditor')), 403);
    assert.equal((await answer('same', [known.id])).json().code, 'line_not_asked');
    assertStatus(await answer('same'), 200);
    assert.equal((await linesOf(second)).data[0].result, 'known');
    assert.equal((await hold()).json().code, 'line_in_doubt');
    assertStatus(await answer('another'), 200);
    assert.notEqual((await linesOf(second)).data[0].result, 'known');
    assertStatus(await hold(), 200);
    assert.equal((await answer('same')).json().code, 'line_taken');
    const trail = await admin.get('/api/admin/audit?action=statement-lines-answered');
    assert.match(
      JSON.stringify(trail.json().data),
      /1 line of the bank was said to be another than one imported before/,
    );
  });

  it('ask before something is missing before them, keep that, and forget it when it comes', async () => {
    const statement = (number: number, opening: string, lines: readonly string[], closing: string, day = today()) => {
      const date = day.slice(2).replaceAll('-', '');
      const rows = lines.map(
        (amount) => `:61:${date}C${amount},00NTRFNONREF//G${number}X${amount}\n:86:gap ${amount}\n`,
      );
      return `:20:A\n:25:DE02120300000000202051\n:28C:${number}\n:60F:C${date}EUR${opening},00\n${rows.join('')}:62F:C${date}EUR${closing},00\n-\n`;
    };
    const confirmed = { confirmed: 'true' };
    assertStatus(await importFile(statement(10, '100', ['1'], '101'), admin, confirmed), 201);
    const asked = await importFile(statement(12, '103', ['3'], '106'));
    assert.match(
      asked.json().message,
      /Statement 12 of DE0.* begins with €103\.00, and 10 before it ended with €101\.00: lines of €2\.00 .* Statement 11 of DE0\d+ was not imported/,
    );
    const later = await importFile(statement(12, '103', ['3'], '106'), admin, confirmed);
    const [{ id, gap, opening }] = later.json().data;
    assert.deepEqual([gap.missing.decimal, gap.numbers, opening.decimal], ['2.00', '11', '103.00']);
    assertStatus(await importFile(statement(11, '101', ['2'], '103'), admin, confirmed), 201);
    assert.equal((await linesOf(id)).meta.statement.gap, null);
    // The same statement changes nothing; two equal pages are two payments.
    assert.match(
      (await importFile(statement(12, '103', ['3'], '106'), admin, confirmed)).json().message,
      /^Nothing is new/,
    );
    const ahead = await importFile(csv('2030-01-02,1.00,EUR,,,,G9'));
    assert.deepEqual([ahead.statusCode, ahead.json().code], [409, 'confirm_statement']);
    assert.match(ahead.json().message, /lines of 2030-01-02, which is in the future/);
  });

  it('say from when a line can be decided whose value date is ahead', async () => {
    const file = `account,date,value date,amount,currency,text\nNL91ABNA0417164300,${today()},2031-01-15,2.50,EUR,ahead\n`;
    const [{ id }] = (await importFile(file)).json().data;
    assert.match((await linesOf(id)).data[0].reason, /Its value date is 2031-01-15: from then on it can be decided/);
  });

  it('are tables of any bank, once somebody has chosen what their columns are', async () => {
    const day = today().split('-').reverse().join('/');
    const table = (text: string) => `My bank\nKonto;Wann;Was;Wieviel\nx;${day};${text};1.234,50\nx;${day};out;-1,00\n`;
    const asked = await importFile(table('DEP-900041'));
    assert.deepEqual([asked.statusCode, asked.json().code], [409, 'choose_columns']);
    const describe = (fields: Record<string, string> = {}, as = admin) =>
      as.send(
        'POST',
        '/api/admin/bank-tables',
        formOf({ ...fields, statement: Buffer.from(table('DEP-900041')) }, 'bank.csv'),
      );
    const { mapping, rows, problem } = (await describe()).json().data;
    assert.deepEqual([mapping.skip, mapping.delimiter, mapping.titles.length, rows.length], [1, ';', 4, 4]);
    assert.match(problem, /No column is the day/);
    const chosen = {
      ...mapping,
      columns: ['none', 'booked_on', 'text', 'amount'],
      days: 'dmy',
      currency: 'EUR',
      account: 'NL91ABNA0417164300',
    };
    const fields = { mapping: JSON.stringify(chosen) };
    const { understood } = (await describe(fields)).json().data;
    assert.deepEqual(
      [
        understood.lines,
        understood.sums[0].money_in.decimal,
        understood.sums[0].money_out.decimal,
        understood.accounts,
      ],
      [2, '1234.50', '-1.00', ['NL91ABNA0417164300']],
    );
    assertStatus(await describe(fields, await createAdministrator(test, 'auditor')), 403);
    assertStatus(await describe({ mapping: '{}' }), 422);
    const imported = await importFile(table('DEP-900041'), admin, fields);
    assertStatus(imported, 201);
    assert.match(imported.json().message, /^2 new lines imported\. Left out: .*1 line before the table.*"Konto"/);
    // The next table with these titles is read as this one was.
    const next = await importFile(table('DEP-900042'));
    assert.equal(next.json().data[0].account, 'NL91ABNA0417164300');
  });

  it('say what is missing: booked in their days, without a line', async () => {
    const depositId = await deposit('DEP-900009', 9_900n);
    const body = { approved_amount: '99.00', value_date: today(), admin_notes: 'Seen' };
    assertStatus(await admin.send('POST', `/api/admin/deposits/${depositId}/approve`, body), 200);
    const imported = await importFile(csv(`${today()},8.00,EUR,c,,,D1`));
    const { meta } = await linesOf(imported.json().data[0].id);
    assert.ok(meta.missing.some(({ reference }: { reference: string }) => reference === 'DEP-900009'));
  });

  it('are taken with forms in UTF-8 alone', async () => {
    const form = (field: Buffer) => ({
      headers: { 'content-type': 'multipart/form-data; boundary=x', ...admin.headers },
      payload: Buffer.concat([
        Buffer.from('--x\r\ncontent-disposition: form-data; name="mapping"\r\n\r\n'),
        field,
        Buffer.from(
          `\r\n--x\r\ncontent-disposition: form-data; name="statement"; filename="a.csv"\r\n\r\n${csv()}\r\n--x--\r\n`,
        ),
      ]),
    });
    const send = (field: Buffer) => test.app.inject({ method: 'POST', url: '/api/admin/bank-tables', ...form(field) });
    const latin = await send(Buffer.from('{"titles":["Währung"]}', 'latin1'));
    assert.deepEqual([latin.statusCode, latin.json().code], [400, 'invalid_form']);
    const other = await send(Buffer.from('{"titles":["Währung"]}'));
    assert.deepEqual([other.statusCode, Object.keys(other.json().errors)], [422, ['mapping']]);
  });

  it('are refused where they cannot be read, and to those who may not', async () => {
    const broken = await importFile('date,amount,currency\n2026-02-30,1,EUR\n');
    assertStatus(broken, 422);
    assert.match(broken.json().errors.statement[0], /"2026-02-30" is not a day.* Nothing was imported\.$/);
    assertStatus(await importFile(csv(`${today()},1,EUR,,,,`), await createAdministrator(test, 'auditor')), 403);
    assertStatus(await admin.get(`/api/admin/bank-statements/${randomUUID()}/lines`), 404);
  });
});
