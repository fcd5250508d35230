import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refusedImports } from '#core/kernel/testing/refused-imports.ts';

/** Imports that climb, by what is written where. */
const CLIMBING: Readonly<Record<string, string>> = {
  'core/kernel/money/a.ts': "export type A = import('#core/kernel/log/event.ts').A;",
  'core/kernel/commands/b.ts': "export * from '#core/aggregates/events.ts';",
  'core/aggregates/period/c.ts': "import type { X } from '#core/ledger/ledger.ts';\nexport type C = X;",
  'core/aggregates/suspense/d.ts': "export * from '#core/aggregates/wallet/events.ts';",
  'core/aggregates/correction/e.ts': "export { hash } from 'node:crypto';",
  'core/ledger/f.ts': "export * from '#core/processes/ports.ts';",
  'core/processes/g.ts': "export const g = () => import('#core/finance/checks/books.ts');",
  'core/finance/checks/h.ts': "export * from '#core/cli/output.ts';",
  'core/proofs/notary/i.ts': "export * from '../statement.ts';",
  'core/cli/j.ts': "export * from '#infra/adapters/config/config.ts';",
  'core/cli/k.unit.test.ts': "import '#bff/app/app.ts';",
};
const RIGHT: Readonly<Record<string, string>> = {
  'core/cli/l.ts': "export * from '#core/finance/checks/books.ts';\nexport * from '#core/proofs/statement.ts';",
  'core/aggregates/wallet/m.ts': "export * from './events.ts';\nexport * from '#core/kernel/money/money.ts';",
  'core/aggregates/wallet/testing/n.ts': "export * from '#core/aggregates/testing/approval.ts';",
  'core/processes/o.int.test.ts': "import '#infra/adapters/config/config.ts';",
};

it('the lint rule refuses what climbs between the rooms of core, however it is written', () => {
  const refused = refusedImports({ ...CLIMBING, ...RIGHT }, 'A room of core knows those before it');
  assert.deepEqual(refused, Object.keys(CLIMBING).sort());
});
