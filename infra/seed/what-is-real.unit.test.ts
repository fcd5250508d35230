import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Seller } from '#core/aggregates/settings/seller.ts';
import { createTestLedger, type TestLedger } from '#core/testing/test-ledger.ts';
import { adoptDemoSettings, adoptSection, DEMO_SELLER, demoAccount } from './settings.ts';
import { whatIsReal } from './what-is-real.ts';

const OWN: Seller = {
  name: 'Kontor Nordlicht',
  tradeName: null,
  address: ['Am Sandtorkai 50'],
  country: 'DE',
  registration: '184726',
  vatId: null,
  email: 'rechnung@kontor-nordlicht.de',
  supportEmail: null,
  mailFrom: null,
  links: [],
};
const PAST = new Date('2020-01-01');

async function demonstration(): Promise<TestLedger> {
  const test = createTestLedger();
  await adoptDemoSettings(test.ledger, ['EUR', 'USD']);
  return test;
}
const realIn = async ({ store }: TestLedger) => (await whatIsReal(store.readAll(), PAST)).real.join(' ');
const change = (section: 'seller' | 'accounts', value: object, hasSecond = false) =>
  ({
    type: 'ChangeSettings',
    section,
    value,
    why: 'Tried',
    by: 'ada',
    proposalId: randomUUID(),
    hasSecond,
    version: section === 'seller' ? 2 : 3,
    now: new Date().toISOString(),
    waitHours: 0,
  }) as never;

describe('a demonstration', () => {
  it('has nothing real, though people registered and changed what it says', async () => {
    const test = await demonstration();
    await test.send({ type: 'RegisterCustomer', customerId: randomUUID() });
    await test.send(change('seller', { ...DEMO_SELLER, name: 'Ours' }));
    const { real, name, counts, changes } = await whatIsReal(test.store.readAll(), PAST);
    assert.deepEqual([real, name, counts.customers, changes], [[], 'Giftledger', { all: 1, later: 1 }, 1]);
    const before = await whatIsReal(test.store.readAll(), new Date('2999-01-01'));
    assert.deepEqual(before.counts.customers, { all: 1, later: 0 });
  });

  it('is real once an account that is no example was entered, also one that waits or was replaced', async () => {
    for (const hasSecond of [false, true]) {
      const test = await demonstration();
      const number = 'DE02 1203 0000 0000 2020 51';
      await test.send(change('accounts', { accounts: [{ ...demoAccount('EUR'), number }] }, hasSecond));
      assert.match(await realIn(test), /account DE02 1203 0000 0000 2020 51 is no example/);
    }
  });

  it('is real once its seller was none', async () => {
    const test = await demonstration();
    await test.send(change('seller', OWN));
    assert.match(await realIn(test), /seller Kontor Nordlicht is no example/);
  });
});

describe('any other store', () => {
  it('is real where somebody else began it, whatever came later', async () => {
    const test = createTestLedger();
    await test.send({ type: 'RegisterCustomer', customerId: randomUUID() });
    await adoptDemoSettings(test.ledger, ['EUR']);
    assert.match(await realIn(test), /does not begin with the demonstration/);
    assert.match(await realIn(createTestLedger()), /does not begin with the demonstration/, 'an empty one');
  });

  it('is real where its log does not say what it is', async () => {
    const test = createTestLedger();
    await adoptSection(test.ledger, 'seller', DEMO_SELLER);
    assert.match(await realIn(test), /does not say that it is a demonstration/);
  });
});
