import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route } from 'wouter';
import type { BankLine, BankLinePage, SuspensePage } from '#bff/contract/admin-bank-routes.ts';
import type { Role } from '#core/admin/roles.ts';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, pendingDeposit, usd } from '#web/testing/samples.ts';
import { BankStatementPage } from './bank-statement-page.tsx';
import { BankStatementsPage } from './bank-statements-page.tsx';

const statement = {
  ...{
    id: idOf(1),
    format: 'camt.053',
    number: '212',
    account: 'DE89370400440532013000',
    lines: 2,
    is_own_account: true,
  },
  ...{ known: 0, asked: 0, opening: usd(10_000n), closing: usd(20_000n), gap: null, notes: [] },
  ...{ first_day: '2026-10-01', last_day: '2026-10-31', imported_at: '2026-11-01T08:00:00.000Z', imported_by: 'Ada' },
};
const line = (change: Partial<BankLine>): BankLine => ({
  ...{
    id: 'a'.repeat(64),
    booked_on: '2026-10-31',
    value_date: '2026-10-30',
    amount: usd(5_000n),
    name: 'Maya',
    iban: 'DE1',
    text: 'hi',
  },
  ...{ result: 'to_decide', certainty: 'sure', reason: 'It names DEP-000042 with its amount.' },
  document: { kind: 'deposit', id: idOf(2), reference: 'DEP-000042', amount: usd(5_000n), is_booked: false },
  candidates: [],
  ...{ together: [], first_approval: null, in_suspense: null },
  earlier: [],
  ...change,
});
const stats = { total: 1, pending: 1, approved: 0, rejected: 0, total_value: usd(5_000n) };
const pageMeta = { current_page: 1, last_page: 1, per_page: 15, total: 2, from: 1, to: 2 };
const lines = (missing: BankLinePage['meta']['missing'] = []): BankLinePage => ({
  data: [
    line({}),
    line({
      id: 'b'.repeat(64),
      name: 'Eve',
      result: 'unknown',
      certainty: null,
      document: null,
      candidates: [{ kind: 'deposit', id: idOf(4), reference: 'DEP-000051', amount: usd(5_000n), is_booked: false }],
      reason: 'Nothing that we know of fits it.',
    }),
  ],
  meta: {
    ...pageMeta,
    statement,
    counts: {
      booked: 0,
      to_decide: 1,
      amount_differs: 0,
      doubled: 0,
      unknown: 1,
      in_suspense: 0,
      returned: 0,
      asked: 0,
      known: 0,
    },
    missing,
  },
});
const open = (answers: Answers, roles?: readonly Role[]) => {
  history.replaceState(null, '', `/admin/bank-statements/${statement.id}`);
  const screenAt = (
    <Route path="/admin/bank-statements/:id">
      <BankStatementPage />
    </Route>
  );
  return renderScreen(screenAt, { realm: 'admin', answers, ...(roles && { roles }) });
};

