import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { screen } from '@testing-library/react';
import { Route } from 'wouter';
import type { Role } from '#core/aggregates/admin/roles.ts';
import { DepositsPage } from '#web/admin/money/deposits/deposits-page.tsx';
import { UserPage } from '#web/admin/people/users/user-page.tsx';
import { BrandsPage } from '#web/admin/shop/brands/brands-page.tsx';
import type { Answers } from '#web/testing/network.ts';
import { renderScreen } from '#web/testing/render.tsx';
import { idOf, maya, pendingDeposit, usd } from '#web/testing/samples.ts';

const meta = { current_page: 1, last_page: 1, per_page: 15, total: 1, from: 1, to: 1 };
const stats = { total: 1, pending: 1, approved: 0, rejected: 0, total_value: usd(25_000n) };
const BRAND = { id: 7, title: 'Steam', name: 'Steam', logo: null, logoUrl: null, hasLogo: false, color: null } as const;
const ANSWERS: Answers = {
  'GET /admin/deposits': { data: [pendingDeposit()], meta: { ...meta, stats } },
  'GET /admin/users/:id': { data: maya({ is_approved: true }) },
  'GET /admin/brands-with-logo': { error: false, data: { brands: { data: [] } } },
  'GET /admin/brands': {
    error: false,
    data: {
      brands: [{ ...BRAND, glyph: 'gift', description: null, website: null, updated_at: '', products_count: 0 }],
    },
  },
};

/** The names of the buttons, links and tabs that the screen offers to a role, once `seen` is there. */
async function offered(role: Role, path: string, Page: () => React.ReactNode, seen: string): Promise<string[]> {
  history.replaceState(null, '', path.replace(':id', idOf(1)));
  renderScreen(
    <Route path={path}>
      <Page />
    </Route>,
    { realm: 'admin', answers: ANSWERS, roles: [role] },
  );
  await screen.findAllByText(seen);
  const controls = ['button', 'tab', 'link'].flatMap((kind) => screen.queryAllByRole(kind));
  return controls.map((control) => control.getAttribute('aria-label') ?? control.textContent ?? '');
}
const has = (names: string[], name: string) => names.some((each) => each.startsWith(name));

describe('a screen offers what the administrator may do', () => {
  for (const [role, decides] of [
    ['approver', true],
    ['auditor', false],
  ] as const) {
    it(`deposits, to an ${role}`, async () => {
      const deposits = await offered(role, '/admin/deposits', DepositsPage, 'DEP-000042');
      assert.equal(has(deposits, 'Review DEP-000042'), decides);
      assert.ok(has(deposits, 'Download invoice'));
    });
  }

  it('a customer, to the support: neither the decision nor the audit trail', async () => {
    const names = await offered('support', '/admin/users/:id', UserPage, 'Personal information');
    assert.ok(has(names, 'Company') && !has(names, 'Audit') && !has(names, 'Revoke') && !has(names, 'Show in full'));
  });

  it('a customer, to an approver', async () => {
    const names = await offered('approver', '/admin/users/:id', UserPage, 'Personal information');
    assert.ok(has(names, 'Audit') && has(names, 'Revoke approval'));
  });

  it('brands, to those who only read them', async () => {
    const names = await offered('finance', '/admin/brands', BrandsPage, 'Steam');
    assert.deepEqual(names, ['Export CSV', 'Bulk changes']);
  });

  it('brands, to the catalogue', async () => {
    const names = await offered('catalogue', '/admin/brands', BrandsPage, 'Steam');
    assert.deepEqual(names, ['Export CSV', 'Import CSV', 'New brand', 'Edit Steam', 'Delete Steam', 'Bulk changes']);
  });
});
