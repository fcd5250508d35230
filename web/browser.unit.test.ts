import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedImports } from '#core/kernel/testing/refused-imports.ts';

const WRONG: Readonly<Record<string, string>> = {
  'web/lib/a.ts': "export * from '#core/kernel/money/money.ts';",
  'web/ui/b.tsx': "export type B = import('#core/aggregates/wallet/events.ts').B;",
  'web/store/orders/c.tsx': "export * from '#core/finance/bank/iban.ts';",
  'web/admin/bank/d.tsx': "export * from '#bff/kit/deps.ts';",
  'web/shared/e.ts': "export * from 'node:crypto';",
  'web/store/f.tsx': "export const f = () => import('#infra/adapters/config/config.ts');",
  'bff/contract/money/g.ts': "export * from '#core/aggregates/suspense/line-stream.ts';",
  'bff/contract/money/h.ts': "export * from 'fastify';",
  'bff/contract/shop/i.ts': "export * from '#core/finance/explain/explain.ts';",
};
const RIGHT: Readonly<Record<string, string>> = {
  'web/admin/bank/j.tsx': "export * from '#core/aggregates/suspense/line-stream.ts';",
  'web/lib/k.ts': "export * from '#bff/contract/base/common.ts';\nexport * from '#core/aggregates/order/limits.ts';",
  'bff/contract/money/l.ts': "export * from '#core/finance/bank/iban.ts';\nexport * from '#core/proofs/check/code.ts';",
  'web/ui/m.component.test.tsx': "import 'node:assert';",
};

it('the lint rule refuses what a browser must not have', () => {
  const refused = refusedImports({ ...WRONG, ...RIGHT }, 'The browser has this, too');
  assert.deepEqual(refused, Object.keys(WRONG).sort());
});
