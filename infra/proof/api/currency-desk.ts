import { randomUUID } from 'node:crypto';
import { WalletList } from '#bff/contract/money/wallet.ts';
import { keepRates } from '#bff/money/rates/rate-store.ts';
import type { Currency } from '#core/kernel/money/currencies.ts';
import { FIRST_DAY } from '#core/kernel/money/rate-sources.ts';
import { createAdministrator } from './administrators.ts';
import { createCustomer, proofOf, send } from './customers.ts';
import { assertStatus, startTestApp } from './test-app.ts';

/** A store that also offers a currency without decimals and one with three, and a customer who pays into its wallets. */
export async function createCurrencyDesk() {
  const test = await startTestApp({
    settings: { money: { currencies: ['USD', 'EUR', 'JPY', 'KWD'] } },
  });
  const rates = [
    { id: randomUUID(), currency: 'JPY', from: FIRST_DAY, rate: '0.008', quote: '' },
    { id: randomUUID(), currency: 'KWD', from: FIRST_DAY, rate: '3.25', quote: '' },
  ] as const;
  await keepRates(test.deps.database, rates, { source: 'configuration', by: null, at: new Date() });
  const admin = await createAdministrator(test);
  const customer = await createCustomer(test);
  const post = (url: string, payload: object) =>
    test.app.inject({ method: 'POST', url, headers: customer.headers, payload });
  return {
    test,
    rates,
    admin,
    customer,
    post,
    async wallet(currency: Currency) {
      const answer = await test.app.inject({ url: '/api/wallets', headers: customer.headers });
      return WalletList.parse(answer.json()).data.find((each) => each.currency === currency);
    },
    /** Asks for a deposit, and approves it. */
    async deposit(currency: Currency, amount: string) {
      const asked = await post('/api/deposits', { wallet_id: customer.wallets[currency], amount });
      assertStatus(asked, 201);
      const { id } = asked.json().data;
      await send(test, proofOf(id));
      const body = { approved_amount: amount, admin_notes: 'Seen' };
      assertStatus(await admin.send('POST', `/api/admin/deposits/${id}/approve`, body), 200);
    },
  };
}
