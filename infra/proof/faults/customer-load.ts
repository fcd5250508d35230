import { z } from 'zod';
import { DepositSaved } from '#bff/contract/money/deposit.ts';
import { WithdrawalSaved } from '#bff/contract/money/withdrawal.ts';
import { Cart } from '#bff/contract/shop/cart.ts';
import { CheckoutAnswer, GiftCodesAnswer, OrderPage } from '#bff/contract/shop/order.ts';
import type { Currency } from '#core/kernel/money/money.ts';
import type { TestCustomer } from '#infra/proof/api/customers.ts';
import { ONE_PIXEL_PNG } from '#infra/proof/api/pictures.ts';
import type { Random } from '#infra/seed/random.ts';
import type { Answer, Caller } from './caller.ts';
import { isRefused, type Load } from './load-state.ts';

type Acting = {
  readonly load: Load;
  readonly customer: TestCustomer;
  readonly caller: Caller;
  readonly random: Random;
  /** Orders that have codes which were not looked at yet. */
  readonly fulfilled: string[];
};

const BANK = { bankName: 'Bank', accountName: 'Name', accountNumber: 'DE89370400440532013000', swiftCode: 'COBADEFF' };

/**
 * A customer who deposits, buys, cancels, withdraws and looks at codes, one action after the other, until the load
 * ends.
 */
export async function runCustomer(load: Load, customer: TestCustomer, caller: Caller, random: Random): Promise<void> {
  const acting: Acting = { load, customer, caller, random, fulfilled: [] };
  const acts = [deposit, deposit, deposit, buy, buy, buy, buy, withdraw, withdraw, lookAtCodes, look];
  while (!load.isOver()) await random.pick(acts)(acting);
}

function wallet({ customer, random }: Acting): [Currency, string] {
  const currency = random.pick<Currency>(['USD', 'EUR']);
  return [currency, customer.wallets[currency]];
}

const amount = (random: Random, most: number) => `${random.int(1, most)}.${random.int(10, 99)}`;

async function deposit(acting: Acting): Promise<void> {
  const { load, caller, random } = acting;
  const { journal } = load;
  const [, walletId] = wallet(acting);
  const answer = await caller.send('POST', '/api/deposits', { wallet_id: walletId, amount: amount(random, 400) });
  if (isRefused(load, 'A deposit', answer)) return;
  const { id } = DepositSaved.parse(answer.body).data;
  journal.deposits.set(id, { walletId });
  journal.acknowledge('deposits announced');
  if (random.chance(0.8)) await uploadProof(acting, id);
  if (random.chance(0.1)) {
    const removed = await caller.send('DELETE', `/api/deposits/${id}`);
    // It was removed although the answer was lost, or an administrator decided it in the meantime.
    if (removed.status < 300) journal.deletedDeposits.add(id);
    if (!isRefused(load, 'Deleting a deposit', removed, 'invalid_state', 'not_found'))
      journal.acknowledge('deposits deleted');
  }
}

async function uploadProof({ load, caller }: Acting, id: string): Promise<void> {
  const form = new FormData();
  form.append('payment_proof', new Blob([new Uint8Array(ONE_PIXEL_PNG)], { type: 'image/png' }), 'proof.png');
  const answer = await caller.send('POST', `/api/deposits/${id}/payment-proof`, form);
  if (!isRefused(load, 'A proof', answer, 'invalid_state')) load.journal.acknowledge('proofs uploaded');
}

async function buy(acting: Acting): Promise<void> {
  const { load, caller, random, fulfilled } = acting;
  const { journal } = load;
  const [, walletId] = wallet(acting);
  const { variantId } = random.pick(load.shop.products);
  const added = await caller.send('POST', '/api/cart', {
    wallet_id: walletId,
    variant_id: variantId,
    quantity: random.int(1, 3),
  });
  if (isRefused(load, 'A cart line', added, 'validation_failed', 'out_of_stock', 'insufficient_stock')) return;
  journal.acknowledge('cart lines added');
  const answer = await caller.send('POST', '/api/checkout', { wallet_id: walletId });
  if (answer.code === 'earlier_checkout_done') return noteEarlier(acting, answer, walletId);
  if (isRefused(load, 'A checkout', answer, 'cart_invalid', 'cart_changed')) return emptyCart(acting, walletId);
  const { order } = CheckoutAnswer.parse(answer.body);
  journal.orders.set(order.id, { walletId });
  journal.acknowledge('orders placed');
  if (order.fulfillment_status === 'completed') fulfilled.push(order.id);
  else if (random.chance(0.3)) await cancel(acting, order.id);
}

/** The answer contains only the order's number. */
async function noteEarlier({ load, caller }: Acting, answer: Answer, walletId: string): Promise<void> {
  const [number] = /GL-\d+/.exec(JSON.stringify(answer.body)) ?? [];
  const listed = OrderPage.parse((await caller.get('/api/orders?per_page=100')).body);
  const order = listed.data.find((candidate) => candidate.order_number === number);
  if (order) load.journal.orders.set(order.id, { walletId });
  load.journal.acknowledge('orders placed');
}

async function emptyCart({ load, caller }: Acting, walletId: string): Promise<void> {
  await caller.send('DELETE', `/api/cart?wallet_id=${walletId}`);
  const cart = Cart.parse((await caller.get(`/api/cart?wallet_id=${walletId}`)).body);
  if (cart.data.length > 0) load.violations.add('A cart that was emptied holds something.');
}

async function cancel({ load, caller }: Acting, orderId: string): Promise<void> {
  const answer = await caller.send('POST', `/api/orders/${orderId}/cancel`);
  if (isRefused(load, 'Cancelling an order', answer, 'invalid_state', 'order_paid')) return;
  load.journal.cancelledOrders.add(orderId);
  load.journal.acknowledge('orders cancelled');
}

async function withdraw(acting: Acting): Promise<void> {
  const { load, caller, random } = acting;
  const [currency, walletId] = wallet(acting);
  const asked = amount(random, 60);
  const answer = await caller.send('POST', '/api/withdrawals', { amount: asked, currency, bankDetails: BANK });
  if (isRefused(load, 'A withdrawal', answer, 'validation_failed')) return;
  const { id, amount: taken } = WithdrawalSaved.parse(answer.body).data;
  load.journal.withdrawals.set(id, { walletId, minor: BigInt(taken.amount) });
  load.journal.acknowledge('withdrawals asked for');
}

async function lookAtCodes({ load, caller, fulfilled }: Acting): Promise<void> {
  const orderId = fulfilled.pop();
  if (orderId === undefined) return;
  const answer = await caller.get(`/api/orders/${orderId}/download-codes`);
  if (isRefused(load, 'Looking at codes', answer)) return;
  const groups = GiftCodesAnswer.parse(answer.body).data.data;
  load.journal.shownCodes.set(
    orderId,
    groups.flatMap((group) => group.codes),
  );
  load.journal.acknowledge('codes looked at');
}

async function look({ load, caller, random }: Acting): Promise<void> {
  const path = random.pick(['/api/wallets', '/api/transactions', '/api/orders', '/api/deposits', '/api/withdrawals']);
  const answer = await caller.get(path);
  if (!isRefused(load, `GET ${path}`, answer)) z.object({ data: z.array(z.unknown()) }).parse(answer.body);
}
