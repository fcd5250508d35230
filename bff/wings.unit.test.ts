import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedImports } from '#core/kernel/testing/refused-imports.ts';

/** Imports that climb, by what is written where. */
const CLIMBING: Readonly<Record<string, string>> = {
  'bff/kit/lib/a.ts': "export * from '#bff/papers/mails/x.ts';",
  'bff/papers/b.ts': "export type B = import('#bff/shop/orders/x.ts').B;",
  'bff/identity/sign-in/c.ts': "import type { X } from '#bff/money/x.ts';\nexport type C = X;",
  'bff/money/bank/d.ts': "export const d = () => import('#bff/people/x.ts');",
  'bff/shop/cart/e.ts': "export * from '../checkout/x.ts';",
  'bff/people/support/f.ts': "import '#bff/app/app.ts';",
  'bff/office/ledger/g.ts': "export * from '#bff/outside/openapi/x.ts';",
  'bff/contract/base/h.ts': "export * from '#bff/contract/money/x.ts';",
  'bff/contract/people/i.ts': "export * from '#bff/kit/lib/x.ts';",
};
const RIGHT: Readonly<Record<string, string>> = {
  'bff/money/payouts/j.ts': "export * from '#bff/identity/accounts/x.ts';\nexport * from '#bff/money/bank/x.ts';",
  'bff/contract/shop/k.ts': "export * from '#bff/contract/base/x.ts';",
  'bff/kit/lib/l.int.test.ts': "import '#bff/papers/mails/x.ts';",
};

it('the lint rule refuses what climbs between the wings, however it is written', () => {
  const refused = refusedImports({ ...CLIMBING, ...RIGHT }, 'A wing knows those before it alone');
  assert.deepEqual(refused, Object.keys(CLIMBING).sort());
});
