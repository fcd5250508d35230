import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { walletIdOf } from '#core/aggregates/wallet/wallet-id.ts';
import type { LogPlace } from '#core/kernel/following/log-place.ts';
import { silentLogger } from '#core/kernel/logger.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { createTestLedger, type TestLedger } from '#core/testing/test-ledger.ts';
import { AT_A_TIME, openNewCurrencies } from './open-new-currencies.ts';

const noted = () => {
  const positions = new Map<Currency, LogPlace>();
  return {
    positions,
    checkpointOf: (currency: Currency) => ({
      load: async () => positions.get(currency) ?? null,
      save: async (place: LogPlace) => void positions.set(currency, place),
      noteHalt: async () => undefined,
    }),
  };
};
const open = (test: TestLedger, currencies: Currency[], { checkpointOf }: ReturnType<typeof noted>) =>
  openNewCurrencies({
    store: test.store,
    ledger: test.ledger,
    currencies,
    checkpointOf,
    logger: silentLogger,
    signal: new AbortController().signal,
  });
const walletsOf = (test: TestLedger, customerId: string) =>
  test
    .events()
    .flatMap(({ type, data }) => (type === 'WalletOpened' && data.customerId === customerId ? [data] : []))
    .map(({ walletId, currency }) => [currency, walletId]);
const register = async (test: TestLedger) => {
  const customerId = randomUUID();
  await test.send({ type: 'RegisterCustomer', customerId });
  return customerId;
};

describe('the wallets of a currency', () => {
  it('are opened with the registration, one for each currency that the store offers', async () => {
    const test = createTestLedger();
    const customerId = await register(test);
    assert.deepEqual(walletsOf(test, customerId), [
      ['USD', walletIdOf(customerId, 'USD')],
      ['EUR', walletIdOf(customerId, 'EUR')],
    ]);
    await test.send({ type: 'RegisterCustomer', customerId });
    assert.equal(walletsOf(test, customerId).length, 2);
  });

  it('are opened for those who registered before it was offered, once and only for those who lack it', async () => {
    const test = createTestLedger();
    const [early, gone] = [await register(test), await register(test)];
    await test.send({ type: 'EraseCustomer', customerId: gone });
    const notes = noted();
    await open(test, ['USD', 'EUR', 'JPY'], notes);
    assert.deepEqual(walletsOf(test, early).at(-1), ['JPY', walletIdOf(early, 'JPY')]);
    assert.equal(walletsOf(test, early).length, 3);
    assert.equal(walletsOf(test, gone).length, 2);

    const events = test.store.events.length;
    await open(test, ['USD', 'EUR', 'JPY'], notes);
    await open(test, ['USD', 'EUR', 'JPY'], noted());
    assert.equal(test.store.events.length, events, 'opening them again must change nothing');
  });

  it('are opened for all, however many there are, a group at a time', async () => {
    const test = createTestLedger();
    const customers = [];
    for (let count = 0; count < 2 * AT_A_TIME + 1; count += 1) customers.push(await register(test));
    await open(test, ['JPY'], noted());
    for (const customerId of customers) assert.equal(walletsOf(test, customerId).length, 3);
  });

  it('are not looked for again once all of them are open', async () => {
    const test = createTestLedger();
    await register(test);
    const notes = noted();
    await open(test, ['JPY'], notes);
    test.store.readAll = () => assert.fail('the log was read');
    await open(test, ['JPY'], notes);
    assert.deepEqual([...notes.positions.keys()], ['JPY']);
  });
});
