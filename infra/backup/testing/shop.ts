import { answersAreKept } from '#bff/kit/http/keep-answers.ts';
import { createAdministrator } from '#infra/proof/api/administrators.ts';
import { THEIR_IBAN } from '#infra/proof/api/bank-desk.ts';
import { createShopper } from '#infra/proof/api/shopping.ts';
import { assertStatus, type TestApp } from '#infra/proof/api/test-app.ts';
import { followToEnd } from './drill.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF');

/** A store with a customer who bought something, got its invoice and uploaded a paper. */
export async function openShop(store: TestApp) {
  const shopper = await createShopper(store, { codes: 60, priceMinor: 1_000n, funds: 100_000n });
  /** Repeated with the same key, it is the same order. @returns the order's id */
  const purchase = async (key: string, { app }: Pick<TestApp, 'app'> = store): Promise<string> => {
    const { headers, walletId, variantId } = shopper;
    const payload = { wallet_id: walletId, variant_id: variantId, quantity: 1 };
    assertStatus(await app.inject({ method: 'POST', url: '/api/cart', headers, payload }), 201);
    const answer = await app.inject({
      method: 'POST',
      url: '/api/checkout',
      payload: { wallet_id: walletId },
      headers: { ...headers, 'idempotency-key': key },
    });
    assertStatus(answer, 201);
    return answer.json().order.id;
  };
  const invoice = async (orderId: string, { app }: Pick<TestApp, 'app'> = store): Promise<void> => {
    const { headers } = shopper;
    assertStatus(await app.inject({ url: `/api/orders/${orderId}/download-invoice`, headers }), 200);
  };
  /** What the customer, and an administrator for them, asks to pay in and out, and a file for the bank of the first of them. */
  const payments = async () => {
    const [admin, other] = [await createAdministrator(store), await createAdministrator(store)];
    const asCustomer = async (url: string, payload: object) => {
      const headers = { ...shopper.headers, 'idempotency-key': url };
      const answer = await store.app.inject({ method: 'POST', url, headers, payload });
      assertStatus(answer, 201);
      return answer.json().data.id as string;
    };
    const asAdministrator = async (url: string, payload: object) => {
      const answer = await other.send('POST', url, payload, { 'idempotency-key': url });
      assertStatus(answer, 201);
      return answer.json().data.id as string;
    };
    const amount = '10.00';
    const bankDetails = {
      ...{ bankName: 'Bank', accountName: 'Ada' },
      accountNumber: THEIR_IBAN,
      swiftCode: 'COLSDE33',
    };
    const deposit = await asCustomer('/api/deposits', { amount, wallet_id: shopper.walletId });
    const asked = await asCustomer('/api/withdrawals', { amount, currency: 'EUR', bankDetails });
    const whose = { user_id: shopper.customerId, wallet_id: shopper.walletId };
    const made = await asAdministrator('/api/admin/withdrawals', { ...whose, amount });
    assertStatus(await admin.send('POST', '/api/admin/payout-batches', { withdrawal_ids: [asked] }), 201);
    await answersAreKept(store.deps);
    return { deposit, asked, made };
  };
  await store.deps.files.keep(PDF, { contentType: 'application/pdf', owner: shopper.customerId });
  const firstOrder = await purchase('first');
  await invoice(firstOrder);
  await followToEnd(store);
  return { shopper, purchase, invoice, payments, firstOrder };
}

export type Shop = Awaited<ReturnType<typeof openShop>>;
