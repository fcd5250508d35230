import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import type { CurrencyReconciliation, ReconciliationAnswer } from '#bff/contract/money/admin-bank-routes.ts';
import { lastDayOf, monthBefore, monthName } from '#core/aggregates/period/months.ts';
import { eventually } from '#core/kernel/testing/eventually.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { createBankDesk } from '#infra/proof/api/bank-desk.ts';
import { assertStatus, startTestApp } from '#infra/proof/api/test-app.ts';
import { pagesTouched } from '#infra/proof/testing/pages-touched.ts';
import type { Database } from '#projections/kernel/sql.ts';
import { reconciliationsOn } from './reconciliation.ts';

describe('the bank beside the books', async () => {
  const test = await startTestApp();
  const { admin, deposit, linesOf, importFile, mt940, today } = await createBankDesk(test);
  after(() => test.stop());
  const month = monthBefore(today().slice(0, 7));
  const [middle, end] = [`${month}-15`, lastDayOf(month)];

  const read = async (at = today()): Promise<ReconciliationAnswer['data']> => {
    const answer = await admin.get(`/api/admin/ledger/reconciliation?at=${at}`);
    assertStatus(answer, 200);
    return answer.json().data;
  };
  const euros = async (at?: string): Promise<CurrencyReconciliation> => {
    const found = (await read(at)).currencies.find(({ currency }) => currency === 'EUR');
    assert.ok(found, 'the store has euros');
    return found;
  };
  const figures = ({ bank, books, difference, unexplained }: CurrencyReconciliation) =>
    [bank, books, difference, unexplained].map((each) => each?.decimal ?? null);
  const groups = (of: CurrencyReconciliation) => of.groups.map(({ kind, count, sum }) => [kind, count, sum.decimal]);
  const credit = async (number: string, minor: bigint, day: string) => {
    const id = await deposit(number, minor);
    const approved = await admin.send('POST', `/api/admin/deposits/${id}/approve`, {
      approved_amount: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`,
      admin_notes: 'Seen',
      value_date: day,
    });
    assertStatus(approved, 200);
    return id;
  };

  it('has no balance before a statement came, and says so', async () => {
    await credit('DEP-910001', 5_000n, middle);
    const before = await euros(end);
    assert.deepEqual(figures(before), [null, '50.00', null, null]);
    assert.match((await read(end)).open_points.join(' '), /EUR: no statement shows the balance of NL91ABNA0417164300/);
  });

  it('is equal where lines and bookings are the same movements, decided from the line or by hand', async () => {
    assertStatus(await importFile(mt940(`${middle},50.00,EUR,DEP-910001,Ada Byron,,R1`)), 201);
    const found = await euros(end);
    assert.deepEqual([figures(found), groups(found)], [['50.00', '50.00', '0.00', '0.00'], []]);
    assert.equal(found.accounts[0]?.until, middle);
    assert.match((await read(end)).open_points.join(' '), new RegExp(`end on ${middle}, not on ${end}`));
  });

  it('names each thing that makes a difference, and nothing stays unexplained', async () => {
    const imported = await importFile(mt940(`${end},12.00,EUR,hello,Mr Nobody,,R2`));
    assertStatus(imported, 201);
    await credit('DEP-910002', 3_000n, end);
    const found = await euros(end);
    assert.deepEqual(figures(found), ['62.00', '80.00', '-18.00', '0.00']);
    assert.deepEqual(groups(found), [
      ['undecided', 1, '12.00'],
      ['deposit-without-line', 1, '-30.00'],
    ]);
    assert.equal(found.groups[1]?.items[0]?.reference, 'DEP-910002');
    assert.equal(found.groups[0]?.items[0]?.statement_id, imported.json().data[0].id);
    assert.deepEqual(figures(await euros(middle)), ['50.00', '50.00', '0.00', '0.00']);

    const [line] = (await linesOf(imported.json().data[0].id)).data;
    assertStatus(await admin.send('POST', `/api/admin/bank-lines/${line.id}/hold`, { value_date: end }), 200);
    const held = await euros(end);
    assert.deepEqual(groups(held), [['deposit-without-line', 1, '-30.00']]);
    assert.equal(held.suspense.decimal, '12.00');
  });

  it('shows a line that comes after the day, and a booking that is later than its line', async () => {
    const id = await deposit('DEP-910003', 700n);
    const other = await deposit('DEP-910005', 900n);
    const rows = [`${end},9.00,EUR,DEP-910005,Ada Byron,,R4`, `${today()},7.00,EUR,DEP-910003,Ada Byron,,R3`];
    // The bank books the second one today, with a value date of before.
    const short = (day: string) => day.slice(2).replaceAll('-', '');
    const written = mt940(...rows).replace(`:61:${short(today())}C`, `:61:${short(end)}${short(today()).slice(2)}C`);
    const imported = await importFile(written);
    const lines = (await linesOf(imported.json().data[0].id)).data;
    const approve = async (deposit: string, amount: string, day: string) => {
      const line = lines.find((each: { amount: { decimal: string } }) => each.amount.decimal === amount);
      const body = { approved_amount: amount, admin_notes: 'Seen', value_date: day, bank_line_id: line.id };
      assertStatus(await admin.send('POST', `/api/admin/deposits/${deposit}/approve`, body), 200);
    };
    await approve(id, '7.00', end);
    await approve(other, '9.00', today());
    const found = await euros(end);
    assert.deepEqual(groups(found), [
      ['booked-later', 1, '9.00'],
      ['deposit-without-line', 1, '-30.00'],
      ['line-later', 1, '-7.00'],
    ]);
    assert.deepEqual(figures(found), ['71.00', '99.00', '-28.00', '0.00']);
    assert.deepEqual(groups(await euros()), [['deposit-without-line', 1, '-30.00']]);
  });

  it('keeps what the bank had before its first statement as unexplained', async () => {
    // Booked before the first statement begins: the bank's opening balance, which is zero, does not have it.
    await credit('DEP-910004', 100n, `${month}-01`);
    const found = await euros(end);
    assert.deepEqual([figures(found)[3], groups(found).length], ['-1.00', 3]);
  });

  it('is looked at when a month is closed: what is open is named, and takes what was seen and a reason', async () => {
    const close = (body: object = {}, as = admin) => as.send('POST', `/api/admin/ledger/periods/${month}/close`, body);
    const { open_points: points } = await read(end);
    assert.equal(points.length > 0, true);
    const blind = await close();
    assertStatus(blind, 409);
    assert.equal(blind.json().code, 'open_points');
    for (const point of points) assert.ok(blind.json().message.includes(point), point);
    const old = await close({ expect_open: points.slice(1), reason: 'Known' });
    assertStatus(old, 409);
    const bare = await close({ expect_open: points });
    assertStatus(bare, 422);
    assert.ok(bare.json().errors.reason);
    const closed = await close({ expect_open: points, reason: 'The line comes with the next statement' });
    assertStatus(closed, 200);
    const { data } = closed.json();
    assert.deepEqual([data.name, data.closed.open_points], [monthName(month), points]);
    assert.equal(data.closed.reason, 'The line comes with the next statement');
    assertStatus(await close(), 200);
    const [entry] = (await admin.get('/api/admin/audit?subject_kind=period')).json().data;
    assert.match(JSON.stringify(entry), /The line comes with the next statement/);
  });

  it('is read by those who read money alone', async () => {
    const support = await createAdministrator(test, 'support');
    assertStatus(await support.get('/api/admin/ledger/reconciliation'), 403);
    assertStatus(await admin.get('/api/admin/ledger/reconciliation?at=2026-02-30'), 422);
  });

  it('has one line and several deposits as the same movement, where one decision credited them from it', async () => {
    const before = await euros();
    const numbers = ['DEP-910081', 'DEP-910082'] as const;
    const ids = [await deposit(numbers[0], 1_100n), await deposit(numbers[1], 2_200n)];
    const rows = mt940(`${today()},33.00,EUR,${numbers.join(' ')},Ada Byron,,R81`);
    const [{ id: statementId }] = (await importFile(rows)).json().data;
    const [{ id: lineId }] = (await linesOf(statementId)).data;
    const body = { deposits: ids.map((id) => ({ id })), value_date: today() };
    assertStatus(await admin.send('POST', `/api/admin/bank-lines/${lineId}/split`, body), 200);
    await eventually(async () => assert.equal((await linesOf(statementId)).data[0].result, 'booked'));
    const found = await euros();
    assert.deepEqual([found.difference, groups(found)], [before.difference, groups(before)]);
  });

  it('reads each movement at the bank once, and says of many that are equal what it says of none', async () => {
    const before = await read();
    const pool = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
    const number = `generate_series(1, ${MOVEMENTS}) as number`;
    // Beside a log without them: equal movements, each a line and the deposit that was decided from it.
    await pool.query(`
      insert into app.bank_statement (statement_id, format, number, account, first_day, last_day, lines, imported_by, imported_at)
        values ('${MANY}', 'mt940', 'many', 'NL91ABNA0417164300', '${middle}', '${middle}', ${MOVEMENTS}, '${MANY}', now());
      insert into app.bank_line (line_id, statement_id, place, booked_on, value_date, amount, currency, bank_reference, details_sealed)
        select 'line-' || number, '${MANY}', number, '${middle}', '${middle}', number, 'EUR', '', repeat('x', 300)::bytea from ${number};
      insert into read.bank_entries (position, amount, line, value_date, document_id, is_return, currency, document_kind)
        select -number, number, 1, '${middle}', md5(number::text)::uuid, false, 'EUR', 'deposit' from ${number};
      insert into read.booked_lines (line_id, state, currency, amount, document_kind, document_id, position)
        select 'line-' || number, 'booked', 'EUR', number, 'deposit', md5(number::text)::uuid, -number from ${number};
      insert into read.line_documents (document_id, document_kind, line_id)
        select md5(number::text)::uuid, 'deposit', 'line-' || number from ${number}`);
    await pool.query('vacuum analyze');
    await pool.end();
    const listed = (of: ReconciliationAnswer['data']) => of.currencies.map((each) => [each.currency, each.groups]);
    assert.deepEqual(listed(await read()), listed(before));
    const reading = (database: Database) => reconciliationsOn({ ...test.deps, database } as never, today());
    const pages = await pagesTouched(test.deps.database, reading);
    assert.ok(pages < MOVEMENTS / 4, `${pages} pages of Postgres for ${MOVEMENTS} movements`);
  });

  it('compares both sides once, and sums all that is open, where that is more than it lists', async () => {
    // Over all kinds, since a line and a booking that are the same movement leave the list together.
    const openSum = async () =>
      (await euros()).groups.reduce((all, { sum }) => all + BigInt(sum.decimal.replace('.', '')), 0n);
    const before = await openSum();
    const pool = new pg.Pool({ connectionString: test.databaseUrl, max: 1 });
    await pool.query(`
      insert into read.bank_entries (position, amount, line, value_date, document_id, is_return, currency, document_kind)
        select -${MOVEMENTS} - number, number, 1, '${end}', gen_random_uuid(), false, 'EUR', 'deposit'
        from generate_series(1, ${OPEN}) as number`);
    await pool.end();
    assert.equal(await openSum(), before - (BigInt(OPEN) * BigInt(OPEN + 1)) / 2n);
    let comparisons = 0;
    const counting = (query: { readonly sql: string }) => {
      if (query.sql.includes('read.bank_entries')) comparisons += 1;
      return test.deps.database.any(query as never);
    };
    const found = await reconciliationsOn(
      { ...test.deps, database: { ...test.deps.database, any: counting } } as never,
      today(),
    );
    assert.equal(comparisons, found.length);
  });
});

const MANY = '5a0d2f0e-7d6b-4a43-9a4e-3f0c1f1e2d3c';
const MOVEMENTS = 4_000;
/** More than are listed of a kind. */
const OPEN = 6_000;