describe('a bank statement', () => {
  it('names a few of what is missing, and all of it when asked', async () => {
    const missing = Array.from({ length: 7 }, (_, index) => ({
      ...{ kind: 'deposit' as const, id: idOf(index + 10), reference: `DEP-${index + 1}`, amount: usd(100n) },
      ...{ is_booked: true, day: '2026-10-30' },
    }));
    open({ 'GET /admin/bank-statements/:id/lines': lines(missing) });
    await screen.findByText('7 bookings not on the bank statement');
    assert.equal(screen.queryAllByRole('link', { name: /^DEP-\d$/ }).length, 5);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 7' }));
    assert.equal(screen.getAllByRole('link', { name: /^DEP-\d$/ }).length, 7);
    assert.equal(screen.queryByRole('button', { name: /^Show all/ }), null);
  });

  for (const [account, warning] of [
    ['DE02120300000000202051', 'DE02120300000000202051 is not among our accounts'],
    ['', 'The file does not say which account it is of'],
  ] as const)
    it(`warns: ${warning}`, async () => {
      const page = lines();
      const meta = { ...page.meta, statement: { ...statement, account, is_own_account: false } };
      open({ 'GET /admin/bank-statements/:id/lines': { ...page, meta } });
      assert.ok(await screen.findByText(warning));
    });

  it('says of each line what it is, how surely and why, and leads to what waits for a decision', async () => {
    open({ 'GET /admin/bank-statements/:id/lines': lines() });
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    for (const text of ['To decide', 'Sure', '$50.00']) assert.ok(row.getByText(text));
    assert.ok(row.getByRole('cell', { name: /It names DEP-000042 with its amount\.$/ }));
    const link = row.getByRole('link', { name: 'DEP-000042' });
    assert.equal(link.getAttribute('href'), `/admin/deposits?open=${idOf(2)}`);
    assert.ok(row.getByRole('button', { name: 'Approve' }));
    const unknown = within(screen.getByRole('row', { name: /Eve/ }));
    assert.equal(unknown.queryByRole('link'), null);
    assert.ok(screen.getByRole('heading', { name: 'Bank statement 212' }));
    assert.equal(screen.queryByText(/among our accounts/), null);
  });

  const two = (isBooked = false): BankLine['together'] =>
    [20, 21].map((index) => ({
      ...{ kind: 'deposit', id: idOf(index), reference: `DEP-0000${index}`, amount: usd(2_500n), is_booked: isBooked },
    }));
  const together = (change: Partial<BankLine>) => {
    const page = lines();
    const names = { result: 'unknown', certainty: null, document: null, candidates: two(), together: two() } as const;
    return { ...page, data: [line({ ...names, reason: 'It names both.', ...change })] };
  };
  it('approves all deposits that a line names by one question, each as it is shown', async () => {
    const deposits = [20, 21].map((index) =>
      pendingDeposit({
        id: idOf(index),
        reference: `DEP-0000${index}`,
        amount: usd(2_500n),
        has_payment_proof: index === 20,
      }),
    );
    const { user, writes } = open({
      'GET /admin/bank-statements/:id/lines': together({}),
      'GET /admin/deposits/:id': ({ params }) => ({
        data: deposits.find(({ id }) => id === params.id) ?? pendingDeposit(),
      }),
      'POST /admin/bank-lines/:id/split': { message: 'The deposits have been approved' },
    });
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    assert.deepEqual(
      row.getAllByRole('link', { name: /DEP/ }).map((each) => each.textContent),
      ['DEP-000020', 'DEP-000021'],
    );
    assert.equal(row.queryByRole('button', { name: /^It is/ }), null);
    await user.click(row.getByRole('button', { name: 'Approve 2 deposits' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve 2 deposits' }));
    assert.ok(dialog.getByText(/without a proof/));
    await user.click(dialog.getByRole('button', { name: 'Approve $50.00' }));
    assert.ok(await dialog.findByText('Without a proof of each, say why they are approved'));
    assert.equal(writes().length, 0);
    await user.type(dialog.getByRole('textbox', { name: /Admin notes/ }), 'They called');
    await user.click(dialog.getByRole('button', { name: 'Approve $50.00' }));
    await waitFor(() => assert.equal(writes().length, 1));
    assert.deepEqual(writes()[0]?.body, {
      deposits: deposits.map((each) => ({ id: each.id, expect_amount: '25.00', expect_proof: each.payment_proof_id })),
      ...{ value_date: '2026-10-30', admin_notes: 'They called', expect_fee_percent: '0' },
    });
  });

  it('offers a first approval of several to the second administrator, and to its own to take it back', async () => {
    const at = '2026-11-01T08:00:00.000Z';
    const by = (id: string) => ({ by: { id, name: 'Ben' }, at, amount: usd(5_000n) });
    const { user, writes } = open({
      'GET /admin/bank-statements/:id/lines': together({ result: 'in_suspense', first_approval: by(idOf(77)) }),
      'GET /admin/deposits/:id': ({ params }) => ({
        data: pendingDeposit({ id: params.id ?? '', amount: usd(2_500n) }),
      }),
      'POST /admin/bank-lines/:id/split': { message: 'The deposits have been approved' },
      'POST /admin/bank-lines/:id/split/reject': { message: 'taken back' },
    });
    await user.click(await screen.findByRole('button', { name: 'Reject' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Reject' }));
    await waitFor(() => assert.equal(writes().length, 1));
    await user.click(screen.getByRole('button', { name: 'Confirm 2 deposits' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm 2 deposits' }));
    assert.ok(dialog.getByText(/Ben approved first\. You confirm exactly this\./));
    assert.equal(dialog.queryByText('Value date'), null);
    await user.click(dialog.getByRole('button', { name: 'Confirm $50.00' }));
    await waitFor(() => assert.equal(writes().length, 2));
    assert.deepEqual(Object.keys((writes()[1]?.body ?? {}) as object).sort(), [
      'admin_notes',
      'deposits',
      'expect_fee_percent',
    ]);
  });

  it('is left alone while its deposits are being credited', async () => {
    open({ 'GET /admin/bank-statements/:id/lines': together({ result: 'in_suspense', together: two(true) }) });
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    assert.ok(row.getByText('Being credited'));
    assert.equal(row.queryByRole('button', { name: /deposits|suspense|Return/ }), null);
  });

  it('of which a part was credited is returned, or found a deposit, with what is left', async () => {
    const left = { result: 'in_suspense', certainty: null, document: null, in_suspense: usd(1_200n) } as const;
    const page = lines();
    const { user } = open({
      'GET /admin/bank-statements/:id/lines': {
        ...page,
        data: [line({ ...left, reason: '$12.00 of it is in suspense.' })],
      },
    });
    const row = within(await screen.findByRole('row', { name: /\$50\.00.*\$12\.00 of it is in suspense/ }));
    assert.ok(row.getByRole('button', { name: 'Find deposit' }));
    await user.click(row.getByRole('button', { name: 'Return' }));
    assert.match((await screen.findByRole('dialog')).textContent ?? '', /\$12\.00 went back to its sender/);
  });

  it('opens the approval with the day and amount of the line, and sends the line with it', async () => {
    const deposit = pendingDeposit({ id: idOf(2), amount: usd(6_000n) });
    const { user, writes } = open({
      'GET /admin/bank-statements/:id/lines': lines(),
      'GET /admin/deposits/:id': { data: deposit },
      'POST /admin/deposits/:id/approve': { message: 'Deposit has been approved', data: deposit },
    });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    await user.click(await screen.findByRole('button', { name: 'Approve $50.00' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const [{ params, body } = { params: null, body: null }] = writes();
    assert.deepEqual(params, { id: idOf(2) });
    const sent = { approved_amount: '50.00', value_date: '2026-10-30', bank_line_id: 'a'.repeat(64) };
    const shown = { expect_amount: '60.00', expect_proof: deposit.payment_proof_id, expect_fee_percent: '0' };
    assert.deepEqual(body, { status: 'approved', admin_notes: null, ...sent, ...shown });
  });

  it('says so when the deposit was decided meanwhile', async () => {
    const { user, writes } = open({
      'GET /admin/bank-statements/:id/lines': lines(),
      'GET /admin/deposits/:id': { data: pendingDeposit({ id: idOf(2), status: 'rejected' }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    assert.ok(await screen.findByText(/It is rejected: somebody else was quicker\. Nothing was changed by you\./));
    assert.deepEqual(writes(), []);
  });

  it('offers to choose between those that fit, to find a deposit, and to hold the line in suspense', async () => {
    const { user, writes } = open({
      'GET /admin/bank-statements/:id/lines': lines(),
      'GET /admin/deposits': { data: [pendingDeposit({ amount: usd(5_000n) })], meta: { ...pageMeta, stats } },
      'POST /admin/bank-lines/:id/hold': { message: 'The line is in suspense' },
    });
    const row = within(await screen.findByRole('row', { name: /Eve/ }));
    assert.ok(row.getByRole('button', { name: 'It is DEP-000051' }));
    await user.click(row.getByRole('button', { name: 'Find deposit' }));
    assert.ok(await screen.findByRole('button', { name: 'Choose DEP-000042' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(row.getByRole('button', { name: 'Hold as unassigned' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hold as unassigned' }));
    await user.click(dialog.getByRole('button', { name: 'Hold as unassigned' }));
    await waitFor(() => assert.deepEqual(writes()[0]?.body, { value_date: '2026-10-30' }));
  });

  it('holds what is more than its deposit asks for, until one has been decided from it', async () => {
    const { document } = line({});
    const other = (id: string, name: string, is_booked: boolean) =>
      line({ id: id.repeat(64), name, result: 'amount_differs', document: document && { ...document, is_booked } });
    open({
      'GET /admin/bank-statements/:id/lines': {
        ...lines(),
        data: [other('c', 'Cora', false), other('d', 'Dora', true)],
      },
    });
    const held = async (name: RegExp) =>
      within(await screen.findByRole('row', { name })).queryByRole('button', { name: 'Hold as unassigned' }) !== null;
    assert.equal(await held(/Cora/), true);
    assert.equal(await held(/Dora/), false);
  });

  it('says how much more than its deposit is held, and offers that deposit no more once it is', async () => {
    const { document } = line({});
    const more = { amount: usd(6_500n), document };
    open({
      'GET /admin/bank-statements/:id/lines': {
        ...lines(),
        data: [
          line({ ...more, id: 'c'.repeat(64), name: 'Cora', result: 'amount_differs' }),
          line({ ...more, id: 'd'.repeat(64), name: 'Dora', result: 'in_suspense' }),
        ],
      },
    });
    const button = async (name: RegExp, verb: RegExp) =>
      within(await screen.findByRole('row', { name })).queryByRole('button', { name: verb });
    assert.ok(await button(/Cora/, /Approve|It is/));
    assert.equal(await button(/Dora/, /Approve|It is/), null);
    assert.ok(await button(/Dora/, /Return/));
    await userEvent.click((await button(/Cora/, /Hold/)) as HTMLElement);
    const description = /^\$65\.00 came in, \$15\.00 more than DEP-000042 asks for/;
    assert.ok(await screen.findByRole('dialog', { description }));
  });

  it('says in the approval what of the line stays outside of the books', async () => {
    const deposit = pendingDeposit({ id: idOf(2), amount: usd(5_000n) });
    const { user } = open({
      'GET /admin/bank-statements/:id/lines': {
        ...lines(),
        data: [line({ amount: usd(6_500n), result: 'amount_differs' })],
      },
      'GET /admin/deposits/:id': { data: deposit },
    });
    await user.click(await screen.findByRole('button', { name: 'Approve' }));
    assert.ok(await screen.findByText('$15.00 of it stays outside of the books'));
  });

  it('marks a line as returned by the transfer that sent it back, with its day', async () => {
    const held = 'e'.repeat(64);
    const document = {
      kind: 'suspense',
      id: idOf(6),
      reference: 'RET-EEEEEEEEEE',
      line_id: held,
      is_booked: false,
    } as const;
    const { user, writes } = open({
      'GET /admin/bank-statements/:id/lines': {
        ...lines(),
        data: [line({ amount: usd(-5_000n), document: { ...document, amount: usd(5_000n) } })],
      },
      'POST /admin/bank-lines/:id/return': { message: 'The line went back to its sender' },
    });
    await user.click(await screen.findByRole('button', { name: 'Mark as returned' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Return to the sender' }));
    assert.ok(dialog.getByText(/^\$50\.00 went back to its sender: this line of the bank names/));
    await user.click(dialog.getByRole('button', { name: 'It was returned' }));
    await waitFor(() => assert.equal(writes().length, 1));
    const [{ params, body } = { params: null, body: null }] = writes();
    assert.deepEqual([params, body], [{ id: held }, { value_date: '2026-10-30' }]);
  });

  it('offers nothing to who only reads', async () => {
    open({ 'GET /admin/bank-statements/:id/lines': lines() }, ['auditor']);
    const row = within(await screen.findByRole('row', { name: /Maya/ }));
    // An auditor may look at an account, which is recorded.
    const offered = row
      .queryAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
    assert.deepEqual(
      offered.filter((label) => !label?.startsWith('Show the account of')),
      [],
    );
  });

  it('is narrowed to a result, each with its count', async () => {
    const asked: unknown[] = [];
    open({
      'GET /admin/bank-statements/:id/lines': ({ query }) => {
        asked.push(query.result);
        return lines();
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Unknown 1' }));
    await screen.findByRole('row', { name: /Eve/ });
    assert.equal(asked.at(-1), 'unknown');
  });

  it('names what was booked without a line', async () => {
    const paper = {
      kind: 'withdrawal',
      id: idOf(3),
      reference: 'WDR-000007',
      amount: usd(900n),
      is_booked: true,
      day: '2026-10-20',
    } as const;
    open({ 'GET /admin/bank-statements/:id/lines': lines([paper]) });
    assert.ok(await screen.findByText('1 booking not on the bank statement'));
    assert.equal(
      screen.getByRole('link', { name: 'WDR-000007' }).getAttribute('href'),
      `/admin/withdrawals?open=${idOf(3)}`,
    );
  });
});

describe('the list of bank statements', () => {
  const suspense = (held: SuspensePage['meta']['held']) => ({
    data: [],
    meta: { ...pageMeta, total: 0, from: null, to: null, held },
  });
  const none = { data: [], meta: { ...pageMeta, total: 0, from: null, to: null } };
  it('offers an import to those who may, and says so where there is none', async () => {
    renderScreen(<BankStatementsPage />, {
      realm: 'admin',
      answers: { 'GET /admin/bank-statements': none, 'GET /admin/bank-suspense': suspense([]) },
    });
    assert.ok(await screen.findByText('No bank statement yet'));
    assert.ok(screen.getByRole('button', { name: /Import a bank statement/ }));
  });
  it('offers none to an auditor', async () => {
    const held = [{ lines: 3, sum: usd(9_999n), oldest: '2026-10-12T08:00:00.000Z' }];
    const answers = {
      'GET /admin/bank-statements': { data: [statement], meta: pageMeta },
      'GET /admin/bank-suspense': suspense(held),
    };
    renderScreen(<BankStatementsPage />, { realm: 'admin', answers, roles: ['auditor'] });
    assert.ok(await screen.findByRole('row', { name: /212/ }));
    assert.ok(await screen.findByText(/in 3 lines, the oldest since/));
    assert.equal(screen.queryByRole('button', { name: /Import a bank statement/ }), null);
  });
});

describe('a line that may be known', () => {
  it('is shown beside the known one, and answered for itself or with all on the page', async () => {
    const earlier = [
      {
        ...{ id: 'c'.repeat(64), statement_id: idOf(7), format: 'MT940', booked_on: '2026-10-31', amount: usd(5_000n) },
        ...{ name: 'Maya Print', iban: '', text: 'top-up' },
      },
    ];
    const asked = {
      result: 'asked' as const,
      certainty: null,
      document: null,
      earlier,
      reason: 'It may be a known one.',
    };
    const page = lines();
    const meta = { ...page.meta, statement: { ...statement, asked: 2, gap: { missing: usd(200n), numbers: '211' } } };
    const { user, writes } = open({
      'GET /admin/bank-statements/:id/lines': {
        data: [line(asked), line({ ...asked, id: 'b'.repeat(64), name: 'Eve' })],
        meta,
      },
      'POST /admin/bank-statements/:id/answer': { message: 'They are the same lines' },
    });
    const row = within(await screen.findByRole('row', { name: /^Maya/ }));
    assert.equal(
      row.getByRole('link', { name: 'Maya Print' }).getAttribute('href'),
      `/admin/bank-statements/${idOf(7)}`,
    );
    assert.ok(screen.getByText('2 lines may have been imported before'));
    assert.ok(screen.getByText('Statement 211 was not imported.'));
    await user.click(row.getByRole('button', { name: 'Another one' }));
    await user.click(screen.getByRole('button', { name: 'The 2 lines on this page are the same' }));
    await waitFor(() => assert.equal(writes().length, 2));
    assert.deepEqual(
      writes().map(({ body }) => body),
      [
        { line_ids: ['a'.repeat(64)], is: 'another' },
        { line_ids: ['a'.repeat(64), 'b'.repeat(64)], is: 'same' },
      ],
    );
  });
});

/** Answers uploads, which are sent by XMLHttpRequest. Returns what puts the real one back. */
function fakeUploads(
  answer: (address: string, form: FormData) => readonly [status: number, body: unknown],
): () => void {
  const real = globalThis.XMLHttpRequest;
  class Uploads extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    #address = '';
    open(_method: string, address: string) {
      this.#address = address;
    }
    setRequestHeader() {}
    abort() {}
    send(form: FormData) {
      const [status, body] = answer(this.#address, form);
      Object.assign(this, { status, responseText: JSON.stringify(body) });
      queueMicrotask(() => this.dispatchEvent(new Event('load')));
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: Uploads });
  return () => Object.assign(globalThis, { XMLHttpRequest: real });
}

describe('a table whose titles are not known', () => {
  it('asks for its columns, shows what it understood and is imported with the choice', async () => {
    const mapping = {
      ...{
        delimiter: ';' as const,
        skip: 0,
        titles: ['Wann', 'Wieviel'],
        columns: ['none' as const, 'amount' as const],
      },
      ...{ days: 'auto' as const, decimal: 'auto' as const, currency: 'USD' as const, account: '' },
    };
    const rows = [
      ['Wann', 'Wieviel'],
      ['31.10.2026', '50,00'],
    ];
    const understood = {
      ...{ lines: 1, first_day: '2026-10-31', last_day: '2026-10-31', accounts: [''], notes: [] },
      sums: [{ money_in: usd(5_000n), money_out: usd(0n) }],
    };
    const imports: FormData[] = [];
    const restore = fakeUploads((address, form) => {
      const sent = form.get('mapping');
      const used = typeof sent === 'string' ? JSON.parse(sent) : mapping;
      if (address.endsWith('/bank-tables')) {
        const isKnown = used.columns[0] === 'booked_on';
        const problem = isKnown ? null : 'No column is the day.';
        return [200, { data: { rows, mapping: used, understood: isKnown ? understood : null, problem } }];
      }
      if (!sent)
        return [409, { code: 'choose_columns', message: 'The table has no column "date". Nothing was imported.' }];
      imports.push(form);
      return [201, { message: '1 new line imported', data: [] }];
    });
    after(restore);
    const { user } = renderScreen(<BankStatementsPage />, {
      realm: 'admin',
      answers: {
        'GET /admin/bank-statements': { data: [], meta: { ...pageMeta, total: 0, from: null, to: null } },
        'GET /admin/bank-suspense': { data: [], meta: { ...pageMeta, total: 0, from: null, to: null, held: [] } },
      },
    });
    const input = document.querySelector('input[type=file]');
    assert.ok(input instanceof HTMLInputElement);
    await user.upload(input, new File(['Wann;Wieviel'], 'bank.csv', { type: 'text/csv' }));
    await screen.findByText('No column is the day.');
    await user.click(await screen.findByRole('combobox', { name: 'Column 1 Wann' }));
    await user.click(await screen.findByRole('option', { name: 'Day' }));
    await screen.findByText('1 lines are understood');
    await user.click(screen.getByRole('button', { name: 'Import 1 lines' }));
    await waitFor(() => assert.equal(imports.length, 1));
    assert.match(String(imports[0]?.get('mapping')), /"columns":\["booked_on","amount"\]/);
  });
});
