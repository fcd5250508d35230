import { z } from 'zod';
import { Cart } from '#bff/contract/cart.ts';
import { DepositSaved } from '#bff/contract/deposit.ts';
import { CheckoutAnswer, GiftCodesAnswer, OrderPage } from '#bff/contract/order.ts';
import { WithdrawalSaved } from '#bff/contract/withdrawal.ts';
import type { TestCustomer } from '#bff/testing/customers.ts';
import { ONE_PIXEL_PNG } from '#bff/testing/pictures.ts';
import type { Currency } from '#core/kernel/money.ts';
import type { Random } from '#infra/seed/random.ts';
import type { Answer, Caller } from './caller.ts';
import type { Journal } from './journal.ts';
import type { Violations } from './violations.ts';

type Shop = { readonly products: readonly { readonly productId: string; readonly variantId: string }[] };

export type Load = {
  readonly shop: Shop;
  readonly journal: Journal;
  readonly violations: Violations;
  isOver(): boolean;
};

const BANK = { bankName: 'Bank', accountName: 'Name', accountNumber: '12345678', swiftCode: 'ABCDEFGH' };

/** A customer who deposits, buys, cancels, withdraws and looks at codes, one thing after the other, until it is over. */
export async function runCustomer(load: Load, customer: TestCustomer, caller: Caller, random: Random): Promise<void> {
  const { journal, violations } = load;
  const fulfilled: string[] = [];

  const refused = (what: string, answer: Answer, ...allowed: string[]): boolean => {
    if (answer.status < 300) return false;
    if (!allowed.includes(answer.code)) {
      violations.add(`${what} was refused: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
    }
    return true;
  };
  const wallet = (): [Currency, string] => {
    const currency = random.pick<Currency>(['USD', 'EUR']);
    return [currency, customer.wallets[currency]];
  };
  const amount = (most: number) => `${random.int(1, most)}.${random.int(10, 99)}`;

  async function deposit(): Promise<void> {
    const [, walletId] = wallet();
    const answer = await caller.send('POST', '/api/deposits', { wallet_id: walletId, amount: amount(400) });
    if (refused('A deposit', answer)) return;
    const { id } = DepositSaved.parse(answer.body).data;
    journal.deposits.set(id, { walletId });
    journal.acknowledge('deposits announced');
    if (random.chance(0.3)) await uploadProof(id);
    if (random.chance(0.1)) {
      const removed = await caller.send('DELETE', `/api/deposits/${id}`);
      // Gone after an answer that was lost, or decided by an administrator in the meantime.
      if (removed.status < 300) journal.deletedDeposits.add(id);
      if (!refused('Deleting a deposit', removed, 'invalid_state', 'not_found'))
        journal.acknowledge('deposits deleted');
    }
  }

  async function uploadProof(id: string): Promise<void> {
    const form = new FormData();
    form.append('payment_proof', new Blob([new Uint8Array(ONE_PIXEL_PNG)], { type: 'image/png' }), 'proof.png');
    const answer = await caller.send('POST', `/api/deposits/${id}/payment-proof`, form);
    if (!refused('A proof', answer, 'invalid_state')) journal.acknowledge('proofs uploaded');
  }

  async function buy(): Promise<void> {
    const [, walletId] = wallet();
    const { variantId } = random.pick(load.shop.products);
    const added = await caller.send('POST', '/api/cart', {
      wallet_id: walletId,
      variant_id: variantId,
      quantity: random.int(1, 3),
    });
    if (refused('A cart line', added, 'validation_failed', 'out_of_stock', 'insufficient_stock')) return;
    journal.acknowledge('cart lines added');
    const answer = await caller.send('POST', '/api/checkout', { wallet_id: walletId });
    if (answer.code === 'earlier_checkout_done') return noteEarlier(answer, walletId);
    if (refused('A checkout', answer, 'cart_invalid', 'cart_changed')) return emptyCart(walletId);
    const { order } = CheckoutAnswer.parse(answer.body);
    journal.orders.set(order.id, { walletId });
    journal.acknowledge('orders placed');
    if (order.fulfillment_status === 'completed') fulfilled.push(order.id);
    else if (random.chance(0.3)) await cancel(order.id);
  }

  /** The answer names the order by its number only. */
  async function noteEarlier(answer: Answer, walletId: string): Promise<void> {
    const [number] = /GL-\d+/.exec(JSON.stringify(answer.body)) ?? [];
    const listed = OrderPage.parse((await caller.get('/api/orders?per_page=100')).body);
    const order = listed.data.find((candidate) => candidate.order_number === number);
    if (order) journal.orders.set(order.id, { walletId });
    journal.acknowledge('orders placed');
  }

  async function emptyCart(walletId: string): Promise<void> {
    await caller.send('DELETE', `/api/cart?wallet_id=${walletId}`);
    const cart = Cart.parse((await caller.get(`/api/cart?wallet_id=${walletId}`)).body);
    if (cart.data.length > 0) violations.add('A cart that was emptied holds something.');
  }

  async function cancel(orderId: string): Promise<void> {
    const answer = await caller.send('POST', `/api/orders/${orderId}/cancel`);
    if (refused('Cancelling an order', answer, 'invalid_state', 'order_paid')) return;
    journal.cancelledOrders.add(orderId);
    journal.acknowledge('orders cancelled');
  }

  async function withdraw(): Promise<void> {
    const [currency, walletId] = wallet();
    const asked = amount(60);
    const answer = await caller.send('POST', '/api/withdrawals', { amount: asked, currency, bankDetails: BANK });
    if (refused('A withdrawal', answer, 'validation_failed')) return;
    const { id, amount: taken } = WithdrawalSaved.parse(answer.body).data;
    journal.withdrawals.set(id, { walletId, minor: BigInt(taken.amount) });
    journal.acknowledge('withdrawals asked for');
  }

  async function lookAtCodes(): Promise<void> {
    const orderId = fulfilled.pop();
    if (orderId === undefined) return;
    const answer = await caller.get(`/api/orders/${orderId}/download-codes`);
    if (refused('Looking at codes', answer)) return;
    const groups = GiftCodesAnswer.parse(answer.body).data.data;
    journal.shownCodes.set(
      orderId,
      groups.flatMap((group) => group.codes),
    );
    journal.acknowledge('codes looked at');
  }

  async function look(): Promise<void> {
    const path = random.pick(['/api/wallets', '/api/transactions', '/api/orders', '/api/deposits', '/api/withdrawals']);
    const answer = await caller.get(path);
    if (!refused(`GET ${path}`, answer)) z.object({ data: z.array(z.unknown()) }).parse(answer.body);
  }

  const acts = [deposit, deposit, deposit, buy, buy, buy, buy, withdraw, withdraw, lookAtCodes, look];
  while (!load.isOver()) await random.pick(acts)();
}
