import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { sellerParty } from '#bff/papers/invoices/seller.ts';
import { SECTIONS, type ValueOf } from '#core/aggregates/settings/sections.ts';
import { PATIENCE_MS } from '#core/kernel/testing/eventually.ts';
import { DEMO_SELLER, demoAccount } from '#infra/seed/settings.ts';
import type { TestDeps } from './test-app.ts';

export { DEMO_SELLER, demoAccount };

/** The demonstration's seller, as papers print it. */
export const SELLER = sellerParty(DEMO_SELLER);

/** As an only owner changes it whose changes do not wait: it counts at once. */
export async function changeMoney(
  { deps: { ledger, settings } }: TestDeps<'ledger' | 'settings'>,
  change: Partial<ValueOf<'money'>>,
): Promise<void> {
  const { values, versions } = settings.now();
  const value = { ...SECTIONS.money.standard, ...values.money, ...change };
  const { position } = await ledger.execute(
    {
      type: 'ChangeSettings',
      section: 'money',
      value,
      why: 'Another one',
      by: 'ada',
      version: versions.money ?? 0,
      proposalId: randomUUID(),
      hasSecond: false,
      now: new Date().toISOString(),
      waitHours: 0,
    },
    { commandId: randomUUID(), correlationId: randomUUID(), actor: { kind: 'administrator', id: 'ada' } },
  );
  assert.ok(await settings.reached(position, PATIENCE_MS));
}
