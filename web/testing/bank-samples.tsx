import { Route } from 'wouter';
import type { BankLine, BankLinePage } from '#bff/contract/money/admin-bank-routes.ts';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { BankStatementPage } from '#web/admin/money/bank/bank-statement-page.tsx';
import type { Answers } from './network.ts';
import { renderScreen } from './render.tsx';
import { idOf, usd } from './samples.ts';

export const statement = {
  id: idOf(1),
  format: 'camt.053',
  number: '212',
  account: 'DE89370400440532013000',
  lines: 2,
  is_own_account: true,
  known: 0,
  asked: 0,
  opening: usd(10_000n),
  closing: usd(20_000n),
  gap: null,
  notes: [],
  first_day: '2026-10-01',
  last_day: '2026-10-31',
  imported_at: '2026-11-01T08:00:00.000Z',
  imported_by: 'Ada',
};
/** A line that names its deposit. */
export const line = (change: Partial<BankLine>): BankLine => ({
  id: 'a'.repeat(64),
  booked_on: '2026-10-31',
  value_date: '2026-10-30',
  amount: usd(5_000n),
  name: 'Maya',
  iban: 'DE1',
  text: 'hi',
  result: 'to_decide',
  certainty: 'sure',
  reason: 'It names DEP-000042 with its amount.',
  document: { kind: 'deposit', id: idOf(2), reference: 'DEP-000042', amount: usd(5_000n), is_booked: false },
  candidates: [],
  together: [],
  first_approval: null,
  in_suspense: null,
  earlier: [],
  ...change,
});
export const stats = { total: 1, pending: 1, approved: 0, rejected: 0, total_value: usd(5_000n) };
export const pageMeta = { current_page: 1, last_page: 1, per_page: 15, total: 2, from: 1, to: 2 };
/** The lines of the statement: one to decide, and one that nobody knows. */
export const lines = (missing: BankLinePage['meta']['missing'] = []): BankLinePage => ({
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
      duplicate: 0,
      unknown: 1,
      in_suspense: 0,
      returned: 0,
      asked: 0,
      known: 0,
    },
    missing,
  },
});
/** The screen of that statement. */
export const openStatement = (answers: Answers, roles?: readonly Role[]) => {
  history.replaceState(null, '', `/admin/bank-statements/${statement.id}`);
  const screenAt = (
    <Route path="/admin/bank-statements/:id">
      <BankStatementPage />
    </Route>
  );
  return renderScreen(screenAt, { realm: 'admin', answers, ...(roles && { roles }) });
};
