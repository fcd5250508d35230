import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sellerParty } from '#bff/papers/invoices/seller.ts';
import { SECTIONS, type Section, type ValueOf } from '#core/aggregates/settings/sections.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { DEMO_SELLER, demoAccount } from '#infra/seed/settings.ts';
import type { TestDeps } from './test-app.ts';

export { DEMO_SELLER, demoAccount };

/** The demonstration's seller, as papers print it. */
export const SELLER = sellerParty(DEMO_SELLER);

export const changeMoney = (test: TestDeps<'ledger' | 'settings'>, change: Partial<ValueOf<'money'>>): Promise<void> =>
  changeTo(test, 'money', { ...SECTIONS.money.standard, ...test.deps.settings.now().values.money, ...change });

/** As an only owner changes it whose changes do not wait: it counts at once. */
export async function changeTo<Name extends Section>(
  { deps: { ledger, settings } }: TestDeps<'ledger' | 'settings'>,
  section: Name,
  value: ValueOf<Name>,
): Promise<void> {
  const { position } = await ledger.execute(
    {
      type: 'ChangeSettings',
      section,
      value,
      why: 'Another one',
      by: 'ada',
      version: settings.now().versions[section] ?? 0,
      proposalId: randomUUID(),
      hasSecond: false,
      now: new Date().toISOString(),
      waitHours: 0,
    },
    { commandId: randomUUID(), correlationId: randomUUID(), actor: { kind: 'administrator', id: 'ada' } },
  );
  assert.ok(await settings.reached(position, PATIENCE_MS));
}
